/** The table page: finds out which game is on this tablet, keeps it, and shows it. */
import { fill, gettext } from "../i18n.js";
import { BoardNotices } from "../ui/notices.js";
import { newNonce } from "../live/outbox.js";
import { LiveSocket, socketAddress } from "../live/socket.js";
import { TimeSource } from "../live/timesource.js";
import { AfterGame } from "../table/after.js";
import { Arbiter } from "../table/arbiter.js";
import { DepartureNotice } from "../table/departure.js";
import { loadSeatLanguages } from "../table/languages.js";
import { guardLeaving, keepShell } from "../table/leaving.js";
import { confirmWith, wireMenu } from "../table/menu.js";
import { awaitsConfirmation } from "../table/questions.js";
import { Screen } from "../table/screen.js";
import { GameSession } from "../table/session.js";
import { Settings, deviceName } from "../table/settings.js";
import { readTaps } from "../table/touch.js";
import { Unlocking } from "../table/unlocking.js";
import { announceUnreadable } from "../table/unreadable.js";
import { INSTRUCTIONS, linkWords, sentence } from "../table/words.js";
import { clockTime } from "../ui/daytime.js";
import { byId, configOf, findAll } from "../ui/dom.js";
import { enhanceMoving } from "../ui/moving.js";
import { Sounds } from "../ui/sounds.js";
import { openStorage } from "../storage.js";
import { REACHING, dismiss, toast } from "../ui/toasts.js";
import { ScreenWakeLock } from "../ui/wakelock.js";

/** How long a finished game stays on the table when the next one is ready: time to look at the line that won. */
const LOOK_MS = 10_000;
/** How long it stays when players are still asked whether the result is right. */
const CONFIRM_MS = 60_000;
/** How long the desk's reason stays when it took the game away: time to read it twice. */
const REASON_MS = 8_000;

const config = configOf("table-config");
const { storage, lasts } = openStorage();
const settings = new Settings(storage);
const sounds = new Sounds(settings, document);
const time = new TimeSource();
const awake = new ScreenWakeLock();
const device = deviceName(storage, () => newNonce());
const unlocking = new Unlocking(config, storage);
const arbiter = new Arbiter({ unlocking, settings });
const confirm = confirmWith(byId("ask", HTMLDialogElement));
const screen = new Screen({ settings, sounds, confirm, confirms: config.confirms });
const notice = new DepartureNotice(settings, goOn);
const nearAndFar = () => findAll(byId("table"), ":is([data-side=N], [data-side=S]) > .seat-clock");
const notices = new BoardNotices({ places: nearAndFar, storage, time });
const afterGame = new AfterGame();
const placeKey = `fiveline.place.${config.place}`;

/** @type {GameSession | null} */ let session = null;
/** @type {string | null} The game that is put on the table after this one. */ let next = null;
let switching = 0;
/** @type {number | null} Since when the players are asked about this game's result while the next one waits. */ let asked_ms = null;

/** @param {string | null} code */
function keep(code) {
  clearTimeout(switching);
  asked_ms = null;
  session?.close();
  dismiss(); // what went wrong with the last game does not concern this one
  notice.hide();
  next = null;
  byId("waiting").hidden = code !== null;
  session = code === null ? null : new GameSession({ code, time, storage, device, place: config.serves ? config.place : "" });
  if (config.serves) storage.setItem(placeKey, code ?? "");
  if (!session) {
    screen.close();
    return;
  }
  byId("waiting").hidden = Boolean(session.game.state);
  session.game.on("change", () => {
    byId("waiting").hidden = true;
    heedDeparture();
  });
  session.game.on("custody", heedDeparture);
  session.socket.on("answer", heedDeparture);
  session.socket.on("status", (status) => status === "live" && dismiss(REACHING));
  session.socket.on("state", (state) => notices.hear(state.notices));
  session.game.on("instruction", ({ request, refused }) => {
    toast(refused ? sentence(refused) : (INSTRUCTIONS[request.type]?.() ?? gettext("The desk changed something.")));
  });
  session.game.on("refused", ({ refusal }) => {
    // The notice that another device keeps the game, or that it is gone, tells it.
    if (refusal?.code === "old-epoch" || session?.game.gone) screen.render();
    else toast(fill(gettext("Not recorded: {why}"), { why: refusal?.text ?? "" }), { tone: "error", about: "entry" });
  });
  session.game.on("denied", ({ text }) => toast(text, { tone: "error", about: "custody" }));
  session.game.on("custody", () => dismiss("custody"));
  session.game.on("pin", () => {
    toast(gettext("Decisions wait for the arbiter's PIN: open the arbiter's tools."), { tone: "error", about: "pin" });
  });
  session.socket.on("answer", () => dismiss("pin"));
  session.game.on("gap", () => sayThatItSlept(Boolean(session?.game.game?.casual)));
  screen.open(session);
  heedDeparture();
}

