/**
 * Draws clocks; no other module does. A `ClockView` shows the clock of one game: computed, never counted down, and drawn
 * again just after the next figure changes. `drawFace` draws one seat (templates/components/_clock.html, games/_table_seat.html).
 */
import { Clock } from "../clock/clock.js";
import { TENTHS_BELOW_MS } from "../clock/display.js";
import { readClock } from "../clock/reading.js";
import { fromJson } from "../clock/snapshot.js";
import { decimalSign } from "../i18n.js";
import { element, find, findMaybe, setText } from "../ui/dom.js";
import { besideWords, figureText, limitWord, ownTime, spokenTimes } from "./clock_words.js";

/** @typedef {import("../clock/reading.js").Face} Face */
/** @typedef {import("../clock/snapshot.js").ClockJson} ClockJson */

const LATE_MS = 2; // just after the change, not just before
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * @typedef {object} Shown  how a face is drawn
 * @property {"running" | "paused" | "flagged" | "waiting" | "next"} state  `next`: on the move at an instant gone by
 * @property {boolean} isLow
 * @property {number} digits  of the widest time of this game, so that none ever moves the others
 * @property {number} tenths_below_ms
 */

/** @typedef {Shown & { clock: Clock, isPast: boolean }} Drawing  what a painter gets to know, beside the face */

export class ClockView {
  #now_ms;
  #draw;
  #onDrawn;
  #onDue;
  #tenths_below_ms;
  #longest_ms;
  /** @type {Clock | null} */ #clock = null;
  /** @type {number | null} */ #at_ms = null;
  #alarm = 0;

  /**
   * @param {object} options
   * @param {() => number} options.now_ms  in the time of the clock's instants
   * @param {(face: Face, drawing: Drawing) => void} options.draw  draws one face
   * @param {(faces: Face[]) => void} [options.onDrawn]  all faces are drawn as they are now
   * @param {() => void} [options.onDue]  it is time to draw again
   * @param {() => number} [options.tenths_below_ms]
   * @param {number} [options.longest_ms]  draw again after this time at the latest
   */
  constructor({ now_ms, draw, onDrawn = () => {}, onDue, tenths_below_ms = () => TENTHS_BELOW_MS, longest_ms = Infinity }) {
    this.#now_ms = now_ms;
    this.#draw = draw;
    this.#onDrawn = onDrawn;
    this.#onDue = onDue ?? (() => this.draw());
    this.#tenths_below_ms = tenths_below_ms;
    this.#longest_ms = longest_ms;
  }

  /** @param {Clock | ClockJson} clock @param {number | null} [at_ms]  an instant gone by; else now, and on */
  show(clock, at_ms = null) {
    this.#clock = clock instanceof Clock ? clock : fromJson(clock);
    this.showAt(at_ms);
  }

  /** @param {number | null} at_ms  an instant gone by; null: now, and on */
  showAt(at_ms) {
    this.#at_ms = at_ms;
    this.draw();
  }

