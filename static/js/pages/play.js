/** A player's own device: taps become moves that are drawn at once, sent until answered, and explained if refused. */
import { createBoard } from "../board/board.js";
import { MoveInput } from "../board/input.js";
import { Fault } from "../faults.js";
import { PageClocks } from "../game/clock_view.js";
import { leftWords } from "../game/clock_words.js";
import { declinedWords } from "../game/event_words.js";
import { awayWords } from "../game/presence.js";
import { edgeOf, lastMove } from "../game/scene.js";
import { Warnings } from "../game/warnings.js";
import { namedParams, notMadeWords, turnWords } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { connect } from "../live/connection.js";
import { OutboxSender, Outbox } from "../offline/outbox.js";
import { TimeSource } from "../live/timesource.js";
import { Rematch } from "../play/rematch.js";
import { Alerts } from "../play/alerts.js";
import { Controls } from "../play/controls.js";
import { ResultEntry } from "../play/resultentry.js";
import { PlayerSeat, TurnTimer } from "../play/seat.js";
import { openStorage } from "../storage.js";
import { showConnection } from "../ui/connection_status.js";
import { byId, configOf, findAll, findMaybe, partsOf } from "../ui/dom.js";
import { onTimeShortcut } from "../ui/keyboard_shortcuts.js";
import { enhanceMoving } from "../ui/moving.js";
import { BoardNotices } from "../ui/notices.js";
import { showOutages } from "../ui/outages.js";
import { speak } from "../ui/speech.js";
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
const notices = new BoardNotices({ places: () => findAll(root, ".play-bar"), storage, time });
const warnings = new Warnings({
  onLow: () => alerts.ring("low"),
  onTimeLeft: (_seat, seconds, limit) => tell(leftWords(seconds, limit)),
  onTick: () => alerts.tick(),
});
const clocks = new PageClocks(root, time, (shown) => {
  if (seat.state?.status === "running") warnings.onFaces(shown.filter((face) => seat.mine.includes(face.seat)));
});

const socket = connect(`/ws/game/${config.code}/`, time, { plays: true });
const outbox = new Outbox({ storage, key: `fiveline.play.${config.code}` });
const sender = new OutboxSender({ outbox, socket, time });

/** @type {import("../board/board.js").Board | null} */
let board = null;
/** @type {HTMLElement | null} Why the last try was none; the next one settles it. */
let refusal = null;
/** @type {MoveInput} */
const input = new MoveInput({
  show: (scene) => board?.set(scene),
  onMove: makeMove,
  onHand: (hand) => {
    if (hand.asks === "end") refusal?.remove();
    controls.showHand(hand);
  },
  onRefused: explain,
});
const resultEntry = findMaybe(root, "[data-part=result]") ? new ResultEntry({ root, part, seat, ask }) : null;
/** @type {Controls} */
const controls = new Controls({ root, part, seat, ask, input, resultEntry, turn });
const rematch = new Rematch({ root, part, seat });

// ---- requests to the server

/** @param {import("../referee/rulings.js").Request} body */
function ask(body) {
  outbox.add(body, time.now_ms);
  sender.pump();
}

/** @param {string} move @param {number} [timeStamp] */
function makeMove(move, timeStamp) {
  try {
    ask(seat.play(move, { call: controls.takeCall(), spent_ms: turn.spentMs(timeStamp) }));
  } catch (fault) {
    explain(fault);
    return;
  }
  alerts.ring("moved");
  show();
  slide(move);
}

/**
 * Show the sentence of a refusal.
 * @param {unknown} fault
 */
function explain(fault) {
  if (!(fault instanceof Fault)) throw fault;
  alerts.ring("no");
  const words = fill(gettext(fault.template), namedParams(seat.state.game, fault.params));
  refusal?.remove();
  refusal = toast(`${words}${notMadeWords(fault)}`, { tone: "warning" });
}

/** @param {string} text */
function slide(text) {
  const move = lastMove(text);
  if (move) board?.animatePush(move);
}

// ---- messages of the server

showOutages(socket);

let wasMyTurn = false;
let wasAsked = false;

socket.on("state", (state) => {
  seat.onState(state);
  turn.onState(state);
  notices.hear(state.notices);
  if (!state.mine.seats.length && !rematch.leaves) location.replace(`/game/${config.code}/`); // the right was withdrawn
  if (state.position) board ??= layBoard(state.game);
  show();
  if (state.game.gone) showLink();
});

socket.on("presence", ({ seats }) => {
  seat.onPresence(seats);
  if (seat.state) showAway();
});

/** Show which players are away, since the others wait for their moves. */
function showAway() {
  const words = awayWords(seat.state, seat.mine);
  part("away").hidden = words === "";
  if (part("away").textContent !== words) part("away").textContent = words;
}

/** @param {import("../live/messages").Game} game */
const layBoard = (game) =>
  createBoard(part("board"), {
    isPlayed: true,
    onCell: (cell, timeStamp) => input.cell(cell, timeStamp),
    onEnd: (edge, timeStamp) => input.end(edge, timeStamp),
    onCancel: () => input.cancel(),
    seats: game.seats,
    orientation: edgeOf(game, config.seats[0]),
    label: gettext("Board"),
  });

socket.on("event", (message) => {
  const { event, outcome } = message;
  const { ownOffer } = seat;
  const drawn = seat.onEvent(message);
  turn.onState(seat.state);
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

sender.on("refused", (entry) => {
  outbox.clearRefused();
  seat.undo();
  alerts.ring("no");
  if (entry.refusal) toast(entry.refusal.text, { tone: "warning" });
  show();
});

const showLink = showConnection(
  socket,
  part("connection"),
  root,
  (stale) => {
    clocks.stale = stale && socket.status !== "connecting";
    if (seat.state) show();
  },
  () => Boolean(seat.state?.game.gone),
);

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
  clocks.show(state.clock, state.game.gone ? state.now_ms : null);
  controls.show(live);
  showAway();
  rematch.show();
  awake.keep(!state.game.gone && (state.status === "running" || state.status === "waiting"));
  alerts.title(isMyTurn ? gettext("Your turn") : "");
  const isAsked = Boolean(resultEntry?.isAsked);
  if ((isMyTurn && !wasMyTurn) || (isAsked && !wasAsked)) alerts.ring("turn");
  wasMyTurn = isMyTurn;
  wasAsked = isAsked;
}

/** @param {string} words */
function tell(words) {
  speak(part("told"), words);
}
onTimeShortcut(() => seat.state && tell(clocks.words(seat.state.game)));

part("mute").addEventListener("click", () => {
  alerts.muted = !alerts.muted;
  part("mute").setAttribute("aria-pressed", String(alerts.muted));
});
part("mute").setAttribute("aria-pressed", String(alerts.muted));
part("ticks").addEventListener("click", () => {
  alerts.ticks = !alerts.ticks;
  part("ticks").setAttribute("aria-pressed", String(alerts.ticks));
});
part("ticks").setAttribute("aria-pressed", String(alerts.ticks));

if (config.quick) enhanceMoving(null);
socket.open();