/** @param {boolean} casual nobody but the players looks after such a game */
function sayThatItSlept(casual) {
  const words = casual
    ? gettext("This tablet has slept: check the clocks, then go on.")
    : gettext("This tablet has slept: the arbiter is asked to check the clocks.");
  toast(words, { tone: "warning" });
}

/** A game that was taken from this table says so, and makes room after a look. */
function heedDeparture() {
  if (!session?.game.gone) {
    if (notice.isShown) clearTimeout(switching);
    notice.hide();
    return;
  }
  const isNews = !notice.isShown;
  notice.show(session);
  if (isNews) switchWhenReady();
}

function goOn() {
  if (config.serves) keep(next);
  else location.assign("/");
}

/**
 * Which game belongs on this table was told.
 * @param {string | null} code
 */
function onTable(code) {
  if (code === (session?.code ?? null) || code === next) return;
  if (code === null) return; // what was played stays to be looked at
  next = code;
  if (!notice.isShown) switchWhenReady(); // else it follows when the notice was looked at
}

function switchWhenReady() {
  clearTimeout(switching);
  const gone = Boolean(session?.game.gone);
  if (next === null && !gone) return;
  if (gone && !config.serves) return; // nothing follows here: somebody leads the tablet on
  const over = gone || !session?.game.state || session.game.state.outcome;
  byId("next-game").hidden = !session || gone;
  if (!session) keep(next);
  else if (!over || session.game.waiting || (!gone && waitsForConfirmation())) switching = setTimeout(switchWhenReady, 1_000);
  else switching = setTimeout(() => keep(next), gone ? REASON_MS : LOOK_MS);
}

/** Nobody is hurried past the question whether the result is right, and nobody waits for ever for an answer. */
function waitsForConfirmation() {
  const state = session?.game.state;
  if (!state || !awaitsConfirmation(state, config.confirms)) return false;
  asked_ms ??= performance.now();
  return performance.now() - asked_ms < CONFIRM_MS;
}

function serve() {
  const socket = new LiveSocket({ url: socketAddress(`/ws/table/${config.place}/`), time, manyGames: true });
  socket.on("news", ({ what, game }) => what === "table" && onTable(game));
  socket.on("status", (status) => {
    byId("waiting-link").dataset.state = status;
    byId("waiting-link").textContent = linkWords(socket, clockTime(socket.since_ms), 0);
  });
  socket.open();
  return socket;
}

function tickWallClock() {
  byId("wall-clock").textContent = clockTime(time.server_ms);
  setTimeout(tickWallClock, 60_000 - (time.server_ms % 60_000) + 50);
}

screen.on("resume", () => session && arbiter.quick(session, { type: "resume" }));
screen.on("pause", () => session && arbiter.quick(session, { type: "pause", reason: "players" }));
screen.on("rendered", () => {
  if (!session) return;
  notices.show();
  const { state } = session.game.known;
  awake.keep(state.status === "running" || state.status === "paused");
  menu.yieldTurn();
  byId("next-game").hidden = next === null || !state.outcome || notice.isShown;
  afterGame.show(Boolean(state.outcome));
});
byId("next-game").addEventListener("click", () => next && keep(next));
byId("take-over").addEventListener("click", async () => {
  if (!(await confirm(gettext("Keep the game on this tablet? It pauses, and the other tablet stops.")))) return;
  if (session) await arbiter.takeOver(session);
});
const menu = wireMenu({
  ...{ settings, awake, lasts, confirm },
  idleSide: () => screen.idleSide,
  places: () => screen.seats.places,
  onArbiter: () => session && arbiter.open(session),
});
readTaps(byId("table"));
if (config.quick) enhanceMoving(config.quick.move);
guardLeaving(() => session);
keepShell();
loadSeatLanguages(settings);
tickWallClock();
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") {
    time.check();
    session?.socket.open();
    screen.render();
  }
});
addEventListener("online", () => session?.socket.open());

keep(config.code || (config.serves && storage.getItem(placeKey)) || null);
announceUnreadable();
if (config.serves) serve();
