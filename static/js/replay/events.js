/** What happened, in the past tense, in the form in which it is stored and sent (games/referee/events.py). */
import { toJson } from "../clock/snapshot.js";

const VERSION = 1;

/**
 * @typedef {object} Event  the instant, all clocks after it, if it ended the game the outcome, and its own fields
 * @property {number} v
 * @property {string} kind
 * @property {number} at_ms
 * @property {object} clock
 * @property {import("../rules/outcome.js").Outcome | null} outcome
 */

/**
 * @param {string} kind @param {number} at_ms @param {import("../clock/clock.js").Clock} clock
 * @param {object} [own] the fields of this kind, and `outcome` where it may end the game
 * @returns {Event}
 */
export const event = (kind, at_ms, clock, own = {}) => ({
  v: VERSION,
  kind,
  at_ms,
  clock: toJson(clock),
  outcome: null,
  ...own,
});
