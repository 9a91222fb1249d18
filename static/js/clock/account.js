/**
 * The time account of a seat and the turn in progress: how much is left, and what a stretch of time costs. A turn
 * may be charged in several stretches; the sum is the same as charging it at once.
 */

/**
 * @typedef {object} Account  time of one seat
 * @property {number} main_ms
 * @property {number} periods
 * @property {number} over_ms  what the turn in progress has used of the current period
 * @property {number} spent_ms
 */

/**
 * @typedef {object} Turn  who is on the move, what the turn has used, and what is left of its delay and its limit
 * @property {Seat} seat
 * @property {number} spent_ms
 * @property {number} delay_ms
 * @property {number | null} move_ms
 */

/** @typedef {import("./terms.js").Seat} Seat */
/** @typedef {import("./terms.js").Terms} Terms */

/** @param {Terms} terms @returns {Account} */
export const openAccount = (terms) => ({ main_ms: terms.main_ms, periods: terms.periods, over_ms: 0, spent_ms: 0 });

/**
 * Return main time and all periods.
 * @param {Terms} terms @param {Account} account
 */
export const leftMs = (terms, account) => account.main_ms + account.periods * terms.period_ms - account.over_ms;

/** @param {Seat} seat @param {Terms} terms @returns {Turn} */
export const beginTurn = (seat, terms) => ({ seat, spent_ms: 0, delay_ms: terms.delay_ms, move_ms: terms.move_ms });

/**
 * Return how long the seat may still think in this turn, until the earlier flag; null without limit.
 * @param {Terms} terms @param {Account} account @param {Turn} turn @returns {number | null}
 */
export function allowanceMs(terms, account, turn) {
  const limits = [];
  if (terms.has_main) limits.push(turn.delay_ms + leftMs(terms, account));
  if (turn.move_ms !== null) limits.push(turn.move_ms);
  return limits.length ? Math.min(...limits) : null;
}

/**
 * Charge more thinking, at most the allowance: first to the delay, then to main time, then to periods.
 * @param {Terms} terms @param {Account} account @param {Turn} turn @param {number} time_ms
 * @returns {{ account: Account, turn: Turn }}
 */
export function charge(terms, account, turn, time_ms) {
  const cost_ms = time_ms - Math.min(time_ms, turn.delay_ms);
  let { over_ms, periods } = account;
  if (terms.period_ms) {
    over_ms += cost_ms - Math.min(cost_ms, account.main_ms);
    periods -= Math.floor(over_ms / terms.period_ms);
    over_ms %= terms.period_ms;
  }
  return {
    account: {
      main_ms: Math.max(0, account.main_ms - cost_ms),
      periods,
      over_ms,
      spent_ms: account.spent_ms + time_ms,
    },
    turn: {
      seat: turn.seat,
      spent_ms: turn.spent_ms + time_ms,
      delay_ms: Math.max(0, turn.delay_ms - time_ms),
      move_ms: turn.move_ms === null ? null : turn.move_ms - time_ms,
    },
  };
}
