/** The instant a ruling may charge up to, and clocks that stop with the game. */
import { GAME } from "../clock/clock.js";
import { Refused } from "./faults.js";

/** @typedef {import("../clock/clock.js").Clock} Clock */
/** @typedef {import("../clock/clock.js").SeatOrGame} SeatOrGame */
/** @typedef {import("../clock/clock.js").Step} Step */
/** @typedef {import("../rules/outcome.js").Outcome} Outcome */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./state.js").State} State */

/** Why the clocks stand while an entered result waits for its answer. */
export const RESULT = "result";

/**
 * The instant to charge up to, or `flag-fallen`. Never before the last event. Past the deadline but within what lag
 * could still give back, nobody has lost yet: the turn is charged to the last millisecond before it.
 * @param {State} state @param {number} now_ms
 */
export function inTime(state, now_ms) {
  const at_ms = Math.max(now_ms, state.at_ms);
  const deadline_ms = state.clock.next_deadline_ms;
  if (deadline_ms === null || at_ms < deadline_ms) return at_ms;
  if (at_ms - state.lag(state.seat).left_ms >= deadline_ms) throw flagFallen(state.clock.fallen(at_ms));
  return Math.max(state.at_ms, deadline_ms - 1);
}

/**
 * The same for what needs a game that has started and is not over.
 * @param {State} state @param {number} now_ms
 */
export function ongoing(state, now_ms) {
  notOver(state);
  if (!state.clock.started) throw new Refused("not-started");
  return inTime(state, now_ms);
}

/** @param {State} state */
export function notOver(state) {
  if (state.outcome) throw new Refused("game-over");
}

/**
 * For what ends a turn: the clock of the seat on the move must run.
 * @param {State} state
 */
export function running(state) {
  notOver(state);
  if (!state.clock.started) throw new Refused("not-started");
  if (!state.clock.running) throw new Refused("paused");
}

/** @param {SeatOrGame | null} fell */
const flagFallen = (fell) => new Refused("flag-fallen", { seat: fell ?? GAME });

/**
 * The clock after an event that may have ended the game.
 * @param {Clock} clock @param {number} now_ms @param {Outcome | null} outcome
 */
export const stopped = (clock, now_ms, outcome) => (outcome ? clock.stop(now_ms).clock : clock);

/**
 * The clock once nobody waits for an answer to an entered result any more.
 * @param {Clock} clock @param {number} now_ms
 */
export const withoutResultPause = (clock, now_ms) =>
  clock.pauses.includes(RESULT) ? clock.resume(now_ms, RESULT).clock : clock;

/**
 * End the turn, or refuse because the time is gone even with what lag gives back.
 * @param {State} state @param {number} now_ms @param {Seat} next_seat @param {number} lag_ms
 */
export const press = (state, now_ms, next_seat, lag_ms) => stepped(state.clock.press(now_ms, next_seat, lag_ms));

/**
 * A step that took place: time that is gone refuses the request.
 * @param {Step} step
 */
export function stepped(step) {
  if (step.fell !== null) throw flagFallen(step.fell);
  return step;
}
