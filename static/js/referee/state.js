/** The state of one game: what was agreed before it, and everything the referee must remember. */
import { Clock } from "../clock/clock.js";
import { LagQuota } from "../clock/lag.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { SEATS, TABLES } from "../rules/seats.js";

/** @typedef {import("../rules/outcome.js").Outcome} Outcome */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../rules/seats.js").Side} Side */

/**
 * @typedef {object} Agreement  what is fixed before a game and never changes while it lasts
 * @property {import("../rules/options.js").RuleSet} rules
 * @property {import("../clock/control.js").TimeControl} control
 * @property {Seat} first
 * @property {"moves" | "presses"} input
 * @property {"server" | "table"} keeper
 * @property {boolean} casual
 * @property {Position | null} position  where a game starts elsewhere than with 25 blank cubes
 */

/**
 * @typedef {object} Proposal  an offer until the other side has answered or moved
 * @property {"draw" | "takeback"} asked
 * @property {Seat} by
 * @property {number} to_ply  for a takeback
 * @property {Seat[]} agreed  in fours both partners must agree
 */

/** @typedef {{ side: Side, outcome: Outcome }} Claim the result as one side entered it in a game without moves */

/** @typedef {{ until_ms: number, time_ms: number }} Outage until when the server was away, and for how long */

/** @param {Agreement} agreement @returns {readonly Seat[]} */
export const tableOf = (agreement) => TABLES[SEATS[agreement.first].seats];

const NO_LAG = new LagQuota(0, 0);

/**
 * @typedef {object} StateFields
 * @property {Agreement} agreement
 * @property {Clock} clock
 * @property {Play | null} play  null where only the clocks are recorded
 * @property {readonly LagQuota[]} lags
 * @property {number} seq
 * @property {number} at_ms  the instant of the last event; time never runs backwards
 * @property {number} ply
 * @property {Outcome | null} outcome
 * @property {Proposal | null} proposal
 * @property {Side | null} offered  which side made the last draw offer, and may not make the next
 * @property {readonly Seat[]} resigning
 * @property {readonly Side[]} illegal  one entry for each illegal move at the board
 * @property {readonly Claim[]} claims
 * @property {readonly Side[]} disputed  whose entry was turned down in this turn
 * @property {readonly Side[]} confirmed
 * @property {boolean} arbiter  called, and not yet here
 * @property {Outage | null} outage  the last that was given back
 */

/** @typedef {Pick<StateFields, "agreement" | "clock" | "play" | "lags"> & Partial<StateFields>} Beginning */

/** The state after a game's events. */
export class State {
  /** @param {Beginning} fields */
  constructor(fields) {
    this.agreement = fields.agreement;
    this.clock = fields.clock;
    this.play = fields.play;
    this.lags = fields.lags;
    this.seq = fields.seq ?? 0;
    this.at_ms = fields.at_ms ?? 0;
    this.ply = fields.ply ?? 0;
    this.outcome = fields.outcome ?? null;
    this.proposal = fields.proposal ?? null;
    this.offered = fields.offered ?? null;
    this.resigning = fields.resigning ?? [];
    this.illegal = fields.illegal ?? [];
    this.claims = fields.claims ?? [];
    this.disputed = fields.disputed ?? [];
    this.confirmed = fields.confirmed ?? [];
    this.arbiter = fields.arbiter ?? false;
    this.outage = fields.outage ?? null;
    Object.freeze(this);
  }

  /** @param {Agreement} agreement */
  static new(agreement) {
    const table = tableOf(agreement);
    const position = agreement.position ?? Position.initial(SEATS[agreement.first].seats, agreement.first);
    const play = agreement.input === "moves" ? Play.begin(position, agreement.rules).afterPasses() : null;
    const quotas = table.map((seat) => LagQuota.forGame(agreement.control.expectedMs(seat)));
    return new State({
      agreement,
      clock: Clock.new(agreement.control, table, play ? play.position.seat : agreement.first),
      play,
      lags: agreement.keeper === "server" ? quotas : [],
    });
  }

  /** @param {Partial<StateFields>} changes */
  with(changes) {
    return new State({ ...this, ...changes });
  }

  /** @returns {"waiting" | "running" | "paused" | "over"} */
  get status() {
    if (this.outcome) return "over";
    if (!this.clock.started) return "waiting";
    return this.clock.running ? "running" : "paused";
  }

  /**
   * Return the seat on the move.
   * @returns {Seat}
   */
  get seat() {
    return this.play ? this.play.position.seat : this.clock.turn.seat;
  }

  /** @returns {Position | null} */
  get position() {
    return this.play && this.play.position;
  }

  /** Count how often the present position has occurred: a draw at `rules.repetition`. */
  get repeated() {
    if (!this.play) return 0;
    const { key } = this.play.position;
    return this.play.seen.filter((each) => each === key).length;
  }

  /** @param {Seat} seat */
  lag(seat) {
    return this.lags.length ? this.lags[SEATS[seat].ordinal] : NO_LAG;
  }

  /**
   * Return the quotas once the seat has ended its turn; none where the table keeps the time.
   * @param {Seat} seat @param {number} given_back_ms
   */
  lagsAfter(seat, given_back_ms) {
    return this.lags.map((each, place) => (place === SEATS[seat].ordinal ? each.afterMove(given_back_ms) : each));
  }
}
