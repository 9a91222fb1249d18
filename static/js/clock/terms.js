/**
 * The terms of one seat: a mode of the clock with its numbers, and perhaps a limit for each move. Every mode reads the
 * same few numbers, zero where it has none, so that `charge` is one piece of arithmetic.
 */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** @typedef {import("../rules/seats.js").Seat} Seat */

/** @type {Readonly<Record<number, readonly Seat[]>>} */
export const SEATS = Object.freeze({ 2: ["X", "O"], 4: ["N", "E", "S", "W"] });
/** @type {Readonly<Record<Seat, "X" | "O">>} */
export const SIDE_OF = Object.freeze({ X: "X", O: "O", N: "X", E: "O", S: "X", W: "O" });

/** Fifty single moves make a long game: the examples of the rule book end after 37 to 52. */
export const EXPECTED_TURNS = Object.freeze({ X: 25, O: 25, N: 13, E: 13, S: 13, W: 13 });
/** A game lasts ten to twenty minutes; without any limit half of the longer one is a seat's share. */
const EXPECTED_UNLIMITED_MS = 10 * MINUTE;

/** @typedef {"none" | "sudden" | "increment" | "delay" | "bronstein" | "periods" | "hourglass"} Mode */

export class Terms {
  /**
   * `bonus_ms` is the increment, the delay or the length of a period, as the mode says.
   * @param {{ mode?: Mode, main_ms?: number, bonus_ms?: number, periods?: number, move_ms?: number | null }} granted
   */
  constructor({ mode = "none", main_ms = 0, bonus_ms = 0, periods = 0, move_ms = null } = {}) {
    this.mode = mode;
    this.main_ms = main_ms;
    this.bonus_ms = bonus_ms;
    this.periods = periods;
    this.move_ms = move_ms;
    Object.freeze(this);
  }

  get has_main() {
    return this.mode !== "none";
  }

  get increment_ms() {
    return this.mode === "increment" ? this.bonus_ms : 0;
  }

  get delay_ms() {
    return this.mode === "delay" || this.mode === "bronstein" ? this.bonus_ms : 0;
  }

  get period_ms() {
    return this.mode === "periods" ? this.bonus_ms : 0;
  }

  /** Return the time at the start, all periods included. */
  get initial_ms() {
    return this.main_ms + this.periods * this.period_ms;
  }

  /**
   * Estimate how long this seat will think over a game of so many turns.
   * @param {number} turns
   */
  expectedMs(turns) {
    const limits = [];
    if (this.has_main) limits.push(this.main_ms + turns * this.bonus_ms);
    if (this.move_ms !== null) limits.push(turns * this.move_ms);
    return limits.length ? Math.min(...limits) : EXPECTED_UNLIMITED_MS;
  }

  /** @param {Terms} other */
  equals(other) {
    return (
      this.mode === other.mode &&
      this.main_ms === other.main_ms &&
      this.bonus_ms === other.bonus_ms &&
      this.periods === other.periods &&
      this.move_ms === other.move_ms
    );
  }
}
