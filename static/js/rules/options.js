/** The options of a rule set with their defaults: what a club may decide (docs/rules.md#options). */
import { InvalidRules } from "./faults.js";

/**
 * @typedef {object} RuleSet  fields have the names of the text
 * @property {"automatic" | "required"} announce
 * @property {number} repetition  a position for the third time; 0 is off
 * @property {number} move_limit  single moves without a blank taken; 0 is off
 * @property {"cross" | "circle"} first_symbol
 * @property {boolean} draw_offers
 * @property {"allowed" | "silent"} conferring
 * @property {"draw" | "arbiter"} game_limit
 */

/** @type {RuleSet} */
const DEFAULTS = Object.freeze({
  announce: "automatic",
  repetition: 3,
  move_limit: 0,
  first_symbol: "cross",
  draw_offers: true,
  conferring: "allowed",
  game_limit: "draw",
});

/**
 * @typedef {object} Option
 * @property {string} known  what it can be, in words
 * @property {(text: string) => any} read  undefined: it cannot be that
 */

/** @param {...string} kinds @returns {Option} */
const words = (...kinds) => ({ known: kinds.join(" or "), read: (text) => (kinds.includes(text) ? text : undefined) });

/**
 * Make a reader that takes `off` or 0 as off, and numbers of at most four digits from the least up.
 * @param {number} least @returns {Option}
 */
const count = (least) => ({
  known: `a number from ${least} up, or 0 for off`,
  read: (text) => {
    if (text === "off") return 0;
    const number = /^[0-9]{1,4}$/.test(text) ? Number(text) : NaN;
    return number === 0 || number >= least ? number : undefined;
  },
});

/** @type {Readonly<Record<string, Option>>} */
const OPTIONS = {
  announce: words("automatic", "required"),
  repetition: count(2),
  move_limit: count(1),
  first_symbol: words("cross", "circle"),
  draw_offers: { known: "on or off", read: (text) => (text === "on" ? true : text === "off" ? false : undefined) },
  conferring: words("allowed", "silent"),
  game_limit: words("draw", "arbiter"),
};

/**
 * Read options as `name=value`, separated by spaces, in any order; the rest have their default.
 * @param {string} text @returns {RuleSet}
 */
export function parseRules(text) {
  /** @type {Map<string, string>} */
  const given = new Map();
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const sign = word.indexOf("=");
    if (sign < 0) throw new InvalidRules("not-an-option", { text: word });
    const option = word.slice(0, sign);
    if (given.has(option)) throw new InvalidRules("option-twice", { option });
    given.set(option, word.slice(sign + 1));
  }
  const chosen = [...given].map(([option, value]) => [option, readOption(option, value)]);
  return Object.freeze({ ...DEFAULTS, ...Object.fromEntries(chosen) });
}

/** @param {string} option @param {string} value */
function readOption(option, value) {
  if (!Object.hasOwn(OPTIONS, option)) {
    throw new InvalidRules("unknown-option", { option, known: Object.keys(OPTIONS).join(", ") });
  }
  const { known, read } = OPTIONS[option];
  const found = read(value);
  if (found === undefined) throw new InvalidRules("bad-value", { option, value, known });
  return found;
}

/** @param {boolean | number | string} value */
const optionText = (value) => (typeof value === "boolean" ? (value ? "on" : "off") : String(value));

/**
 * Write every option, so that a stored game outlives a change of defaults.
 * @param {RuleSet} rules
 */
export const formatRules = (rules) =>
  Object.entries({ ...DEFAULTS, ...rules })
    .map(([option, value]) => `${option}=${optionText(value)}`)
    .join(" ");
