/** The referee: grant a request with exactly one event, or refuse it with a code and a sentence. */
import { GAME } from "../clock/clock.js";
import { ClockRefused } from "../clock/faults.js";
import { IllegalMove } from "../rules/faults.js";
import { SEATS } from "../rules/seats.js";
import * as accords from "./accords.js";
import * as authority from "./authority.js";
import { Refused } from "./faults.js";
import { apply } from "./folding.js";
import { tableOf } from "./state.js";
import * as turns from "./turns.js";

/** @typedef {import("../clock/clock.js").SeatOrGame} SeatOrGame */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../rules/seats.js").Side} Side */
/** @typedef {import("./events.js").GameEvent} GameEvent */
/** @typedef {import("./state.js").State} State */
/** @typedef {{ before: State, event: GameEvent, after: State }} Ruling */
/** @typedef {{ type: string } & Record<string, any>} Request  as it is sent, see docs/protocol.md */
/** @typedef {{ seat: Seat, side: Side } & Record<string, any>} Asked  its fields; each ruling reads its own */

/**
 * Grant or refuse the request (throws `Refused`). Only takebacks read `past`, the whole log.
 * @param {State} state @param {Request} request @param {number} now_ms @param {GameEvent[]} [past]
 * @returns {Ruling}
 */
export function decide(state, request, now_ms, past = []) {
  try {
    const event = rule(state, request, now_ms, past);
    return { before: state, event, after: apply(state, event) };
  } catch (fault) {
    if (fault instanceof IllegalMove || fault instanceof ClockRefused) throw Refused.fromFault(fault);
    throw fault;
  }
}

/** @param {State} state @param {Request} request @param {number} now_ms @param {GameEvent[]} past */
function rule(state, request, now_ms, past) {
  checkSeat(state, request.seat ?? null);
  if (request.type === "takeback") {
    const asked = /** @type {Request & Asked} */ (request);
    if ((request.seat ?? null) === null) return authority.takeBack(state, asked, now_ms, past);
    authority.requirePastPly(state, request.to_ply);
    return accords.askTakeback(state, asked, now_ms);
  }
  if (state.proposal && completesTakeback(state.proposal, request)) {
    const granted = { ...request, seat: request.seat, side: request.side, to_ply: state.proposal.to_ply };
    return authority.takeBack(state, granted, now_ms, past);
  }
  return RULINGS[request.type](state, request, now_ms);
}

/**
 * Refuse a seat of the other game, with two or with four players.
 * @param {State} state @param {SeatOrGame | null} seat
 */
function checkSeat(state, seat) {
  if (seat !== null && seat !== GAME && !tableOf(state.agreement).includes(seat)) {
    throw new Refused("no-such-seat", { seat });
  }
}

/**
 * Tell whether this is the last consent that a takeback among friends needs.
 * @param {import("./state.js").Proposal} proposal @param {Request & Partial<Asked>} request
 */
function completesTakeback(proposal, { type, seat }) {
  return (
    type === "accept" &&
    seat !== undefined &&
    proposal.asked === "takeback" &&
    SEATS[proposal.by].side !== SEATS[seat].side &&
    !proposal.agreed.includes(seat) &&
    accords.agreesFully(proposal, seat)
  );
}

/** @type {Readonly<Record<string, (state: State, request: any, now_ms: number) => GameEvent>>} */
const RULINGS = {
  start: turns.start,
  move: turns.move,
  press: turns.endTurn,
  call: turns.call,
  flag: turns.flag,
  offer: accords.offer,
  accept: accords.accept,
  decline: accords.decline,
  resign: accords.resign,
  confirm: accords.confirm,
  pause: authority.pause,
  resume: authority.resume,
  arbiter: authority.callArbiter,
  adjust: authority.adjust,
  penalty: authority.penalise,
  illegal: authority.noteIllegal,
  position: authority.setPosition,
  rule: authority.rule,
  reopen: authority.reopen,
};
