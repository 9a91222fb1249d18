/**
 * The running clock of one game as a value: every step is handed the time and returns a new clock. A step that finds
 * the time already gone does not take place: it returns the fallen clock and says who fell. The first flag stops
 * everything and stays marked until the arbiter reopens the game.
 */
import { allowanceMs, beginTurn, charge, openAccount } from "./account.js";
import { TimeControl } from "./control.js";
import { ClockRefused } from "./faults.js";
import { HOUR, MINUTE, SIDE_OF } from "./terms.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./account.js").Account} Account */
/** @typedef {import("./account.js").Turn} Turn */

/** Takes the place of a seat when the limit of the whole game was reached: then no seat has flagged. */
export const GAME = "game";

/** @typedef {Seat | "game"} SeatOrGame */
/** @typedef {[Seat, number]} Gift time for a seat */

/**
 * @typedef {object} Step  the new clock and what happened
 * @property {Clock} clock
 * @property {number} charged_ms  to the seat on the move
 * @property {readonly Gift[]} given
 * @property {SeatOrGame | null} fell
 */

/**
 * @typedef {object} ClockFields
 * @property {TimeControl} control
 * @property {readonly Seat[]} seats
 * @property {readonly Account[]} accounts
 * @property {Turn} turn
 * @property {number | null} game_ms
 * @property {number | null} since_ms  null exactly when no clock runs
 * @property {boolean} started
 * @property {boolean} over
 * @property {SeatOrGame | null} fell
 * @property {readonly string[]} pauses  a set of reasons
 */

/** @typedef {Pick<ClockFields, "control" | "seats" | "accounts" | "turn"> & Partial<ClockFields>} Beginning */

/**
 * @param {Clock} clock @param {number} [charged_ms] @param {readonly Gift[]} [given] @param {SeatOrGame | null} [fell]
 * @returns {Step}
 */
export const step = (clock, charged_ms = 0, given = [], fell = null) => ({ clock, charged_ms, given, fell });

export class Clock {
  /** @param {Beginning} fields */
  constructor(fields) {
    this.control = fields.control;
    this.seats = fields.seats;
    this.accounts = fields.accounts;
    this.turn = fields.turn;
    this.game_ms = fields.game_ms ?? null;
    this.since_ms = fields.since_ms ?? null;
    this.started = fields.started ?? false;
    this.over = fields.over ?? false;
    this.fell = fields.fell ?? null;
    this.pauses = fields.pauses ?? [];
    Object.freeze(this);
  }

  /**
   * Make a clock that waits for `start`. Seats come in the order of play: "XO" or "NESW".
   * @param {TimeControl | string} control @param {readonly Seat[]} seats @param {Seat | null} [first]
   */
  static new(control, seats, first = null) {
    const agreed = typeof control === "string" ? TimeControl.parse(control) : control;
    const order = [...seats];
    agreed.check(order.length);
    const seat = first ?? order[0];
    if (!order.includes(seat)) throw new ClockRefused("not-a-seat", { seat });
    return new Clock({
      control: agreed,
      seats: order,
      accounts: order.map((each) => openAccount(agreed.terms(each))),
      turn: beginTurn(seat, agreed.terms(seat)),
      game_ms: agreed.game_ms,
    });
  }

  /** @param {Partial<ClockFields>} changes */
  with(changes) {
    return new Clock({ ...this, ...changes });
  }

  // ---- reading

  get running() {
    return this.since_ms !== null;
  }

  /** Return the instant at which the running flag falls; null when no flag can fall by waiting. */
  get deadline_ms() {
    const { seat } = this.turn;
    const allowance = allowanceMs(this.terms(seat), this.account(seat), this.turn);
    return this.since_ms === null || allowance === null ? null : this.since_ms + allowance;
  }

  /** Return the instant at which the limit of the whole game is reached, if the turn lasts so long. */
  get game_deadline_ms() {
    return this.since_ms === null || this.game_ms === null ? null : this.since_ms + this.game_ms;
  }

