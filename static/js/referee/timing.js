/** The instant a ruling charges up to, and clocks that stop with the game. */
import { GAME } from "../clock/clock.js";
import { Refused } from "./faults.js";

/** @typedef {import("../clock/clock.js").Clock} Clock */
/** @typedef {import("../clock/clock.js").SeatOrGame} SeatOrGame */
/** @typedef {import("../clock/clock.js").Step} Step */
/** @typedef {import("../rules/outcome.js").Outcome} Outcome */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./state.js").State} State */

/** Why the clocks pause while an entered result waits for its answer. */
export const RESULT = "result";

/**
 * Return the instant to charge up to, never before the last event. Refuses with `flag-fallen`. Past the deadline but
 * within what lag could still give back, no player has lost yet: the turn is charged to the last millisecond before it.
 * @param {State} state @param {number} now_ms
 */
export function chargeUntilMs(state, now_ms) {
  const at_ms = Math.max(now_ms, state.at_ms);
  const deadline_ms = state.clock.next_deadline_ms;
  if (deadline_ms === null || at_ms < deadline_ms) return at_ms;
  if (at_ms - state.lag(state.seat).left_ms >= deadline_ms) throw flagFallen(state.clock.fallenSeat(at_ms));
  return Math.max(state.at_ms, deadline_ms - 1);
}

/**
 * Refuse unless the game has started and is not over; return the instant to charge up to.
 * @param {State} state @param {number} now_ms
 */
export function requireOngoing(state, now_ms) {
  requireNotOver(state);
  if (!state.clock.started) throw new Refused("not-started");
  return chargeUntilMs(state, now_ms);
}

/** @param {State} state */
export function requireNotOver(state) {
  if (state.outcome) throw new Refused("game-over");
}

/**
 * Refuse unless the clock of the seat on the move runs: for requests that end a turn.
 * @param {State} state
 */
export function requireRunning(state) {
  requireNotOver(state);
  if (!state.clock.started) throw new Refused("not-started");
  if (!state.clock.running) throw new Refused("paused");
}

/** @param {SeatOrGame | null} fell */
const flagFallen = (fell) => new Refused("flag-fallen", { seat: fell ?? GAME });

/**
 * Stop the clock if the event ended the game.
 * @param {Clock} clock @param {number} now_ms @param {Outcome | null} outcome
 */
export const stopIfOver = (clock, now_ms, outcome) => (outcome ? clock.stop(now_ms).clock : clock);

/**
 * Resume the clock that was paused for an entered result.
 * @param {Clock} clock @param {number} now_ms
 */
export const endResultPause = (clock, now_ms) =>
  clock.pauses.includes(RESULT) ? clock.resume(now_ms, RESULT).clock : clock;

/**
 * End the turn, or refuse because the time is gone even with what lag gives back.
 * @param {State} state @param {number} now_ms @param {Seat} next_seat @param {number} lag_ms
 */
export const press = (state, now_ms, next_seat, lag_ms) => checkFlag(state.clock.press(now_ms, next_seat, lag_ms));

/**
 * Refuse a step that found the flag fallen.
 * @param {Step} step
 */
export function checkFlag(step) {
  if (step.fell !== null) throw flagFallen(step.fell);
  return step;
}
