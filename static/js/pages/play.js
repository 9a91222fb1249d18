/** A player's own device: taps become moves that are drawn at once, sent until they are answered, and explained if not. */
import { createBoard } from "../board/board.js";
import { MoveInput } from "../board/input.js";
import { Fault } from "../faults.js";
import { Faces } from "../game/faces.js";
import { edgeOf, lastMove } from "../game/scene.js";
import { declinedWords, namedParams, notMadeWords, turnWords } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { connect, showConnection } from "../live/connection.js";
import { Courier, Outbox } from "../live/outbox.js";
import { TimeSource } from "../live/timesource.js";
import { AfterGame } from "../play/after.js";
import { Alerts } from "../play/alerts.js";
import { Controls } from "../play/controls.js";
import { LowTimes } from "../play/lowtimes.js";
import { ResultEntry } from "../play/resultentry.js";
import { PlayerSeat } from "../play/seat.js";
import { TurnTimer } from "../play/turntimer.js";
import { byId, configOf, findMaybe, partsOf } from "../ui/dom.js";
import { enhanceMoving } from "../ui/moving.js";
import { enhanceSharing } from "../ui/share.js";
import { openStorage } from "../ui/storage.js";
import { toast } from "../ui/toasts.js";
import { ScreenWakeLock } from "../ui/wakelock.js";

const config = configOf("play-config");
const root = byId("play");
const part = partsOf(root);
const { storage } = openStorage();

const time = new TimeSource();
const seat = new PlayerSeat();
const turn = new TurnTimer(time);
const alerts = new Alerts(storage);
const awake = new ScreenWakeLock();
const lowTimes = new LowTimes(() => seat.mine, {
  onLow: () => alerts.ring("low"),
  onTold: (words) => tell(words),
});
const faces = new Faces(root, time, (shown) => seat.state && lowTimes.hear(shown, seat.state.status));

const socket = connect(`/ws/game/${config.code}/`, time);
const outbox = new Outbox({ storage, key: `fiveline.play.${config.code}` });
const courier = new Courier({ outbox, socket, time });

/** @type {import("../board/board.js").Board | null} */
let board = null;
/** @type {MoveInput} */
const input = new MoveInput({
  show: (scene) => board?.set(scene),
  onMove: makeMove,
  onHand: (hand) => controls.showHand(hand),
  onRefused: explain,
});
const resultEntry = findMaybe(root, "[data-part=result]") ? new ResultEntry({ root, part, seat, ask }) : null;
/** @type {Controls} */
const controls = new Controls({ root, part, seat, ask, input, resultEntry, turn });
const afterGame = new AfterGame({ root, part, seat });

// ---- telling the server

/** @param {import("../referee/rulings.js").Request} body */
function ask(body) {
  outbox.add(body, time.now_ms);
  courier.pump();
}

/** @param {string} move */
function makeMove(move) {
  try {
    ask(seat.play(move, { call: controls.takeCall(), spent_ms: turn.spent_ms }));
  } catch (fault) {
    explain(fault);
    return;
  }
  alerts.ring("moved");
  show();
  slide(move);
}

/**
 * Why not, in a sentence.
 * @param {unknown} fault
 */
function explain(fault) {
  if (!(fault instanceof Fault)) throw fault;
  alerts.ring("no");
  const words = fill(gettext(fault.template), namedParams(seat.state.game, fault.params));
  toast(`${words}${notMadeWords(fault)}`, { tone: "warning" });
}

/** @param {string} text */
function slide(text) {
  const move = lastMove(text);
  if (move) board?.animatePush(move);
}

// ---- hearing the server

let wasMyTurn = false;
let wasAsked = false;

socket.on("state", (state) => {
  seat.hearState(state);
  turn.hear(state);
  if (!state.mine.seats.length && !afterGame.leaves) location.replace(`/game/${config.code}/`); // the right was withdrawn
  if (state.position) board ??= layBoard(state.game);
  show();
});

/** @param {import("../live/messages").Game} game */
const layBoard = (game) =>
  createBoard(part("board"), {
    onCell: (cell) => input.cell(cell),
    onEnd: (edge) => input.end(edge),
    onCancel: () => input.cancel(),
    seats: game.seats,
    orientation: edgeOf(game, config.seats[0]),
    label: gettext("Board"),
  });

socket.on("event", (message) => {
  const { event, outcome } = message;
  const { ownOffer } = seat;
  const drawn = seat.hearEvent(message);
  turn.hear(seat.state);
  show();
  if (event.kind === "moved" && !drawn) {
    slide(event.move);
    tell(turnWords(seat.state.game, { seat: event.seat, move: event.move }));
  }
  if (event.kind === "taken-back") toast(gettext("Moves were taken back."));
  if (event.kind === "declined" && !seat.mine.includes(event.seat)) {
    toast(ownOffer ? refusedOffer(ownOffer) : declinedWords(seat.state.game, event));
  }
  if (outcome) alerts.ring("over");
});

/** @param {import("../referee/state.js").Proposal} offer */
const refusedOffer = ({ asked }) =>
  asked === "draw" ? gettext("The offer was declined.") : gettext("The move is not taken back: the opponent declined.");

courier.on("refused", ({ refusal }) => {
  outbox.clearRefused();
  seat.undo();
  alerts.ring("no");
  if (refusal) toast(refusal.text, { tone: "warning" });
  show();
});

showConnection(socket, part("connection"), root, (stale) => {
  faces.stale = stale && socket.status !== "connecting";
  if (seat.state) show();
});

// ---- showing

function show() {
  const { state } = seat;
  const live = socket.status === "live";
  const { isMyTurn } = seat;
  root.dataset.status = state.status;
  root.toggleAttribute("data-my-turn", isMyTurn && live);
  const { position } = seat;
  if (position) {
    input.set({
      position,
      may: isMyTurn && live,
      last: lastMove(seat.lastMove),
      lines: state.outcome?.lines ?? [],
    });
  }
  faces.set(state.clock);
  controls.show(live);
  afterGame.show();
  awake.keep(state.status === "running" || state.status === "waiting");
  alerts.title(isMyTurn ? gettext("Your turn") : "");
  const isAsked = Boolean(resultEntry?.isAsked);
  if ((isMyTurn && !wasMyTurn) || (isAsked && !wasAsked)) alerts.ring("turn");
  wasMyTurn = isMyTurn;
  wasAsked = isAsked;
}

/** @param {string} words */
function tell(words) {
  part("told").textContent = words;
}

part("mute").addEventListener("click", () => {
  alerts.muted = !alerts.muted;
  part("mute").setAttribute("aria-pressed", String(alerts.muted));
});
part("mute").setAttribute("aria-pressed", String(alerts.muted));

enhanceSharing(root);
if (config.quick) enhanceMoving(null);
socket.open();
