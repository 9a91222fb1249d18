/** Rulings on what the players agree: draw offers, takebacks among friends, resigning, confirming a result. */
import { endingFits, outcome, resultOf } from "../rules/outcome.js";
import { SEATS, opponent } from "../rules/seats.js";
import { Refused } from "./faults.js";
import { event } from "./events.js";
import { RESULT, checkFlag, endResultPause, requireOngoing, stopIfOver } from "./timing.js";

/** @typedef {import("../rules/outcome.js").Outcome} Outcome */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./rulings.js").Asked} Asked */
/** @typedef {import("./state.js").Proposal} Proposal */
/** @typedef {import("./state.js").State} State */

/**
 * Offer a draw on one's own turn; not again before the opponent has offered (docs/rules.md#draws).
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function offer(state, { seat }, now_ms) {
  const at_ms = requireOngoing(state, now_ms);
  if (!state.agreement.rules.draw_offers) throw new Refused("no-draw-offers");
  if (seat !== state.seat) throw new Refused("offer-on-turn");
  if (state.proposal) throw new Refused("proposal-stands");
  if (state.offered === SEATS[seat].side) throw new Refused("offered-last");
  return event("offered", at_ms, state.clock, { seat });
}

/** @param {State} state @param {Asked} request @param {number} now_ms */
export function askTakeback(state, { seat, to_ply }, now_ms) {
  const at_ms = requireOngoing(state, now_ms);
  if (!state.agreement.casual) throw new Refused("arbiter-takes-back"); // docs/clocks.md#takebacks
  if (state.proposal) throw new Refused("proposal-stands");
  return event("takeback-asked", at_ms, state.clock, { seat, to_ply });
}

/**
 * Accept what was asked. In fours both partners must agree (docs/rules.md#draws).
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function accept(state, { seat }, now_ms) {
  const at_ms = requireOngoing(state, now_ms);
  const proposal = requireAnswerable(state, seat);
  const drawn = proposal.asked === "draw" && agreesFully(proposal, seat) ? outcome(null, "agreement") : null;
  return event("accepted", at_ms, stopIfOver(state.clock, at_ms, drawn), { outcome: drawn, seat });
}

/**
 * Decline an offer, a partner's wish to resign, or an entered result: then the clocks run on. The side that entered the
 * result may decline it too, and so take the entry back.
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function decline(state, { seat }, now_ms) {
  const at_ms = requireOngoing(state, now_ms);
  const { proposal } = state;
  const { side, partner } = SEATS[seat];
  if (proposal && SEATS[proposal.by].side !== side) return event("declined", at_ms, state.clock, { seat, asked: null });
  if (partner && state.resigning.includes(partner)) {
    return event("declined", at_ms, state.clock, { seat, asked: "resign" });
  }
  if (state.claims.length) {
    return event("declined", at_ms, endResultPause(state.clock, at_ms), { seat, asked: "result" });
  }
  throw new Refused(proposal ? "own-proposal" : "nothing-to-answer");
}

/**
 * Resign at any time; in fours it takes both partners (docs/rules.md#draws).
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function resign(state, { seat }, now_ms) {
  const at_ms = requireOngoing(state, now_ms);
  if (state.resigning.includes(seat)) throw new Refused("agreed-already", { seat });
  const { partner, side } = SEATS[seat];
  const lost = !partner || state.resigning.includes(partner) ? outcome(opponent(side), "resignation") : null;
  return event("resigned", at_ms, stopIfOver(state.clock, at_ms, lost), { outcome: lost, seat });
}

/**
 * Confirm the result of a finished game; clock only: enter a result, which counts once both sides agree.
 * The first entry stops the clocks until it is answered: a side that has just made a line must not lose on time while
 * the other looks. So that no player stops them again and again to think, a side whose entry was turned down enters
 * none in the same turn, unless it agrees with one of the other side.
 * @param {State} state @param {Asked} request @param {number} now_ms
 */
export function confirm(state, request, now_ms) {
  const { side, winner, ending = "line" } = request;
  if (state.outcome) return confirmFinished(state, state.outcome, request, Math.max(now_ms, state.at_ms));
  if (state.agreement.input === "moves") throw new Refused("game-not-over");
  const at_ms = requireOngoing(state, now_ms);
  if (!endingFits(ending, winner)) throw new Refused("wrong-ending", { result: winner ?? "draw", ending });
  const claim = { side, outcome: outcome(winner, ending) };
  const other = state.claims.find((each) => each.side !== side);
  // The ending that a side names is only a remark: both must agree on the result.
  if (other && other.outcome.winner === winner) {
    const clock = stopIfOver(endResultPause(state.clock, at_ms), at_ms, claim.outcome);
    return event("confirmed", at_ms, clock, { outcome: claim.outcome, side, claim });
  }
  if (state.disputed.includes(side) && !other) throw new Refused("entry-turned-down");
  return event("confirmed", at_ms, checkFlag(state.clock.pause(at_ms, RESULT)).clock, { side, claim });
}

/** @param {State} state @param {Outcome} ended @param {Asked} request @param {number} at_ms */
function confirmFinished(state, ended, { side, winner }, at_ms) {
  if (winner !== ended.winner) throw new Refused("other-result", { result: resultOf(ended) });
  if (state.confirmed.includes(side)) throw new Refused("confirmed-already", { side });
  return event("confirmed", at_ms, state.clock, { side, claim: null });
}

/** @param {State} state @param {Seat} seat */
function requireAnswerable(state, seat) {
  const { proposal } = state;
  if (!proposal) throw new Refused("nothing-to-answer");
  if (SEATS[proposal.by].side === SEATS[seat].side) throw new Refused("own-proposal");
  if (proposal.agreed.includes(seat)) throw new Refused("agreed-already", { seat });
  return proposal;
}

/**
 * Tell whether all who were asked have agreed once this seat does.
 * @param {Proposal} proposal @param {Seat} seat
 */
export function agreesFully(proposal, seat) {
  const { partner } = SEATS[seat];
  return !partner || proposal.agreed.includes(partner);
}
