/**
 * Read and write the words of a time control: `10+5`, `m30`, `g20`. SIGNS gives the sign of each mode. Bounds are
 * generous: they only catch slips of the finger.
 */
import { InvalidControl } from "./faults.js";
import { HOUR, MINUTE, SECOND, Terms } from "./terms.js";

/** @typedef {import("./terms.js").Mode} Mode */

const MOST_MINUTES_MS = 24 * HOUR;
const MOST_SECONDS_MS = HOUR;
const MOST_PERIODS = 99;
const LONGEST_QUOTED = 40;

/** @type {Readonly<Record<string, Mode>>} */
const SIGNS = { "+": "increment", d: "delay", b: "bronstein", p: "periods", h: "hourglass" };
const SIGN_OF = Object.fromEntries(Object.entries(SIGNS).map(([sign, mode]) => [mode, sign]));

/** In these modes a turn has some time even when no main time is left. */
const PLAYABLE_WITHOUT_MAIN = ["delay", "bronstein", "periods"];

const MAIN = new RegExp(
  "^(?<minutes>[0-9]{1,9})(:(?<seconds>[0-9]+))?" +
    "((?<sign>[+db])(?<bonus>[0-9]{1,9})|(?<hourglass>h)|p(?<periods>[0-9]{1,9})x(?<period>[0-9]{1,9}))?$",
);
const MOVE = /^m[0-9]{1,9}$/;
const GAME = /^g(?<minutes>[0-9]{1,9})(:(?<seconds>[0-9]+))?$/;

/** @param {string} text */
export const quoted = (text) => [...text].slice(0, LONGEST_QUOTED).join("");

/**
 * Read one seat's words, in any order; `-`, or only a limit for the game elsewhere, is no limit here.
 * @param {string[]} words
 */
export function readTerms(words) {
  if (words.includes("-")) {
    if (words.length > 1) throw new InvalidControl("none-with-more");
    return new Terms();
  }
  let main = null;
  let move_ms = null;
  for (const word of words) {
    if (MOVE.test(word)) {
      if (move_ms !== null) throw new InvalidControl("move-twice", { word });
      move_ms = readSeconds(word, word.slice(1));
    } else if (GAME.test(word)) {
      throw new InvalidControl("game-in-seat", { word });
    } else {
      if (main !== null) throw new InvalidControl("main-twice", { word: quoted(word) });
      main = readMain(word);
    }
  }
  return new Terms({ ...main, move_ms });
}

/** @param {string[]} words @returns {number | null} */
export function readGameLimit(words) {
  if (!words.length) return null;
  if (words.length > 1) throw new InvalidControl("game-twice", { word: quoted(words[1]) });
  const match = GAME.exec(words[0]);
  if (!match) throw new InvalidControl("unreadable", { word: quoted(words[0]) });
  const game_ms = readMinutes(words[0], match.groups ?? {});
  if (game_ms === 0) throw new InvalidControl("no-time", { word: words[0] });
  return game_ms;
}

/** @param {string} word */
function readMain(word) {
  const parts = MAIN.exec(word)?.groups;
  if (!parts) throw new InvalidControl("unreadable", { word: quoted(word) });
  const main_ms = readMinutes(word, parts);
  /** @type {{ mode: Mode, main_ms: number, bonus_ms?: number, periods?: number }} */
  const granted = { mode: "sudden", main_ms };
  if (parts.hourglass) {
    granted.mode = "hourglass";
  } else if (parts.periods) {
    const periods = Number(parts.periods);
    if (periods < 1 || periods > MOST_PERIODS) throw new InvalidControl("periods", { word, most: MOST_PERIODS });
    Object.assign(granted, { mode: "periods", bonus_ms: readSeconds(word, parts.period), periods });
  } else if (parts.sign && Number(parts.bonus) > 0) {
    Object.assign(granted, { mode: SIGNS[parts.sign], bonus_ms: readSeconds(word, parts.bonus) });
  }
  if (main_ms === 0 && !PLAYABLE_WITHOUT_MAIN.includes(granted.mode)) throw new InvalidControl("no-time", { word });
  return granted;
}

/** @param {string} word @param {Record<string, string>} parts */
function readMinutes(word, { minutes: whole, seconds: part = "00" }) {
  if (part.length !== 2 || Number(part) > 59) throw new InvalidControl("seconds", { word: quoted(word) });
  const time_ms = Number(whole) * MINUTE + Number(part) * SECOND;
  if (time_ms > MOST_MINUTES_MS) {
    throw new InvalidControl("too-many-minutes", { word, most: MOST_MINUTES_MS / MINUTE });
  }
  return time_ms;
}

/** @param {string} word @param {string} digits */
function readSeconds(word, digits) {
  const time_ms = Number(digits) * SECOND;
  if (time_ms === 0) throw new InvalidControl("no-time", { word });
  if (time_ms > MOST_SECONDS_MS) {
    throw new InvalidControl("too-many-seconds", { word, most: MOST_SECONDS_MS / SECOND });
  }
  return time_ms;
}

/** @param {Terms} terms @returns {string[]} */
export function writeTerms(terms) {
  const words = [];
  if (terms.has_main) {
    const periods = terms.periods ? `${terms.periods}x` : "";
    const bonus = terms.bonus_ms ? terms.bonus_ms / SECOND : "";
    words.push(`${writeMinutes(terms.main_ms)}${SIGN_OF[terms.mode] ?? ""}${periods}${bonus}`);
  }
  if (terms.move_ms !== null) words.push(`m${terms.move_ms / SECOND}`);
  return words;
}

/** @param {number} game_ms */
export const writeGameLimit = (game_ms) => `g${writeMinutes(game_ms)}`;

/** @param {number} time_ms */
function writeMinutes(time_ms) {
  const whole = Math.floor(time_ms / MINUTE);
  const rest = (time_ms % MINUTE) / SECOND;
  return rest ? `${whole}:${String(rest).padStart(2, "0")}` : String(whole);
}
