/** The small clocks in the list of boards: told by messages of live games, painted when a figure changes. */
import { fromJson, read } from "../clock.js";
import { ownTime } from "../game/figures.js";
import { find, findMaybe } from "../ui/dom.js";

/** @typedef {import("../clock/clock.js").Clock} Clock */

/** @type {Map<string, { clock: Clock, ahead_ms: number }>} by the game's code; how far the server's time is ahead */
const games = new Map();
/** @type {Map<string, number>} Since when the tables of games are missing, in the server's time: their clocks stand there. */
const missing = new Map();
let timer = 0;

/** @param {{ code: string, clock: import("../clock/snapshot.js").ClockJson, now_ms: number }} told */
export function setClock({ code, clock, now_ms }) {
  games.set(code, { clock: fromJson(clock), ahead_ms: now_ms - performance.now() });
  paintClocks();
}

/** @param {string} code @param {number | null} since_ms when its table was last heard of; null while it is there */
export function setMissing(code, since_ms) {
  if (since_ms === null) missing.delete(code);
  else missing.set(code, since_ms);
  paintClocks();
}

/** @param {string} code */
export function removeClock(code) {
  games.delete(code);
}

/** Paint every clock that is on the page, and again when the first of them is written differently. */
export function paintClocks() {
  clearTimeout(timer);
  let next_ms = Infinity;
  for (const [code, { clock, ahead_ms }] of games) {
    const line = findMaybe(document, `[data-game="${CSS.escape(code)}"]`);
    if (!line) continue;
    const heard_ms = missing.get(code);
    const reading = read(clock, heard_ms ?? Math.round(performance.now() + ahead_ms));
    for (const face of reading.faces) paintFace(line, face, heard_ms !== undefined);
    if (heard_ms === undefined) next_ms = Math.min(next_ms, reading.next_change_ms ?? Infinity);
  }
  if (next_ms < Infinity) timer = setTimeout(paintClocks, Math.max(next_ms, 50));
}

/** @param {HTMLElement} line @param {import("../clock/reading.js").Face} face @param {boolean} isOld as it was last heard */
function paintFace(line, face, isOld) {
  const element = findMaybe(line, `.board-clock[data-seat="${face.seat}"]`);
  if (!element) return;
  const text = ownTime(face);
  const time = find(element, "[data-time]");
  if (time.textContent !== text) time.textContent = text;
  element.toggleAttribute("data-running", face.running);
  element.toggleAttribute("data-low", face.low);
  element.toggleAttribute("data-stale", isOld);
}
