/** The page of one game: live while it lasts, with a replay of its moves at any time. */
import { createBoard } from "../board/board.js";
import { PageClocks } from "../game/clock_view.js";
import { eventWords, goneTitle, goneWinner, pauseSentence } from "../game/event_words.js";
import { MoveList } from "../game/move_list.js";
import { awayWords, lastHeard_ms, missingTable, offlineWords } from "../game/presence.js";
import { Autoplay, Frames } from "../game/replay.js";
import { edgeOf, lastMove, mergeEvent, sceneOf, sceneOfFrame } from "../game/scene.js";
import { entriesWords, nameOf, verdict } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { connect } from "../live/connection.js";
import { TimeSource } from "../live/timesource.js";
import { refreshSoon } from "../refresh/refresh.js";
import { SEATS, TABLES } from "../rules/seats.js";
import { showConnection } from "../ui/connection_status.js";
import { clockTime } from "../ui/daytime.js";
import { byId, closestTo, configOf, find, partsOf } from "../ui/dom.js";
import { onStepShortcut, onTimeShortcut } from "../ui/keyboard_shortcuts.js";
import { showOutages } from "../ui/outages.js";
import { speak } from "../ui/speech.js";

/** @typedef {import("../live/messages").EventMessage} EventMessage */
/** @typedef {import("../live/messages").StateMessage} StateMessage */

const REVIEW_SPREAD_MS = 2_000;

const config = configOf("game-config");
const root = byId("game");
const part = partsOf(root);

const time = new TimeSource();
time.hear(config.state.now_ms);
/** @type {StateMessage} */
let state = config.state;
let { game } = state;
const frames = new Frames(config.frames);
/** The instant for which the clocks of a closed game are shown. */
let goneAt_ms = state.now_ms;
/** @type {number | null} The move that is looked at; null follows the game. */
let cursor = config.ply;
/** Whether the board is turned, with the other side at the bottom. */
let isTurned = false;

const clocks = new PageClocks(root, time);
const board = state.position
  ? createBoard(part("board"), { seats: game.seats, orientation: edgeOf(game, bottomSeat()), label: gettext("Board") })
  : null;
const list = new MoveList(part("moves"), game.seats);

function bottomSeat() {
  const seat = game.seats === 4 ? "S" : game.first;
  return isTurned ? opposite(seat) : seat;
}

/** @param {import("../rules/seats.js").Seat} seat */
const opposite = (seat) => SEATS[seat].partner ?? SEATS[seat].next;

/** Turn the board and swap the two clocks. */
function flip() {
  isTurned = !isTurned;
  const table = TABLES[game.seats];
  const place = table.indexOf(bottomSeat());
  const [near, ...far] = [...table.slice(place), ...table.slice(0, place)].map((seat) => find(root, `.face[data-face=${seat}]`));
  find(root, ".faces-below").replaceChildren(near);
  find(root, ".faces-above").replaceChildren(...far);
  board?.turn(edgeOf(game, bottomSeat()));
}

// ---- showing

function show() {
  const last = frames.last;
  const ply = cursor ?? last;
  const following = cursor === null;
  const frame = frames.at(ply);
  board?.set(following ? sceneOf(state) : sceneOfFrame(frame));
  if (following) clocks.show(state.clock, game.gone ? goneAt_ms : lastHeard_ms(state));
  else clocks.show(frame.clock, frame.at_ms);
  list.mark(ply);
  part("where").textContent = fill(gettext("Move {ply} of {last}"), { ply, last });
  const isStart = ply === 0;
  const isEnd = ply === last && following;
  for (const name of ["first", "back"]) part(name, HTMLButtonElement).disabled = isStart;
  for (const name of ["next", "last"]) part(name, HTMLButtonElement).disabled = isEnd;
  part("tools").hidden = last === 0;
  part("follow").hidden = following || state.status === "over";
  showVerdict();
}

function showVerdict() {
  const { status, outcome } = state;
  const words = outcome ? verdict(game, outcome) : standing(status);
  part("winner").textContent = words.winner;
  part("reason").textContent = words.reason;
  root.dataset.status = status;
}

/** @param {StateMessage["status"]} status */
function standing(status) {
  const { gone } = game;
  if (gone) return { winner: goneTitle(gone), reason: goneWinner(game, gone) };
  return { winner: "", reason: standingWords(status) };
}

/** @param {StateMessage["status"]} status */
function standingWords(status) {
  if (status === "waiting") return gettext("The game has not started yet.");
  const entries = entriesWords(game, state.claims);
  const waitsForAnswer = state.clock.pauses.every((reason) => reason === "result");
  if (status === "paused" && !(entries && waitsForAnswer)) return `${entries} ${pauseSentence(state)}`.trim();
  if (entries) return entries;
  if (state.arbiter) return gettext("The arbiter was called.");
  return fill(gettext("{name} is to move."), { name: nameOf(game, state.seat) });
}

