/** The page of one game: live while it lasts, and at any time a walk through its moves. */
import { createBoard } from "../board/board.js";
import { Faces } from "../game/faces.js";
import { Frames } from "../game/frames.js";
import { MoveList } from "../game/movelist.js";
import { edgeOf, lastMove, mergeEvent, sceneOf, sceneOfFrame } from "../game/scene.js";
import { entriesWords, nameOf, pauseWords, turnWords, verdict } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { connect, showConnection } from "../live/connection.js";
import { refreshSoon } from "../live/refresh.js";
import { TimeSource } from "../live/timesource.js";
import { clockTime } from "../ui/daytime.js";

const REVIEW_SPREAD_MS = 2_000;

const config = JSON.parse(document.getElementById("game-config").textContent);
const root = document.getElementById("game");
const part = (name) => root.querySelector(`[data-part="${name}"]`);

const time = new TimeSource();
time.hear(config.state.now_ms);
let state = config.state;
const { game } = state;
const frames = new Frames(config.frames);
/** The move that is looked at; null follows the game. @type {number | null} */
let cursor = config.ply;

const faces = new Faces(root, time);
const board = state.position
  ? createBoard(part("board"), { seats: game.seats, orientation: edgeOf(game, bottomSeat()), label: gettext("Board") })
  : null;
const list = new MoveList(part("moves"), game.seats);

function bottomSeat() {
  return game.seats === 4 ? "S" : game.first;
}

// ---- showing

function show() {
  const last = frames.last;
  const ply = cursor ?? last;
  const following = cursor === null;
  const frame = frames.at(ply);
  board?.set(following ? sceneOf(state) : sceneOfFrame(frame));
  if (following) faces.set(state.clock);
  else faces.set(frame.clock, frame.at_ms);
  list.mark(ply);
  part("where").textContent = fill(gettext("Move {ply} of {last}"), { ply, last });
  part("first").disabled = part("back").disabled = ply === 0;
  part("next").disabled = part("last").disabled = ply === last && following;
  part("follow").hidden = following || state.status === "over";
  showVerdict();
}

function showVerdict() {
  const { status, outcome } = state;
  const words = outcome ? verdict(game, outcome) : { winner: "", reason: standingWords(status) };
  part("winner").textContent = words.winner;
  part("reason").textContent = words.reason;
  root.dataset.status = status;
}

function standingWords(status) {
  if (status === "waiting") return gettext("The game has not started yet.");
  const entries = entriesWords(game, state.claims);
  if (status === "paused") return `${entries} ${pauseWords(state)}`.trim();
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

const slide = (move) => board && move && board.animatePush(lastMove(move));

// ---- listening

const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

root.addEventListener("click", (event) => {
  const link = event.target.closest("[data-ply]");
  const button = event.target.closest("[data-go]");
  if (link && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    go(Number(link.dataset.ply));
  } else if (button) {
    step(Number(button.dataset.go));
  }
});
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, textarea, select, [role=grid], summary");
  if (!(event.key in KEYS) || busy || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  step(KEYS[event.key]);
});

function step(by) {
  const ply = (cursor ?? frames.last) + by;
  go(ply >= frames.last ? null : Math.max(0, ply));
}

// ---- following

function hear(event) {
  state = mergeEvent(state, event);
  const following = cursor === null;
  frames.hear(event);
  list.set(frames.moves);
  if (cursor !== null && cursor >= frames.last) cursor = null;
  show();
  if (event.kind === "moved") {
    part("say").textContent = turnWords(game, { seat: event.by, move: event.move });
    if (following) slide(event.move);
  }
  if (event.outcome || event.kind === "reopened") review();
}

/** The chart and the totals come from the server, once the game is over. */
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
    faces.stale = stale && socket.status !== "connecting";
  },
  () => state.status === "over",
);
socket.on("state", (fresh) => {
  const behind = fresh.seq > state.seq;
  state = fresh;
  // What was missed while away is asked for from where the frames end.
  if (behind) socket.follow(config.code, config.state.seq);
  show();
  showLink();
});
socket.on("event", (event) => {
  config.state.seq = event.seq;
  hear(event);
  showLink();
});
socket.on("presence", ({ table }) => {
  state = { ...state, table };
  showTable();
});

/** A table that keeps its own game may be offline: then what is shown is as old as its last word. */
function showTable() {
  const { table } = state;
  const offline = Boolean(table && !table.online && table.since_ms !== null && state.status === "running");
  part("table").hidden = !offline;
  if (!offline) return;
  const since = clockTime(table.since_ms);
  part("table").textContent = fill(gettext("The tablet at the table is offline since {time}. It plays on; the clocks here may be behind."), { time: since });
}

list.set(frames.moves);
show();
showTable();
socket.open(); // also when it is over: the arbiter may open it again