  /** Return the earlier of the two: when this clock has to be looked at again. */
  get next_deadline_ms() {
    const instants = [this.deadline_ms, this.game_deadline_ms].flatMap((at) => at ?? []);
    return instants.length ? Math.min(...instants) : null;
  }

  /**
   * Return the seat whose flag has fallen by now, `GAME` if the game's limit came first, or null.
   * @param {number} now_ms
   */
  fallenSeat(now_ms) {
    return this.running ? this.chargeUntil(now_ms).fell : this.fell;
  }

  /**
   * Return how long the turn has lasted, without pauses.
   * @param {number} now_ms
   */
  elapsedMs(now_ms) {
    return this.turn.spent_ms + (this.since_ms === null ? 0 : Math.max(0, now_ms - this.since_ms));
  }

  /**
   * Return the instant at which the turn has lasted so long: for a table that reports time spent.
   * @param {number} elapsed_ms
   */
  instantMs(elapsed_ms) {
    this.#refuseUnlessRunning();
    return Number(this.since_ms) + Math.max(0, elapsed_ms - this.turn.spent_ms);
  }

  /** @param {Seat} seat */
  terms(seat) {
    return this.control.terms(seat);
  }

  /** @param {Seat} seat */
  account(seat) {
    return this.accounts[this.#place(seat)];
  }

  nextSeat() {
    return this.seats[(this.#place(this.turn.seat) + 1) % this.seats.length];
  }

  // ---- the players' steps

  /**
   * Start the first seat's clock. No increment before the first move.
   * @param {number} now_ms
   */
  start(now_ms) {
    this.#refuseIfOver();
    if (this.started) throw new ClockRefused("already-started");
    return step(this.with({ started: true, since_ms: this.pauses.length ? null : now_ms }));
  }

  /**
   * End the turn: charge it less what the lag quota gives back, add the bonus, start the next clock.
   * @param {number} now_ms @param {Seat | null} [next_seat] @param {number} [lag_ms]
   */
  press(now_ms, next_seat = null, lag_ms = 0) {
    this.#refuseUnlessRunning();
    const charged = this.chargeUntil(now_ms, lag_ms);
    if (charged.fell !== null) return charged;
    const { seat } = this.turn;
    const { increment_ms } = this.terms(seat);
    const clock = charged.clock.#withMain(seat, (main_ms) => main_ms + increment_ms);
    /** @type {Gift[]} */
    const given = increment_ms ? [[seat, increment_ms]] : [];
    return step(clock.#withTurn(next_seat ?? this.nextSeat()), charged.charged_ms, [...charged.given, ...given]);
  }

  /**
   * Stop for one more reason, charged up to now; delay, period and move retain what is unspent.
   * @param {number} now_ms @param {string} reason
   */
  pause(now_ms, reason) {
    this.#refuseIfOver();
    return this.#afterCharge(now_ms, (clock) => clock.with({ since_ms: null, pauses: withReason(this.pauses, reason) }));
  }

  /**
   * Take one reason away, or all of them; the clock runs on when none is left.
   * @param {number} now_ms @param {string | null} [reason]
   */
  resume(now_ms, reason = null) {
    this.#refuseIfOver();
    if (!this.pauses.length || (reason !== null && !this.pauses.includes(reason))) {
      throw new ClockRefused("not-paused");
    }
    const pauses = reason === null ? [] : this.pauses.filter((each) => each !== reason);
    return step(this.with({ pauses, since_ms: this.started && !pauses.length ? now_ms : null }));
  }

  /**
   * Mark the fallen flag, or the game's limit. Refuses while there is time left.
   * @param {number} now_ms @param {number} [lag_ms]
   */
  flag(now_ms, lag_ms = 0) {
    this.#refuseIfOver();
    const charged = this.chargeUntil(now_ms, lag_ms);
    if (charged.fell === null) throw new ClockRefused("not-fallen", { seat: this.turn.seat });
    return charged;
  }

  /**
   * End the game: charge up to now and stop for good.
   * @param {number} now_ms
   */
  stop(now_ms) {
    this.#refuseIfOver();
    return this.#afterCharge(now_ms, (clock) => clock.with({ since_ms: null, over: true }));
  }

  // ---- the arbiter's steps

  /**
   * Set a seat's time, or add to it (or take away); `GAME` for the limit of the game. Changes main time, or the time of
   * this move where there is no other. `given` is the difference, which `give` applies again after a takeback.
   * @param {number} now_ms @param {SeatOrGame} seat
   * @param {{ set_ms?: number | null, add_ms?: number, periods?: number | null }} change
   * @returns {Step}
   */
  adjust(now_ms, seat, { set_ms = null, add_ms = 0, periods = null } = {}) {
    const charged = this.chargeUntil(now_ms);
    if (charged.fell !== null) return charged;
    let { clock } = charged;
    if (periods !== null) {
      if (seat === GAME || !clock.terms(seat).period_ms) throw new ClockRefused("no-periods", { seat });
      clock = clock.#withAccount(seat, { ...clock.account(seat), periods: Math.max(0, periods), over_ms: 0 });
    }
    const before_ms = clock.#adjustableMs(seat);
    if (before_ms === null) throw new ClockRefused("nothing-to-adjust", { seat });
    const after_ms = Math.max(0, (set_ms ?? before_ms) + add_ms);
    /** @type {Gift[]} */
    const given = seat === GAME ? [] : [[seat, after_ms - before_ms]];
    return step(clock.#withAdjustable(seat, after_ms), charged.charged_ms, [...charged.given, ...given]);
  }

  /**
   * Add to several seats at once: the penalties and corrections that a takeback must not undo. Skips a seat without
   * time to add to: what was added to one move is gone with that move.
   * @param {number} now_ms @param {readonly Gift[]} gifts
   */
  give(now_ms, gifts) {
    const charged = this.chargeUntil(now_ms);
    if (charged.fell !== null) return charged;
    let { clock, given } = charged;
    for (const [seat, add_ms] of gifts) {
      if (clock.#adjustableMs(seat) === null) continue;
      const more = clock.adjust(now_ms, seat, { add_ms });
      clock = more.clock;
      given = [...given, ...more.given];
    }
    return step(clock, charged.charged_ms, given);
  }

  /**
   * Give each seat opposing this seat or side a minute, or two from an hour up. Without main time: a warning only.
   * @param {number} now_ms @param {SeatOrGame} offender @param {number | null} [time_ms]
   */
  penalty(now_ms, offender, time_ms = null) {
    const side = offender === GAME ? null : SIDE_OF[offender];
    const opponents = this.seats.filter((seat) => this.terms(seat).has_main && SIDE_OF[seat] !== side);
    /** @type {(seat: Seat) => Gift} */
    const giftOf = (seat) => [seat, time_ms ?? (this.terms(seat).main_ms >= HOUR ? 2 * MINUTE : MINUTE)];
    return this.give(now_ms, opponents.map(giftOf));
  }

  /**
   * Put another seat on the move: the turn so far is charged, and earns no increment.
   * @param {number} now_ms @param {Seat} seat
   */
  setTurn(now_ms, seat) {
    return this.#afterCharge(now_ms, (clock) => clock.#withTurn(seat));
  }

  /**
   * Return to the accounts and the turn stored with an earlier ply. The game's limit is not rewound.
   * @param {number} now_ms @param {Clock} stored
   */
  takeBack(now_ms, stored) {
    const charged = this.chargeUntil(now_ms);
    if (charged.fell !== null) return charged;
    return step(charged.clock.with({ accounts: stored.accounts, turn: stored.turn }), charged.charged_ms);
  }

  /**
   * Undo the end of a game that was declared wrongly: paused until resumed, the flag unmarked.
   * @param {string} reason
   */
  reopen(reason) {
    if (!this.over) throw new ClockRefused("not-over");
    return step(this.with({ over: false, fell: null, pauses: withReason(this.pauses, reason) }));
  }

  // ---- arithmetic

  /**
   * Charge the running clock up to now, or up to its fall, and make no other change.
   * @param {number} now_ms @param {number} [lag_ms]
   * @returns {Step}
   */
  chargeUntil(now_ms, lag_ms = 0) {
    if (this.since_ms === null) return step(this);
    const { seat } = this.turn;
    const terms = this.terms(seat);
    const allowance = allowanceMs(terms, this.account(seat), this.turn);
    let time_ms = Math.max(0, now_ms - this.since_ms - Math.max(0, lag_ms));
    /** @type {SeatOrGame | null} */
    let fell = null;
    if (this.game_ms !== null && time_ms >= this.game_ms) [fell, time_ms] = [GAME, this.game_ms];
    // At the same instant the seat's own flag counts: it would have fallen without the game's limit.
    if (allowance !== null && time_ms >= allowance) [fell, time_ms] = [seat, allowance];
    const { account, turn } = charge(terms, this.account(seat), this.turn, time_ms);
    const clock = this.#withAccount(seat, account).with({
      turn,
      game_ms: this.game_ms === null ? null : this.game_ms - time_ms,
      since_ms: fell === null ? Math.max(now_ms, this.since_ms) : null,
      over: fell !== null,
      fell,
    });
    if (terms.mode !== "hourglass") return step(clock, time_ms, [], fell);
    const other = this.nextSeat();
    return step(
      clock.#withMain(other, (main_ms) => main_ms + time_ms),
      time_ms,
      [[other, time_ms]],
      fell,
    );
  }

  /**
   * Charge up to now and then change the clock, unless the flag has fallen.
   * @param {number} now_ms @param {(clock: Clock) => Clock} change
   */
  #afterCharge(now_ms, change) {
    const charged = this.chargeUntil(now_ms);
    return charged.fell === null ? { ...charged, clock: change(charged.clock) } : charged;
  }

  /** @param {Seat} seat */
  #place(seat) {
    if (!this.seats.includes(seat)) throw new ClockRefused("not-a-seat", { seat });
    return this.seats.indexOf(seat);
  }

  /** @param {Seat} seat @param {Account} account */
  #withAccount(seat, account) {
    const place = this.#place(seat);
    return this.with({ accounts: this.accounts.map((each, at) => (at === place ? account : each)) });
  }

  /** @param {Seat} seat @param {(main_ms: number) => number} change */
  #withMain(seat, change) {
    const account = this.account(seat);
    return this.#withAccount(seat, { ...account, main_ms: change(account.main_ms) });
  }