/** @param {number | null} ply null for the last position */
function go(ply) {
  const before = cursor ?? frames.last;
  cursor = ply === null || (ply >= frames.last && state.status !== "over") ? null : Math.max(0, Math.min(ply, frames.last));
  if (cursor === frames.last) cursor = null;
  show();
  const now = cursor ?? frames.last;
  if (now === before + 1) slide(frames.at(now).move);
  const address = new URL(location.href);
  if (cursor === null) address.searchParams.delete("ply");
  else address.searchParams.set("ply", String(cursor));
  history.replaceState(null, "", address);
}

/** @param {string | null} text */
function slide(text) {
  const move = lastMove(text);
  if (move) board?.animatePush(move);
}

// ---- listening

root.addEventListener("click", (event) => {
  const link = closestTo(event, "[data-ply]", Element);
  const button = closestTo(event, "[data-go]");
  if (link && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    autoplay.stop();
    go(Number(link.getAttribute("data-ply")));
  } else if (button) {
    step(Number(button.dataset.go));
  }
});
onStepShortcut(step);
onTimeShortcut(() => speak(part("say"), clocks.words(game)));
// ---- automatic replay

const autoplay = new Autoplay({
  step: () => {
    go((cursor ?? frames.last) + 1);
    return cursor !== null;
  },
  onChange: () => {
    const { isPlaying } = autoplay;
    part("autoplay").setAttribute("aria-pressed", String(isPlaying));
    part("autoplay-words").textContent = isPlaying ? gettext("Stop") : gettext("Play by itself");
  },
});
part("autoplay").addEventListener("click", () => {
  if (autoplay.isPlaying) {
    autoplay.stop();
    return;
  }
  if (cursor === null) go(0); // from the start, if it is at the end
  autoplay.start();
});
part("speed").addEventListener("change", () => {
  autoplay.speed = /** @type {import("../game/replay.js").Speed} */ (part("speed", HTMLSelectElement).value);
});
part("flip").addEventListener("click", flip);

/** @param {number} by */
function step(by) {
  autoplay.stop();
  const ply = (cursor ?? frames.last) + by;
  go(ply >= frames.last ? null : Math.max(0, ply));
}

// ---- following

/** @param {EventMessage} message */
function hear(message) {
  const { event, outcome } = message;
  state = mergeEvent(state, message);
  const following = cursor === null;
  frames.onEvent(message);
  list.set(frames.moves);
  if (cursor !== null && cursor >= frames.last) cursor = null;
  show();
  const words = eventWords(game, event, state);
  if (words) speak(part("say"), words);
  if (event.kind === "moved" && following) slide(event.move);
  if (outcome || event.kind === "reopened") review();
}

/** Fetch the chart and the totals from the server, once the game is over. */
function review() {
  const address = new URL(location.href);
  address.searchParams.delete("ply");
  refreshSoon({ spread_ms: REVIEW_SPREAD_MS, address: address.href });
}

const socket = connect(`/ws/game/${config.code}/`, time);
const showLink = showConnection(
  socket,
  part("connection"),
  root,
  (stale) => {
    clocks.stale = stale && socket.status !== "connecting";
  },
  () => state.status === "over" || Boolean(game.gone),
  () => {
    const missing = missingTable(state);
    return missing ? offlineWords(missing) : "";
  },
);
showOutages(socket);
socket.on("state", (fresh) => {
  const behind = fresh.seq > state.seq;
  if (!game.gone) goneAt_ms = fresh.now_ms;
  state = fresh;
  ({ game } = fresh);
  // Missed events are requested from the end of the frames on.
  if (behind) socket.follow(config.code, config.state.seq);
  show();
  showTable();
  showLink();
});
socket.on("event", (message) => {
  config.state.seq = message.seq;
  hear(message);
  showTable();
  showLink();
});
socket.on("presence", ({ table, seats }) => {
  state = { ...state, table, seats };
  show();
  showTable();
  showLink();
});

/** Show whether the table that keeps the game is offline, so that the page may be out of date. */
function showTable() {
  const missing = missingTable(state);
  const words = missing ? tableWords(missing) : awayWords(state);
  part("table").hidden = words === "";
  if (part("table").textContent !== words) part("table").textContent = words;
}

/** @param {import("../live/messages").DevicePresence} missing */
function tableWords({ since_ms }) {
  if (since_ms === null) return gettext("The tablet at the table is offline. The clocks are those of its last word.");
  const words = gettext("The tablet at the table is offline since {time}. It plays on; the clocks are those of its last word.");
  return fill(words, { time: clockTime(since_ms) });
}

list.set(frames.moves);
show();
showTable();
socket.open(); // also after the game, since the arbiter may reopen it