  stop() {
    clearTimeout(this.#alarm);
  }

  /** Draw all faces, and again at the next change. */
  draw() {
    clearTimeout(this.#alarm);
    const clock = this.#clock;
    if (!clock) return;
    const isPast = this.#at_ms !== null;
    const tenths_below_ms = this.#tenths_below_ms();
    const { faces, next_change_ms } = readClock(clock, this.#at_ms ?? this.#now_ms(), tenths_below_ms);
    const digits = digitsOf(clock, faces);
    for (const face of faces) {
      const state = stateOf(face, clock, isPast);
      this.#draw(face, { clock, isPast, state, isLow: face.low && state !== "flagged", digits, tenths_below_ms });
    }
    if (isPast) return;
    this.#onDrawn(faces);
    const wait_ms = Math.min(this.#longest_ms, Math.max(0, next_change_ms ?? Infinity) + LATE_MS);
    if (wait_ms < Infinity) this.#alarm = setTimeout(this.#onDue, wait_ms);
  }

  /**
   * Return whose turn it is and all shown times, in words.
   * @param {import("../live/messages").Game} game
   */
  words(game) {
    const clock = this.#clock;
    return clock ? spokenTimes(game, readClock(clock, this.#at_ms ?? this.#now_ms()).faces, clock.over) : "";
  }
}

/** The clocks of a page of one game: each seat has its face in `[data-face="X"]`. */
export class PageClocks extends ClockView {
  #root;

  /**
   * @param {ParentNode} root @param {import("../live/timesource.js").TimeSource} time
   * @param {(faces: Face[]) => void} [onDrawn]
   */
  constructor(root, time, onDrawn) {
    super({
      now_ms: () => time.server_ms,
      draw: (face, drawing) => {
        const clock = findMaybe(root, `[data-face="${face.seat}"] .clock`);
        if (clock) drawFace(clock, face, drawing);
      },
      onDrawn,
    });
    this.#root = root;
  }

  /** @param {boolean} stale whether what the faces show may be old */
  set stale(stale) {
    for (const face of this.#root.querySelectorAll("[data-face] .clock")) face.toggleAttribute("data-stale", stale);
  }
}

/** @param {Face} face @param {Clock} clock @param {boolean} isPast @returns {Shown["state"]} */
function stateOf(face, clock, isPast) {
  if (face.flagged) return "flagged";
  if (isPast) return face.on_move ? "next" : "waiting";
  if (face.running) return "running";
  return face.on_move && clock.started && !clock.over && clock.pauses.length ? "paused" : "waiting";
}

/**
 * Draw the limit that ends the game first, large, and the others beside it.
 * @param {HTMLElement} el  one `.clock` @param {Face} face @param {Shown} shown
 */
export function drawFace(el, face, { state, isLow, digits, tenths_below_ms }) {
  el.dataset.state = state;
  el.toggleAttribute("data-low", isLow);
  drawDigits(find(el, ".clock-time"), figureText(face.figures[0], tenths_below_ms), digits);
  drawNote(el, "limit", limitWord(face));
  drawNote(el, "note", besideWords(face, tenths_below_ms));
}

/**
 * Draw the seat's own time alone, as in the desk's list of boards.
 * @param {HTMLElement} el  with `[data-time]` @param {Face} face @param {boolean} isOld whether the time is out of date
 */
export function drawSmallFace(el, face, isOld) {
  setText(find(el, "[data-time]"), ownTime(face));
  el.toggleAttribute("data-running", face.running);
  el.toggleAttribute("data-low", face.low);
  el.toggleAttribute("data-stale", isOld);
}

/**
 * Draw hours, minutes and seconds as separate elements, because a narrow face stacks them.
 * @param {HTMLElement} el  `.clock-time` @param {string} text  as `formatMs` writes it @param {number} digits
 */
function drawDigits(el, text, digits) {
  if (el.dataset.digits !== String(digits)) el.dataset.digits = String(digits);
  if (el.dataset.shown === text) return;
  el.dataset.shown = text;
  const [whole, tenths] = text.split(".");
  const parts = whole.split(":");
  const last = parts.length - 1;
  const spans = parts.map((part, place) => {
    const span = element("span", "clock-part", part);
    if (place < last) span.append(element("span", "clock-colon", ":"));
    return span;
  });
  if (tenths !== undefined) spans[last].append(element("small", "", `${decimalSign()}${tenths}`));
  el.replaceChildren(...spans);
}

/** @param {HTMLElement} el @param {"limit" | "note"} name @param {string} text */
function drawNote(el, name, text) {
  let words = findMaybe(el, `[data-${name}]`);
  if (!words) {
    words = element("span", name === "limit" ? "clock-limit" : "");
    words.dataset[name] = "";
    const limit = findMaybe(el, "[data-limit]");
    if (limit) limit.after(words);
    else find(el, ".clock-note").prepend(words);
  }
  setText(words, text);
}

/**
 * Count the digits of the widest time of a game: from the control, and from what an arbiter may have given since.
 * @param {Clock} clock @param {Face[]} faces @returns {3 | 4 | 5 | 6}
 */
export function digitsOf(clock, faces) {
  const granted = clock.seats.flatMap((seat) => {
    const { mode, main_ms, bonus_ms, move_ms } = clock.terms(seat);
    return [mode === "hourglass" ? 2 * main_ms : main_ms, bonus_ms, move_ms ?? 0];
  });
  const shown = faces.flatMap(({ figures }) => figures.map(({ time_ms }) => time_ms));
  const most_ms = Math.max(clock.control.game_ms ?? 0, ...granted, ...shown);
  if (most_ms >= 10 * HOUR_MS) return 6;
  if (most_ms >= HOUR_MS) return 5;
  return most_ms >= 10 * MINUTE_MS ? 4 : 3;
}

/**
 * Return whether a face can show more than the seat's own time and needs the room for it.
 * @param {Clock} clock @param {Face} face
 */
export function hasBeside(clock, { seat }) {
  const { mode, move_ms } = clock.terms(seat);
  return move_ms !== null || clock.game_ms !== null || mode === "delay" || mode === "periods";
}
