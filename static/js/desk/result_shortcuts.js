/** Keyboard shortcuts that enter results at the desk: what a key or a typed line means. Never touches the page. */

/** @type {Map<string, { outcome: string, score: string }>} */
const KEYS = new Map();
for (const [keys, outcome, score] of [
  ["1", "first-wins", "1–0"],
  ["=½5", "draw", "½"],
  ["0", "second-wins", "0–1"],
  ["+", "second-forfeits", "+ : −"],
  ["-", "first-forfeits", "− : +"],
]) {
  for (const key of keys) KEYS.set(key, { outcome, score });
}

/** @param {string} key @returns {{ outcome: string, score: string } | null} */
export const resultOfKey = (key) => KEYS.get(key) ?? null;

/**
 * Return the board that a line begins with, as its row names it: `12`, of teams `4.2`.
 * @param {string} line
 */
export const boardOfLine = (line) => /^\s*(\d{1,4}(?:\.\d{1,2}(?=[\s:]))?)/.exec(line)?.[1] ?? "";

/**
 * Return whether a line is about one game, and not the score of a whole match or a forfeit.
 * @param {string} line
 */
export const isOneGame = (line) => /[\s:.](1|0|1[-:]0|0[-:]1|=|½|½[-:]½)\s*!?\s*$/.test(line);

/**
 * Return the next open place for the cursor, after this one and then from the top; null if there is none.
 * @param {readonly boolean[]} open @param {number} from
 */
export function nextOpen(open, from) {
  for (let step = 1; step <= open.length; step++) {
    const place = (from + step) % open.length;
    if (open[place]) return place;
  }
  return null;
}

/**
 * Return the board whose result Backspace takes back: this one if it has one, or else the nearest before it.
 * @param {readonly boolean[]} entered @param {number} from
 */
export function lastEntered(entered, from) {
  for (let place = from; place >= 0; place--) if (entered[place]) return place;
  return null;
}
