/** The buttons and the clock of a seat: which are shown at a moment, and the request of each. Pure. */
import { SEATS } from "../rules/seats.js";

/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../game/replay.js").Made} Made */

/**
 * Return the ply before the last move of this seat's side, for a takeback. Null if it has not moved.
 * @param {Made[]} moves @param {Seat} seat
 */
function plyBefore(moves, seat) {
  const { side } = SEATS[seat];
  for (let ply = moves.length - 1; ply >= 0; ply--) if (SEATS[moves[ply].seat].side === side) return ply;
  return null;
}

/**
 * Return the buttons of a seat.
 * @param {Seat} seat @param {State} state
 * @param {{ moves: Made[], armed: boolean, blocked: boolean }} view  `armed`: the next move is called
 * @returns {Record<string, { hidden: boolean, disabled?: boolean, pressed?: boolean }>}
 */
export function actionsOf(seat, state, { moves, armed, blocked }) {
  const { rules, casual, input } = state.agreement;
  const goesOn = state.clock.started && !state.outcome;
  const asks = Boolean(state.proposal);
  const crowded = SEATS[seat].seats === 4 && rules.announce === "required";
  const mayOffer = state.seat === seat && state.status === "running" && !asks && state.offered !== SEATS[seat].side;
  return {
    quixo: {
      hidden: !goesOn || input !== "moves" || rules.announce !== "required",
      disabled: blocked,
      pressed: armed && state.seat === seat,
    },
    result: {
      hidden: !goesOn || input !== "presses",
      disabled: blocked || state.disputed.includes(SEATS[seat].side),
    },
    offer: { hidden: !goesOn || !rules.draw_offers || input !== "moves", disabled: blocked || !mayOffer },
    // In a game for four the call leaves no room for it, so it is in the menu.
    takeback: { hidden: !goesOn || !casual || crowded, disabled: blocked || asks || plyBefore(moves, seat) === null },
    resign: { hidden: !goesOn, disabled: blocked || state.resigning.includes(seat) },
  };
}

/**
 * Count the buttons of a seat during the game; their room is reserved before and after.
 * @param {State["agreement"]} agreement @param {2 | 4} seats
 */
export function buttonCount({ rules, casual, input }, seats) {
  const calls = input === "moves" && rules.announce === "required";
  const offers = input === "presses" || rules.draw_offers; // with wooden cubes the players enter the result
  return [calls, offers, casual && !(calls && seats === 4), true].filter(Boolean).length;
}

/**
 * Return the meaning of a pressed button: a request, or a choice on the tablet first.
 * @param {string} name @param {Seat} seat @param {State} state @param {Made[]} moves
 * @returns {{ request?: Request, arms?: boolean, chooses?: boolean }}
 */
export function pressMeaning(name, seat, state, moves) {
  if (name === "result") return { chooses: true };
  if (name === "quixo") return callOrArm(seat, state);
  if (name === "takeback") return { request: { type: "takeback", seat, to_ply: plyBefore(moves, seat) } };
  return { request: { type: name, seat } };
}

/**
 * Call a line after the move; before it, arm the call for the next move (docs/rules.md#announcing).
 * @param {Seat} seat @param {State} state @returns {{ request?: Request, arms?: boolean }}
 */
function callOrArm(seat, { seat: turn, status, ply, play }) {
  const justMoved = play && play.mover !== null && SEATS[play.mover].side === SEATS[seat].side;
  const mayCall = justMoved && play.uncalled.length > 0;
  if (turn === seat && status === "running" && !mayCall) return { arms: true };
  return { request: { type: "call", seat, ply } };
}

/**
 * Return the meaning of a touch on a clock: before the game every clock starts it; with wooden cubes it ends the turn;
 * with cubes on the screen it confirms a waiting move, and otherwise explains how moves are made.
 * @param {Seat} seat @param {State} state @param {import("../board/input.js").Hand["asks"]} asks what the board wants next
 * @returns {{ starts?: boolean, request?: Request, confirms?: boolean, words?: "own" | "other" }}
 */
export function clockMeaning(seat, { status, agreement, seat: turn, ply }, asks) {
  if (status === "waiting") return { starts: true };
  if (status !== "running") return {};
  if (agreement.input === "presses") return seat === turn ? { request: { type: "press", seat, ply } } : {};
  if (seat !== turn) return { words: "other" };
  return asks === "press" ? { confirms: true } : { words: "own" };
}
