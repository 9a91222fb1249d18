/**
 * Formats the time of day: 24 hours in every language, in the club's zone if a page names it; and a countdown.
 */
import { findMaybe } from "./dom.js";

/** A locale with a colon, as the server writes it. */
const WRITING = "en-GB";

/** @type {Intl.DateTimeFormat | null} One for all: to make it takes longer than to use it. */
let format = null;

/** @param {number} at_ms @param {{ seconds?: boolean }} options @returns {string} such as 14:02 */
export function clockTime(at_ms, { seconds = false } = {}) {
  format ??= makeFormat(findMaybe(document, "[data-time-zone]")?.dataset.timeZone);
  const text = format.format(at_ms);
  return seconds ? text : text.slice(0, text.lastIndexOf(":"));
}

/** @param {string | undefined} timeZone that the browser may not know */
function makeFormat(timeZone) {
  /** @type {Intl.DateTimeFormatOptions} */
  const shape = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
  try {
    return new Intl.DateTimeFormat(WRITING, { ...shape, timeZone });
  } catch {
    return new Intl.DateTimeFormat(WRITING, shape);
  }
}

/**
 * Format the time until an instant: `4:05`, and `0:00` once it has come.
 * @param {number} leftMs
 */
export function countdown(leftMs) {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
