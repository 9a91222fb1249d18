/** Rulings on turns: start, move, press, call, flag. docs/rules.md and docs/clocks.md apply. */
import { GAME } from "../clock/clock.js";
import { parseMove } from "../rules/moves.js";
import { outcome } from "../rules/outcome.js";
import { SEATS, opponent } from "../rules/seats.js";
import { Refused } from "./faults.js";
import { event } from "./events.js";
import { press, requireNotOver, requireRunning, stopIfOver } from "./timing.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./rulings.js").Asked} Asked */
/** @typedef {import("./state.js").State} State */

/** @param {State} state @param {Asked} request @param {number} now_ms */
export function start(state, request, now_ms) {
  requireNotOver(state);
  if (state.clock.started) throw new Refused("already-started");
  const at_ms = Math.max(now_ms, state.at_ms);
  return event("started", at_ms, state.clock.start(at_ms).clock);
}

/**
 * Judge a move; then pass the turns of seats that can take nothing (docs/rules.md#forced-passes).
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function move(state, request, now_ms) {
  if (!state.play) throw new Refused("clock-only");
  requireTurn(state, request);
  const moved = state.play.move(parseMove(request.move), request.seat);
  const after = moved.afterPasses();
  const at_ms = Math.max(now_ms, state.at_ms);
  const { elapsed_ms, lag_ms } = measureTurn(state, request, at_ms);
  const { clock } = press(state, at_ms, after.position.seat, lag_ms);
  return event("moved", at_ms, stopIfOver(clock, at_ms, after.outcome), {
    outcome: after.outcome,
    seat: request.seat,
    move: request.move,
    position: String(after.position),
    took_blank: moved.quiet === 0,
    uncalled: after.uncalled,
    passes: passedSeats(moved.position.seat, after.position.seat),
    elapsed_ms,
    lag_ms,
  });
}

/**
 * End a turn at the wooden board, of which only the clock is known.
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function endTurn(state, request, now_ms) {
  if (state.play) throw new Refused("moves-kept");
  requireTurn(state, request);
  const at_ms = Math.max(now_ms, state.at_ms);
  const { elapsed_ms, lag_ms } = measureTurn(state, request, at_ms);
  const { clock } = press(state, at_ms, SEATS[request.seat].next, lag_ms);
  return event("pressed", at_ms, clock, { seat: request.seat, elapsed_ms, lag_ms });
}

/**
 * Announce a line after the move, perhaps while the next clock runs (docs/rules.md#announcing).
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function call(state, request, now_ms) {
  requireNotOver(state);
  if (!state.play) throw new Refused("clock-only");
  requirePly(state, request.ply);
  const called = state.play.call(request.seat);
  // The line counts from the move that made it: a flag that fell while its maker called changes nothing.
  const deadline_ms = state.clock.next_deadline_ms;
  let at_ms = Math.max(now_ms, state.at_ms);
  if (deadline_ms !== null && at_ms >= deadline_ms) at_ms = Math.max(state.at_ms, deadline_ms - 1);
  const clock = stopIfOver(state.clock, at_ms, called.outcome);
  return event("called", at_ms, clock, { outcome: called.outcome, seat: request.seat });
}

/**
 * Mark a fallen flag, which loses for the whole side, or apply the game's limit (docs/rules.md#time-limits).
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function flag(state, request, now_ms) {
  requireRunning(state);
  const at_ms = Math.max(now_ms, state.at_ms);
  const { clock, fell } = state.clock.flag(at_ms, state.lag(state.seat).left_ms);
  if (fell !== null && fell !== GAME) {
    return event("flagged", at_ms, clock, { outcome: outcome(opponent(SEATS[fell].side), "flag"), seat: fell });
  }
  if (state.agreement.rules.game_limit === "draw") {
    return event("flagged", at_ms, clock, { outcome: outcome(null, "game-limit"), seat: null });
  }
  return event("flagged", at_ms, clock.reopen("game-limit").clock, { seat: null });
}

/** @param {State} state @param {Asked} request */
function requireTurn(state, { seat, ply }) {
  requireRunning(state);
  requirePly(state, ply);
  if (seat !== state.seat) throw new Refused("not-your-turn", { seat, turn: state.seat });
}

/**
 * Refuse a request for another position: its sender could not have seen this one.
 * @param {State} state @param {number} ply
 */
function requirePly(state, ply) {
  if (ply !== state.ply) throw new Refused("wrong-ply", { ply, current: state.ply });
}

/**
 * Return the raw time of the turn, and what of it the network caused (docs/clocks.md#lag).
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
function measureTurn(state, { seat, spent_ms = null, round_trip_ms = 0 }, now_ms) {
  const elapsed_ms = state.clock.elapsedMs(now_ms);
  if (state.agreement.keeper === "table" || spent_ms === null) return { elapsed_ms, lag_ms: 0 };
  return { elapsed_ms, lag_ms: state.lag(seat).givenBackMs(elapsed_ms, spent_ms, round_trip_ms) };
}

/** @param {Seat} from @param {Seat} to */
function passedSeats(from, to) {
  const passes = [];
  for (let seat = from; seat !== to; seat = SEATS[seat].next) passes.push(seat);
  return passes;
}
