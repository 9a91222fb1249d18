/** The wall: all live boards of a topic, as many as fit, page after page, with the state of the connection. */
import { missingTable } from "../game/presence.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { connect } from "../live/connection.js";
import { TimeSource } from "../live/timesource.js";
import { poll } from "../refresh/poll.js";
import { request } from "../refresh/request.js";
import { openStorage } from "../storage.js";
import { showConnection } from "../ui/connection_status.js";
import { clockTime, countdown } from "../ui/daytime.js";
import { byId, closestTo, configOf, find, findAll, partsOf } from "../ui/dom.js";
import { hideControlsWhenIdle } from "../ui/idle.js";
import { BoardNotices } from "../ui/notices.js";
import { Card } from "../wall/card.js";
import { WallGames } from "../wall/games.js";
import { CARD_SHAPE, arrange, onPage, pageCount } from "../wall/grid.js";

/** @typedef {import("../live/messages").EventMessage} EventMessage */
/** @typedef {import("../live/messages").StateMessage} StateMessage */

const TURN_EVERY_MS = 12_000;
const ASK_WITHIN_MS = 2_000;
const ASK_AGAIN_MS = 30_000;
const SIZES = [0.8, 1, 1.25, 1.6, 2];
const SIZE_KEY = "fiveline.wall.size";

const config = configOf("wall-config");
const root = byId("wall");
const part = partsOf(root);
const { storage } = openStorage();

const time = new TimeSource();
const wallGames = new WallGames(time, config.boards);
const notices = new BoardNotices({ places: () => findAll(root, ".wall-head"), storage, time });
/** @type {Map<string, Card>} Cards on the screen, by code. */
const cards = new Map();
let page = 0;
let pages = 1;
/** @type {{ at_ms: number, words: string } | null} The next round, for the countdown. */
let awaited = config.awaited;
let asking = 0;
let turning = !matchMedia("(prefers-reduced-motion: reduce)").matches;
let size = Math.max(0, SIZES.indexOf(Number(storage.getItem(SIZE_KEY) ?? 1)));

/** On a phone the wall is a list to scroll, without pages. */
const handheld = matchMedia("(max-width: 47.99rem)");

// ---- showing

/** @param {EventMessage | null} [message] what changed, if it is known */
function show(message = null) {
  const { games } = wallGames;
  const grid = part("grid");
  const { columns, rows, card, height } = handheld.matches
    ? { columns: 1, rows: Math.max(1, games.length), card: grid.clientWidth, height: grid.clientWidth * CARD_SHAPE }
    : arrange(games.length, grid.clientWidth, grid.clientHeight, SIZES[size]);
  pages = pageCount(games.length, columns * rows);
  page = Math.min(page, pages - 1);
  grid.style.setProperty("--columns", String(columns));
  grid.style.setProperty("--card", `${card}px`);
  grid.style.setProperty("--card-height", `${height}px`);
  const shown = onPage(games, page, columns * rows);
  place(shown, message);
  part("empty").hidden = games.length > 0;
  const count = games.filter((state) => !missingTable(state)).length;
  part("count").textContent = fill(ngettext("{count} board", "{count} boards", count), { count });
  part("page").textContent = fill(gettext("Page {page} of {pages}"), { page: page + 1, pages });
  part("pages").hidden = pages < 2;
}

/** @param {StateMessage[]} states @param {EventMessage | null} message */
function place(states, message) {
  const wanted = new Set(states.map(({ game }) => game.code));
  for (const [code, card] of cards) {
    if (wanted.has(code)) continue;
    card.stop();
    card.el.remove();
    cards.delete(code);
  }
  states.forEach((state, index) => {
    const { code } = state.game;
    const known = cards.get(code);
    const card = known ?? new Card(state, time, config.game.replace("CODE", code), wallGames.boardOf(code));
    cards.set(code, card);
    if (known) card.show(state, message?.game === code ? message.event : null);
    const grid = part("grid");
    if (grid.children[index] !== card.el) grid.insertBefore(card.el, grid.children[index] ?? null);
  });
}

