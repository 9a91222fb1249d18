/** Apply events to states. No event is judged here: the log is a list of facts. */
import { fromJson } from "../clock/snapshot.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { SEATS, opponent } from "../rules/seats.js";
import { loadPlay } from "./codec.js";
import { State } from "./state.js";

/** @typedef {import("../clock/clock.js").Clock} Clock */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./events.js").GameEvent} GameEvent */
/** @typedef {import("./state.js").StateFields} StateFields */

/**
 * Return the state after one more event.
 * @param {State} state @param {import("./events.js").GameEvent} event
 */
export function apply(state, event) {
  const clock = fromJson(event.clock);
  const changes = FOLDS[event.kind](state, event, clock);
  if (event.outcome) {
    const play = "play" in changes ? changes.play : state.play;
    Object.assign(changes, { outcome: event.outcome, proposal: null, resigning: [] });
    if (play) changes.play = play.with({ outcome: event.outcome });
  }
  return state.with({ seq: state.seq + 1, at_ms: event.at_ms, clock, ...changes });
}

/**
 * Return the state that a whole log gives.
 * @param {import("./state.js").Agreement} agreement
 * @param {GameEvent[]} events
 */
export const replay = (agreement, events) => events.reduce(apply, State.new(agreement));

/** @param {Seat} seat */
const sideOf = (seat) => SEATS[seat].side;
const changeNothing = () => ({});
const NO_CLAIMS = { claims: [], disputed: [] };

/** @param {Play} play @param {GameEvent} event */
function playAfterMove(play, event) {
  const position = Position.parse(event.position);
  const seen = event.took_blank ? [] : play.seen;
  return play.with({
    position,
    ply: play.ply + 1,
    quiet: event.took_blank ? 0 : play.quiet + 1,
    seen: play.rules.repetition && !position.isStuck ? [...seen, position.key] : seen,
    mover: event.seat,
    uncalled: event.uncalled,
  });
}

/**
 * Drop an offer that the other side answered by moving, and a side's wish to resign once it has moved.
 * @param {State} state @param {GameEvent} event
 */
function endTurn(state, event) {
  const side = sideOf(event.seat);
  const { proposal } = state;
  const answered = proposal && (sideOf(proposal.by) !== side || proposal.asked === "takeback");
  return {
    ply: state.ply + 1,
    lags: state.lagsAfter(event.seat, event.lag_ms),
    proposal: answered ? null : proposal,
    resigning: state.resigning.filter((seat) => sideOf(seat) !== side),
    ...NO_CLAIMS,
  };
}

/** @param {State} state @param {GameEvent} gameEvent @returns {Partial<StateFields>} */
function applyDeclined(state, { seat, asked }) {
  if (asked === "resign") return { resigning: state.resigning.filter((each) => each !== SEATS[/** @type {Seat} */ (seat)].partner) };
  return asked === "result" ? dropClaims(state) : { proposal: null };
}

/** @param {State} state */
const dropClaims = ({ claims }) => ({ claims: [], disputed: claims.map(({ side }) => side) });

/** @param {State} state @param {GameEvent} event */
function applyAdjusted(state, event) {
  if (!event.turn || !state.play) return {};
  const position = new Position(state.play.position.cubes, event.turn);
  return { play: state.play.with({ position, uncalled: [] }) };
}

/** @param {State} state @param {GameEvent} gameEvent */
function applyReopened(state, { turn }) {
  let play = state.play && state.play.with({ outcome: null });
  if (play && turn) play = play.with({ position: new Position(play.position.cubes, turn) });
  // Only the arbiter reopens a game: a call from before the result is answered.
  return { outcome: null, play, confirmed: [], arbiter: false, ...NO_CLAIMS };
}

/** @param {State} state @param {GameEvent} gameEvent */
function applyConfirmed(state, { side, claim, outcome }) {
  if (!claim) return { confirmed: [...state.confirmed, side] };
  const others = state.claims.filter((each) => each.side !== side);
  return { claims: [...others, claim], confirmed: outcome ? [opponent(side), side] : [] };
}

/**
 * What each kind of event changes, beside the clock, the instant and the outcome.
 * @type {Readonly<Record<string, (state: State, event: GameEvent, clock: Clock) => Partial<StateFields>>>}
 */
const FOLDS = {
  started: changeNothing,
  moved: (state, event) => ({ play: state.play && playAfterMove(state.play, event), ...endTurn(state, event) }),
  pressed: endTurn,
  called: (state) => (state.play ? { play: state.play.with({ uncalled: [] }) } : {}),
  offered: (state, { seat }) => ({
    proposal: { asked: "draw", by: seat, to_ply: 0, agreed: [] },
    offered: sideOf(seat),
  }),
  "takeback-asked": (state, { seat, to_ply }) => ({ proposal: { asked: "takeback", by: seat, to_ply, agreed: [] } }),
  accepted: ({ proposal }, { seat }) => ({
    proposal: proposal && { ...proposal, agreed: [...proposal.agreed, seat] },
  }),
  declined: applyDeclined,
  resigned: (state, { seat }) => ({ resigning: [...state.resigning, seat] }),
  flagged: (state, { outcome }) => ({ arbiter: state.arbiter || !outcome }),
  paused: changeNothing,
  resumed: (state, event, clock) => ({
    arbiter: state.arbiter && !clock.running,
    ...(state.claims.length && clock.running ? dropClaims(state) : {}),
  }),
  "given-back": (state, { at_ms, time_ms }) => (time_ms ? { outage: { until_ms: at_ms, time_ms } } : {}),
  reached: changeNothing,
  "arbiter-called": () => ({ arbiter: true }),
  adjusted: applyAdjusted,
  penalised: changeNothing,
  "illegal-noted": (state, { seat }) => ({ illegal: [...state.illegal, sideOf(seat)] }),
  "taken-back": (state, { play, to_ply }) => ({
    play: loadPlay(play),
    ply: to_ply,
    proposal: null,
    resigning: [],
    ...NO_CLAIMS,
  }),
  "position-set": (state, { position }) => ({
    play: Play.begin(Position.parse(position), state.agreement.rules),
    proposal: null,
    resigning: [],
  }),
  ruled: changeNothing,
  reopened: applyReopened,
  confirmed: applyConfirmed,
};