  /**
   * Begin a turn; refill the period that the seat of the last turn had begun.
   * @param {Seat} seat
   */
  #withTurn(seat) {
    this.#place(seat);
    const leaving = { ...this.account(this.turn.seat), over_ms: 0 };
    return this.#withAccount(this.turn.seat, leaving).with({ turn: beginTurn(seat, this.terms(seat)) });
  }

  /** @param {SeatOrGame} seat */
  #adjustableMs(seat) {
    if (seat === GAME) return this.game_ms;
    const { main_ms } = this.account(seat);
    if (this.terms(seat).has_main) return main_ms;
    return seat === this.turn.seat ? this.turn.move_ms : null;
  }

  /** @param {SeatOrGame} seat @param {number} time_ms */
  #withAdjustable(seat, time_ms) {
    if (seat === GAME) return this.with({ game_ms: time_ms });
    if (this.terms(seat).has_main) return this.#withMain(seat, () => time_ms);
    return this.with({ turn: { ...this.turn, move_ms: time_ms } });
  }

  #refuseIfOver() {
    if (this.over) throw new ClockRefused("over");
  }

  #refuseUnlessRunning() {
    this.#refuseIfOver();
    if (!this.running) throw new ClockRefused(this.started ? "paused" : "not-started");
  }
}

/** @param {readonly string[]} pauses @param {string} reason */
const withReason = (pauses, reason) => (pauses.includes(reason) ? pauses : [...pauses, reason]);
