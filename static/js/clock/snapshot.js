/** Write a clock as plain JSON values and read it back: every event carries one. Mirrors games/clock/snapshot.py. */
import { Clock } from "./clock.js";
import { TimeControl } from "./control.js";

/** @typedef {import("./clock.js").SeatOrGame} SeatOrGame */
/** @typedef {import("./terms.js").Seat} Seat */

/**
 * @typedef {object} ClockJson  a clock in events and messages
 * @property {number} v
 * @property {string} control
 * @property {string} seats
 * @property {[main: number, periods: number, over: number, spent: number][]} accounts
 * @property {[seat: Seat, spent: number, delay: number, move: number | null]} turn
 * @property {number | null} game
 * @property {number | null} since
 * @property {boolean} started
 * @property {boolean} over
 * @property {SeatOrGame | null} fell
 * @property {readonly string[]} pauses
 */

const VERSION = 1;

/**
 * @param {Clock} clock @returns {ClockJson}
 */
export const toJson = (clock) => ({
  v: VERSION,
  control: String(clock.control),
  seats: clock.seats.join(""),
  accounts: clock.accounts.map(({ main_ms, periods, over_ms, spent_ms }) => [main_ms, periods, over_ms, spent_ms]),
  turn: [clock.turn.seat, clock.turn.spent_ms, clock.turn.delay_ms, clock.turn.move_ms],
  game: clock.game_ms,
  since: clock.since_ms,
  started: clock.started,
  over: clock.over,
  fell: clock.fell,
  pauses: [...clock.pauses].sort(),
});

/**
 * Read the clock that `toJson` wrote. Throws for a version this code does not know: reload the page.
 * @param {ClockJson} data
 */
export function fromJson(data) {
  if (data.v !== VERSION) throw new Error(`clock snapshot version ${data.v} is not known`);
  const [seat, spent_ms, delay_ms, move_ms] = data.turn;
  return new Clock({
    control: TimeControl.parse(data.control),
    seats: /** @type {Seat[]} */ ([...data.seats]),
    accounts: data.accounts.map(([main_ms, periods, over_ms, spent_ms]) => ({ main_ms, periods, over_ms, spent_ms })),
    turn: { seat, spent_ms, delay_ms, move_ms },
    game_ms: data.game,
    since_ms: data.since,
    started: data.started,
    over: data.over,
    fell: data.fell,
    pauses: data.pauses,
  });
}
