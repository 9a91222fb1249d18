/** One board at the desk: live with its log and requests, and with a preview of clock changes. */
import { createBoard } from "../board/board.js";
import { PageClocks } from "../game/clock_view.js";
import { pauseSentence } from "../game/event_words.js";
import { PositionEditor } from "../game/position_editor.js";
import { edgeOf, lastMove, mergeEvent, sceneOf } from "../game/scene.js";
import { nameOf, verdict } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { connect } from "../live/connection.js";
import { TimeSource } from "../live/timesource.js";
import { onArrival } from "../refresh/replace_parts.js";
import { fetchPage, refreshSoon } from "../refresh/refresh.js";
import { Position } from "../rules/position.js";
import { showConnection } from "../ui/connection_status.js";
import { byId, configOf, fieldsOf, find, findMaybe, partsOf } from "../ui/dom.js";
import { showOutages } from "../ui/outages.js";

/** @typedef {import("../live/messages").StateMessage} StateMessage */

const PREVIEW_AFTER_MS = 300;

const config = configOf("board-config");
/** @type {StateMessage} */
let state = config.state;
const { game } = state;
const root = byId("live-board");
const part = partsOf(root);
const time = new TimeSource();
time.hear(state.now_ms);
const clocks = new PageClocks(root, time);
const bottom = edgeOf(game, game.seats === 4 ? "S" : game.first);
const board = state.position
  ? createBoard(part("board"), { seats: game.seats, orientation: bottom, label: gettext("Board") })
  : null;

function show() {
  board?.set(sceneOf(state));
  clocks.show(state.clock);
  const words = state.outcome ? verdict(game, state.outcome) : { winner: "", reason: standingWords() };
  part("winner").textContent = words.winner;
  part("reason").textContent = words.reason;
  root.dataset.status = state.status;
}

function standingWords() {
  if (state.voided) return gettext("This game was called off and does not count.");
  if (state.status === "waiting") return gettext("The game has not started yet.");
  if (state.status === "paused") return pauseSentence(state);
  return fill(gettext("{name} is to move."), { name: nameOf(game, state.seat) });
}

const socket = connect(`/ws/game/${config.code}/`, time);
showConnection(
  socket,
  part("connection"),
  root,
  (stale) => {
    clocks.stale = stale && socket.status !== "connecting";
  },
  () => state.status === "over",
);
showOutages(socket);
socket.on("state", (fresh) => {
  const isNews = fresh.seq !== state.seq || fresh.epoch !== state.epoch || fresh.voided !== state.voided;
  state = fresh;
  show();
  if (isNews) refreshSoon();
});
socket.on("event", (message) => {
  state = mergeEvent(state, message);
  show();
  const { event } = message;
  if (event.kind === "moved") {
    const move = lastMove(event.move);
    if (move) board?.animatePush(move);
  }
  refreshSoon();
});
socket.on("presence", () => refreshSoon());
socket.on("late", () => refreshSoon());

// ---- the tools

/**
 * Show the result of a clock change while it is typed.
 * @param {ParentNode} page
 */
function watchPreview(page) {
  const form = findMaybe(page, "form[data-previews]", HTMLFormElement);
  if (!form) return;
  find(form, "[data-preview-button]").hidden = true;
  let planned = 0;
  const preview = async () => {
    const fields = fieldsOf(form);
    fields.delete("csrfmiddlewaretoken");
    const answer = await fetchPage(`${location.pathname}?${fields}`);
    const words = answer?.getElementById("clock-preview")?.textContent ?? "";
    byId("clock-preview").textContent = words.trim();
  };
  const soon = () => {
    clearTimeout(planned);
    planned = setTimeout(preview, PREVIEW_AFTER_MS);
  };
  form.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.name !== "reason") soon();
  });
  form.closest("details")?.addEventListener("toggle", soon);
}

/**
 * Let the position be set by taps; without script its text is typed.
 * @param {ParentNode} page
 */
function watchEditor(page) {
  const form = findMaybe(page, "form[data-position]", HTMLFormElement);
  if (!form) return;
  const editor = new PositionEditor(find(form, "[data-editor]"));
  const ranks = find(form, "[name=ranks]", HTMLInputElement);
  const turn = find(form, "[name=turn]", HTMLSelectElement);
  find(form, "[data-editor]").hidden = false;
  find(form, "[data-editor-hint]").hidden = false;
  find(form, "[data-editor-text]").hidden = true;
  form.closest("details")?.addEventListener("toggle", () => {
    if (state.position) editor.open(Position.parse(state.position), bottom);
    turn.value = state.seat;
  });
  form.addEventListener("submit", () => {
    [ranks.value] = editor.text(turn.value).split(" ");
  });
}

/** @param {ParentNode} page */
function enhance(page) {
  watchPreview(page);
  watchEditor(page);
}

show();
enhance(document);
onArrival(enhance);
socket.open();
