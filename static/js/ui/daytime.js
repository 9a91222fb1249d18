/**
 * The time of day as a clock on the wall shows it: 24 hours in every language, in the club's zone where a page names
 * it; and a countdown.
 */
import { findMaybe } from "./dom.js";

/** With a colon, as the server writes it. */
const WRITING = "en-GB";

/** @param {number} at_ms @param {{ seconds?: boolean }} options @returns {string} such as 14:02 */
export function clockTime(at_ms, { seconds = false } = {}) {
  /** @type {Intl.DateTimeFormatOptions} */
  const shape = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...(seconds && { second: "2-digit" }) };
  const timeZone = findMaybe(document, "[data-time-zone]")?.dataset.timeZone;
  const at = new Date(at_ms);
  try {
    return at.toLocaleTimeString(WRITING, { ...shape, timeZone });
  } catch {
    return at.toLocaleTimeString(WRITING, shape); // a zone that the browser does not know
  }
}

/**
 * `4:05` until an instant; `0:00` once it has come.
 * @param {number} leftMs
 */
export function countdown(leftMs) {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
