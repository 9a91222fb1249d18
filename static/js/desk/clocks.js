/** The small clocks in the list of boards: told by messages of live games, painted when a figure changes. */
import { formatMs, formatUpMs, fromJson, read } from "../clock.js";

/** @type {Map<string, { clock: object, ahead_ms: number }>} by the game's code; how far the server's time is ahead */
const games = new Map();
let timer = 0;

/** @param {{ code: string, clock: object, now_ms: number }} told */
export function setClock({ code, clock, now_ms }) {
  games.set(code, { clock: fromJson(clock), ahead_ms: now_ms - performance.now() });
  paintClocks();
}

export function removeClock(code) {
  games.delete(code);
}

/** Paint every clock that is on the page, and again when the first of them is written differently. */
export function paintClocks() {
  clearTimeout(timer);
  let next_ms = Infinity;
  for (const [code, { clock, ahead_ms }] of games) {
    const line = document.querySelector(`[data-game="${CSS.escape(code)}"]`);
    if (!line) continue;
    const reading = read(clock, Math.round(performance.now() + ahead_ms));
    for (const face of reading.faces) paintFace(line, face);
    next_ms = Math.min(next_ms, reading.next_change_ms ?? Infinity);
  }
  if (next_ms < Infinity) timer = setTimeout(paintClocks, Math.max(next_ms, 50));
}

function paintFace(line, face) {
  const element = line.querySelector(`.board-clock[data-seat="${face.seat}"]`);
  if (!element) return;
  const text = face.counts_up ? formatUpMs(face.time_ms) : formatMs(face.time_ms);
  const time = element.querySelector("[data-time]");
  if (time.textContent !== text) time.textContent = text;
  element.toggleAttribute("data-running", face.running);
  element.toggleAttribute("data-low", face.low);
}
