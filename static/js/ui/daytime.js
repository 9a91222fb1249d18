/**
 * The time of day as a clock on the wall shows it: 24 hours in every language, in the club's zone where a page names
 * it; and a countdown.
 */
import { findMaybe } from "./dom.js";

/** @param {number} at_ms @param {{ seconds?: boolean }} options @returns {string} such as 14:02 */
export const clockTime = (at_ms, { seconds = false } = {}) =>
  new Date(at_ms).toLocaleTimeString("en-GB", { // with a colon, as the server writes it
    hour: "2-digit",
    minute: "2-digit",
    ...(seconds ? { second: "2-digit" } : {}),
    hourCycle: "h23",
    timeZone: findMaybe(document, "[data-time-zone]")?.dataset.timeZone,
  });

/**
 * `4:05` until an instant; `0:00` once it has come.
 * @param {number} leftMs
 */
export function countdown(leftMs) {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}
