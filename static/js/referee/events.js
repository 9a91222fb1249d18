/** What happened, in the past tense, in the form in which it is stored and sent (games/referee/events.py). */
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

/** @typedef {EventHead & Record<string, any>} GameEvent  and the fields of its kind, see OWN_FIELDS */

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

const CLOCKS_CHANGED = ["before", "given", "reason"];

/** @type {Readonly<Record<string, readonly string[]>>} The fields of each kind, beside those that all have. */
export const OWN_FIELDS = Object.freeze({
  started: [],
  moved: ["seat", "move", "position", "took_blank", "uncalled", "passes", "elapsed_ms", "lag_ms"],
  pressed: ["seat", "elapsed_ms", "lag_ms"],
  called: ["seat"],
  offered: ["seat"],
  "takeback-asked": ["seat", "to_ply"],
  accepted: ["seat"],
  declined: ["seat"],
  resigned: ["seat"],
  flagged: ["seat"],
  paused: ["reason"],
  resumed: ["reason"],
  "arbiter-called": ["seat", "reason"],
  adjusted: ["seat", "turn", "set_ms", "add_ms", "periods", ...CLOCKS_CHANGED],
  penalised: ["seat", "time_ms", ...CLOCKS_CHANGED],
  "illegal-noted": ["seat", ...CLOCKS_CHANGED],
  "taken-back": ["to_ply", "play", "seat", "reason"],
  "position-set": ["position", "reason"],
  ruled: ["reason"],
  reopened: ["reason", "turn"],
  confirmed: ["side", "claim"],
});