function showTime() {
  showAwaited();
  part("clock").textContent = clockTime(time.server_ms);
  setTimeout(showTime, 1_000 - (time.server_ms % 1_000));
}

/** Show the countdown to the next round. */
function showAwaited() {
  const left_ms = awaited ? awaited.at_ms - time.server_ms : 0;
  const el = part("awaited");
  el.hidden = left_ms <= 0;
  if (!awaited || el.hidden) return;
  find(el, "span").textContent = awaited.words;
  find(el, "strong").textContent = countdown(left_ms);
}

/** Fetch the page again after news, which do not say what changed; not all walls at the same instant. */
function askAgain() {
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const { failure, data: now } = await request(config.now, { type: "json" });
    if (failure) return;
    // A tournament has begun or ended: the wall of the whole club follows other topics.
    if (String(now.topics) !== String(config.topics)) location.reload();
    ({ awaited } = now);
    wallGames.boards = now.boards;
    notices.hear(now.notices);
    showAwaited();
    showSoon();
  }, Math.random() * ASK_WITHIN_MS);
}

function showHeardTime() {
  part("heard").textContent = fill(gettext("as of {time}"), { time: clockTime(time.server_ms, { seconds: true }) });
}

// ---- pages

/** @param {number} next */
function turnTo(next) {
  page = (next + pages) % pages;
  show();
}

let turnTimer = 0;
function keepTurning() {
  clearInterval(turnTimer);
  if (turning) turnTimer = setInterval(() => pages > 1 && turnTo(page + 1), TURN_EVERY_MS);
  part("turning").setAttribute("aria-pressed", String(!turning));
}

root.addEventListener("click", (event) => {
  const { turn, size: by } = closestTo(event, "button")?.dataset ?? {};
  if (turn) {
    turnTo(page + Number(turn));
    keepTurning();
  }
  if (by) resize(Number(by));
});
part("turning").addEventListener("click", () => {
  turning = !turning;
  keepTurning();
});

/** @param {number} by */
function resize(by) {
  size = Math.max(0, Math.min(SIZES.length - 1, size + by));
  storage.setItem(SIZE_KEY, String(SIZES[size]));
  document.documentElement.style.setProperty("--wall-text", String(SIZES[size]));
  show();
}

// ---- following

/** @type {import("../live/socket.js").LiveSocket[]} */
const sockets = config.topics.map((/** @type {string} */ topic) => connect(`/ws/topic/${topic}/`, time, { manyGames: true }));

/** @param {import("../live/socket.js").LiveSocket} socket */
function follow(socket) {
  socket.on("state", (state) => {
    wallGames.onState(state);
    if (!wallGames.boardOf(state.game.code) && state.game.topic) askAgain();
    showHeardTime();
    showSoon();
  });
  socket.on("event", (message) => {
    wallGames.onEvent(message);
    showHeardTime();
    show(message);
  });
  socket.on("presence", (presence) => {
    wallGames.onPresence(presence);
    showHeardTime();
    showSoon();
  });
  socket.on("seq", ({ game }) => {
    wallGames.onNamed(game);
    showHeardTime();
    showSoon();
  });
  socket.on("news", () => {
    showHeardTime();
    askAgain();
  });
}

/** The pending frame: many states arrive at once, and the screen is drawn once. */
let frame = 0;
function showSoon() {
  if (frame) return;
  frame = requestAnimationFrame(() => {
    frame = 0;
    show();
  });
}

for (const socket of sockets) follow(socket);
poll(askAgain, { every_ms: ASK_AGAIN_MS, isNeeded: () => sockets.some(({ status }) => status !== "live") });
showConnection(sockets[0], part("connection"), root, () => {});
new ResizeObserver(() => show()).observe(part("grid"));
hideControlsWhenIdle(root);
notices.hear(config.notices);
resize(0);
keepTurning();
showTime();
for (const socket of sockets) socket.open();
