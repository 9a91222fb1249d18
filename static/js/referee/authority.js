/** Rulings for the arbiter: pauses, corrections of clocks, penalties, takebacks, positions, results. */
import { GAME, step } from "../clock/clock.js";
import { toJson } from "../clock/snapshot.js";
import { endingFits, outcome } from "../rules/outcome.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { SEATS, opponent } from "../rules/seats.js";
import { dumpPlay } from "./codec.js";
import { Refused } from "./faults.js";
import { event } from "./events.js";
import { apply } from "./folding.js";
import { State, tableOf } from "./state.js";
import { chargeUntilMs, checkFlag, endResultPause, requireNotOver, requireOngoing, stopIfOver } from "./timing.js";

/** @typedef {import("../clock/clock.js").SeatOrGame} SeatOrGame */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./events.js").GameEvent} GameEvent */
/** @typedef {import("./rulings.js").Asked} Asked */

const SECOND_ILLEGAL_LOSES = 1; // illegal moves of a side before the losing one (docs/rules.md#wooden-board)

/** @param {State} state @param {Asked} request @param {number} now_ms */
export function pause(state, request, now_ms) {
  const at_ms = requireOngoing(state, now_ms);
  const reason = requireReason(request.reason);
  if (state.clock.pauses.includes(reason)) throw new Refused("paused-already");
  return event("paused", at_ms, checkFlag(state.clock.pause(at_ms, reason)).clock, { reason });
}

/** @param {State} state @param {Asked} request @param {number} now_ms */
export function resume(state, { reason = null }, now_ms) {
  const at_ms = requireOngoing(state, now_ms);
  return event("resumed", at_ms, state.clock.resume(at_ms, reason).clock, { reason });
}

/**
 * Call the arbiter: the only way a player pauses in a tournament (docs/clocks.md#pauses).
 * @param {State} state @param {Partial<Asked>} request @param {number} now_ms
 */
export function callArbiter(state, { seat, reason = "" }, now_ms) {
  const at_ms = requireOngoing(state, now_ms);
  if (state.arbiter && state.clock.pauses.includes("arbiter")) throw new Refused("paused-already");
  const { clock } = checkFlag(state.clock.pause(at_ms, "arbiter"));
  return event("arbiter-called", at_ms, clock, { seat: seat ?? null, reason });
}

/** @param {State} state @param {Asked} request @param {number} now_ms */
export function adjust(state, request, now_ms) {
  const { seat = null, set_ms = null, add_ms = 0, periods = null, turn = null } = request;
  requireNotOver(state);
  const at_ms = chargeUntilMs(state, now_ms);
  const before = checkFlag(state.clock.chargeUntil(at_ms)).clock;
  let changed = step(before);
  if (seat === null || (set_ms === null && !add_ms && periods === null)) {
    if (turn === null) throw new Refused("nothing-to-change");
  } else {
    requireSeatOrGame(state, seat);
    changed = before.adjust(at_ms, seat, { set_ms, add_ms, periods });
  }
  let { clock } = changed;
  if (turn !== null) {
    requireCanMove(state, turn);
    clock = checkFlag(clock.setTurn(at_ms, turn)).clock;
  }
  return event("adjusted", at_ms, clock, {
    seat,
    before: toJson(before),
    given: changed.given,
    turn,
    set_ms,
    add_ms,
    periods,
    reason: requireReason(request.reason),
  });
}

/** @param {State} state @param {Asked} request @param {number} now_ms */
export function penalise(state, { seat, time_ms = null, reason }, now_ms) {
  requireNotOver(state);
  requireSeatOrGame(state, seat);
  const at_ms = chargeUntilMs(state, now_ms);
  const before = checkFlag(state.clock.chargeUntil(at_ms)).clock;
  const changed = before.penalty(at_ms, seat, time_ms);
  return event("penalised", at_ms, changed.clock, {
    seat,
    before: toJson(before),
    given: changed.given,
    time_ms,
    reason: requireReason(reason),
  });
}

/**
 * Note an illegal move that was put back: the first costs a penalty, the second of a side the game.
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function noteIllegal(state, { seat, reason = "" }, now_ms) {
  const at_ms = requireOngoing(state, now_ms);
  requireSeatOrGame(state, seat);
  const { side } = SEATS[seat];
  const before = checkFlag(state.clock.chargeUntil(at_ms)).clock;
  const lost = state.illegal.filter((each) => each === side).length >= SECOND_ILLEGAL_LOSES;
  const ended = lost ? outcome(opponent(side), "ruling") : null;
  const changed = lost ? step(before) : before.penalty(at_ms, seat);
  return event("illegal-noted", at_ms, stopIfOver(changed.clock, at_ms, ended), {
    outcome: ended,
    seat,
    before: toJson(before),
    given: changed.given,
    reason,
  });
}

const GIVES_TIME = ["adjusted", "penalised", "illegal-noted"];

/**
 * Restore cubes, counters and clocks of that ply; give later penalties and corrections again. The one ruling that needs
 * the log. The undone positions are forgotten with the counters; the limit of the game is not rewound
 * (docs/clocks.md#takebacks).
 * @param {State} state @param {Partial<Asked>} request @param {number} now_ms @param {GameEvent[]} past
 */
