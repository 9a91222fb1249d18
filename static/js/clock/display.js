/**
 * Time as written on a clock's face, when the writing changes next, and when to warn. Times round up, so that `0:00`
 * appears only when the time is gone; times that count up round down.
 */
import { HOUR, MINUTE, SECOND } from "./terms.js";

const TENTH = 100;
export const TENTHS_BELOW_MS = 10 * SECOND;

/**
 * Write the time that is left: `1:30:00`, `9:59`, `0:09.9`, `0:00`.
 * @param {number} time_ms
 */
export function formatMs(time_ms, tenths_below_ms = TENTHS_BELOW_MS) {
  if (time_ms <= 0) return "0:00";
  if (!inTenths(time_ms, tenths_below_ms)) return formatSeconds(Math.ceil(time_ms / SECOND));
  const tenths = Math.ceil(time_ms / TENTH);
  return `0:${twoDigits(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/**
 * Write the time that was used, without a limit.
 * @param {number} time_ms
 */
export const formatUpMs = (time_ms) => formatSeconds(Math.floor(time_ms / SECOND));

/**
 * Return how long until time that runs down is written differently; null once it is gone.
 * @param {number} time_ms
 */
export function untilChangeMs(time_ms, tenths_below_ms = TENTHS_BELOW_MS) {
  if (time_ms <= 0) return null;
  if (inTenths(time_ms, tenths_below_ms)) return ((time_ms - 1) % TENTH) + 1;
  const toNextSecondMs = ((time_ms - 1) % SECOND) + 1;
  return Math.min(toNextSecondMs, time_ms - (tenths_below_ms - TENTH));
}

/**
 * Return how long until time that counts up is written differently.
 * @param {number} time_ms
 */
export const untilChangeUpMs = (time_ms) => SECOND - (time_ms % SECOND);

/**
 * Return how long until time that grows, in an hourglass, is written differently.
 * @param {number} time_ms
 */
export function untilChangeRisingMs(time_ms, tenths_below_ms = TENTHS_BELOW_MS) {
  const step_ms = inTenths(time_ms, tenths_below_ms) ? TENTH : SECOND;
  return ((step_ms - (time_ms % step_ms)) % step_ms) + 1;
}

/**
 * Return from when the time is low: an eighth of the initial time, at least 10 s and at most 60 s.
 * @param {number} initial_ms
 */
export const lowTimeMs = (initial_ms) => Math.min(MINUTE, Math.max(10 * SECOND, Math.floor(initial_ms / 8)));

/** An alarm that rings once when the time gets low, and again only after it was well above. */
export class LowTimeAlarm {
  /** @param {number} threshold_ms @param {boolean} [armed] */
  constructor(threshold_ms, armed = true) {
    this.threshold_ms = threshold_ms;
    this.armed = armed;
    Object.freeze(this);
  }

  /**
   * Return the alarm after this time was shown, and whether it rings now.
   * @param {number} time_ms
   */
  update(time_ms) {
    if (time_ms <= this.threshold_ms) return { alarm: new LowTimeAlarm(this.threshold_ms, false), rings: this.armed };
    const armed = this.armed || 2 * time_ms > 3 * this.threshold_ms;
    return { alarm: new LowTimeAlarm(this.threshold_ms, armed), rings: false };
  }
}

/**
 * Tell whether to write tenths. The last tenth below the border would be written as the border itself.
 * @param {number} time_ms @param {number} tenths_below_ms
 */
const inTenths = (time_ms, tenths_below_ms) => time_ms <= tenths_below_ms - TENTH;

/** @param {number} number */
const twoDigits = (number) => String(number).padStart(2, "0");

/** @param {number} seconds */
function formatSeconds(seconds) {
  const hours = Math.floor((seconds * SECOND) / HOUR);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(seconds % 60)}` : `${minutes}:${twoDigits(seconds % 60)}`;
}
