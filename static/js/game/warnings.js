/**
 * The sounds and words of a running clock: one warning when the limit that ends the game first gets low, the remaining
 * time at 60, 30 and 10 seconds, and a tick at ten and in each of the last five seconds. Pure.
 */
import { LowTimeAlarm } from "../clock/display.js";

/** @typedef {import("../clock/reading.js").Face} Face */
/** @typedef {import("../clock/reading.js").Figure} Figure */
/** @typedef {import("../clock/reading.js").Limit} Limit */
/** @typedef {import("../rules/seats.js").Seat} Seat */

const SAID_AT_S = [10, 30, 60];
const TICKS_AT_S = [1, 2, 3, 4, 5, 10];

/**
 * @typedef {object} Listeners
 * @property {(seat: Seat) => void} onLow
 * @property {(seat: Seat, seconds: number, limit: Limit) => void} onTimeLeft
 * @property {(seat: Seat, seconds: number) => void} onTick
 */

export class Warnings {
  #on;
  /** @type {Map<string, LowTimeAlarm>} By seat and limit. */ #alarms = new Map();
  /** @type {Map<string, number>} By seat and limit: the seconds that were left when it was last looked at. */ #left_s = new Map();

  /** @param {Listeners} listeners */
  constructor(listeners) {
    this.#on = listeners;
  }

  /** @param {readonly Face[]} faces  as often as they are painted */
  onFaces(faces) {
    for (const { seat, running, figures: [large] } of faces) {
      if (large.left_ms === null || large.low_ms === null) continue;
      const key = `${seat} ${large.limit}`;
      const rings = this.#rings(key, large.left_ms, large.low_ms) && running;
      const passed = this.#passed(key, large.time_ms);
      if (rings) this.#on.onLow(seat);
      if (!running) continue;
      const left_s = SAID_AT_S.find(passed);
      if (left_s) this.#on.onTimeLeft(seat, left_s, large.limit);
      const tick = TICKS_AT_S.find(passed);
      if (tick && !rings) this.#on.onTick(seat, tick);
    }
  }

  /** @param {string} key @param {number} left_ms @param {number} low_ms */
  #rings(key, left_ms, low_ms) {
    const known = this.#alarms.get(key) ?? new LowTimeAlarm(low_ms, left_ms > low_ms);
    const { alarm, rings } = known.update(left_ms);
    this.#alarms.set(key, alarm);
    return rings;
  }

  /**
   * Return a test for the marks that were passed since the last call.
   * @param {string} key @param {number} time_ms @returns {(mark_s: number) => boolean}
   */
  #passed(key, time_ms) {
    const left_s = Math.ceil(time_ms / 1_000);
    const before_s = this.#left_s.get(key) ?? left_s;
    this.#left_s.set(key, left_s);
    return (mark_s) => left_s > 0 && left_s <= mark_s && mark_s < before_s;
  }
}