export function takeBack(state, { to_ply, seat, reason = "" }, now_ms, past) {
  const at_ms = requireOngoing(state, now_ms);
  requirePastPly(state, to_ply);
  const { stood, later } = stateAtPly(state, to_ply, past);
  const gifts = later.filter(({ kind }) => GIVES_TIME.includes(kind)).flatMap((each) => each.given);
  const back = checkFlag(state.clock.takeBack(at_ms, stood.clock)).clock;
  const clock = endResultPause(checkFlag(back.give(at_ms, gifts)).clock, at_ms);
  return event("taken-back", at_ms, clock, { to_ply, play: dumpPlay(stood.play), seat: seat ?? null, reason });
}

/** @param {State} state @param {Asked} request @param {number} now_ms */
export function setPosition(state, request, now_ms) {
  requireNotOver(state);
  if (!state.play) throw new Refused("clock-only");
  const asked = Position.parse(request.position);
  const { seats } = SEATS[state.agreement.first];
  if (asked.seats !== seats) throw new Refused("wrong-position", { given: asked.seats, seats });
  const at_ms = chargeUntilMs(state, now_ms);
  const { position } = Play.begin(asked, state.agreement.rules).afterPasses();
  let { clock } = checkFlag(state.clock.chargeUntil(at_ms));
  if (position.seat !== clock.turn.seat) clock = checkFlag(clock.setTurn(at_ms, position.seat)).clock;
  return event("position-set", at_ms, clock, { position: String(position), reason: requireReason(request.reason) });
}

/**
 * Declare any result for the arbiter, with a reason, even when a flag has just fallen.
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function rule(state, { winner, ending = "ruling", reason }, now_ms) {
  requireNotOver(state);
  if (!endingFits(ending, winner)) throw new Refused("wrong-ending", { result: winner ?? "draw", ending });
  const at_ms = Math.max(now_ms, state.at_ms);
  const { clock } = state.clock.stop(at_ms);
  return event("ruled", at_ms, clock, { outcome: outcome(winner, ending), reason: requireReason(reason) });
}

/** @param {State} state @param {Asked} request @param {number} now_ms */
export function reopen(state, { reason }, now_ms) {
  if (!state.outcome) throw new Refused("game-not-over");
  const at_ms = Math.max(now_ms, state.at_ms);
  let clock = endResultPause(state.clock.reopen("arbiter").clock, at_ms);
  const turn = seatThatCanMove(state);
  if (turn) ({ clock } = clock.setTurn(at_ms, turn));
  return event("reopened", at_ms, clock, { reason: requireReason(reason), turn });
}

/**
 * Return the seat after forced passes that the end of the game prevented; null if nothing changes.
 * @param {State} state
 */
function seatThatCanMove({ play }) {
  if (!play || !play.position.isStuck) return null;
  let { position } = play;
  while (position.isStuck) position = position.afterPass();
  return position.seat;
}

/** @param {State} state @param {number} ply */
export function requirePastPly(state, ply) {
  if (!(ply >= 0 && ply < state.ply)) throw new Refused("no-such-ply", { ply, current: state.ply });
}

/**
 * Return the state right after the ply was last reached, and the later events.
 * @param {State} state @param {number} ply @param {GameEvent[]} past
 */
function stateAtPly(state, ply, past) {
  let at = State.new(state.agreement);
  let stood = at;
  let reached = 0;
  for (const [place, each] of past.entries()) {
    const before = at;
    at = apply(at, each);
    const fresh = at.ply !== before.ply || each.kind === "started" || each.kind === "position-set";
    if (at.ply === ply && fresh) [stood, reached] = [at, place + 1];
  }
  return { stood, later: past.slice(reached) };
}

/** @param {State} state @param {Seat} seat */
function requireCanMove(state, seat) {
  requireSeatOrGame(state, seat);
  if (state.play && new Position(state.play.position.cubes, seat).isStuck) {
    throw new Refused("no-turn-for-stuck", { seat });
  }
}

/** @param {State} state @param {SeatOrGame} seat */
function requireSeatOrGame(state, seat) {
  if (seat !== GAME && !tableOf(state.agreement).includes(seat)) throw new Refused("no-such-seat", { seat });
}

/** @param {string} reason */
function requireReason(reason) {
  if (!reason.trim()) throw new Refused("reason-missing");
  return reason.trim();
}
