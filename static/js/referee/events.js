/** Events of a game, named in the past tense, as they are stored and sent (games/referee/events.py). */
import { toJson } from "../clock/snapshot.js";

const VERSION = 1;

/**
 * @typedef {object} EventHead  what every kind has
 * @property {number} v
 * @property {string} kind
 * @property {number} at_ms
 * @property {import("../clock/snapshot.js").ClockJson} clock  all clocks after it
 * @property {import("../rules/outcome.js").Outcome | null} outcome  if it ended the game
 */

/** @typedef {EventHead & Record<string, any>} GameEvent  and the fields of its kind, see events.py */

/**
 * @param {string} kind @param {number} at_ms @param {import("../clock/clock.js").Clock} clock
 * @param {object} [own] the fields of this kind, and `outcome` where it may end the game
 * @returns {GameEvent}
 */
export const event = (kind, at_ms, clock, own = {}) => ({
  v: VERSION,
  kind,
  at_ms,
  clock: toJson(clock),
  outcome: null,
  ...own,
});
