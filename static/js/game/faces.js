/**
 * The clock faces of a page (templates/components/_clock.html inside `[data-face="X"]`), kept right: computed, never
 * counted down, and painted again just after the next figure changes.
 */
import { fromJson, read } from "../clock.js";
import { element, find, findMaybe } from "../ui/dom.js";
import { writeDigits } from "./digits.js";
import { besideWords, digitsOf, figureText, limitWord, spokenTimes } from "./figures.js";

/** @typedef {import("../clock/clock.js").Clock} Clock */
/** @typedef {import("../clock/reading.js").Face} Face */
/** @typedef {import("../clock/snapshot.js").ClockJson} ClockJson */

const LATE_MS = 2; // just after the change, not just before

export class Faces {
  #root;
  #time;
  #onPaint;
  /** @type {Clock | null} */ #clock = null;
  /** @type {number | null} */ #at_ms = null;
  #alarm = 0;

  /**
   * @param {ParentNode} root @param {import("../live/timesource.js").TimeSource} time
   * @param {(faces: import("../clock/reading.js").Face[]) => void} [onPaint]
   */
  constructor(root, time, onPaint = () => {}) {
    this.#root = root;
    this.#time = time;
    this.#onPaint = onPaint;
  }

  /** @param {ClockJson} clock  as in events @param {number | null} [at_ms]  an instant gone by; else now, and on */
  set(clock, at_ms = null) {
    this.#clock = fromJson(clock);
    this.#at_ms = at_ms;
    this.#paint();
  }

  /** @param {boolean} stale whether what the faces show may be old */
  set stale(stale) {
    for (const face of this.#root.querySelectorAll("[data-face] .clock")) face.toggleAttribute("data-stale", stale);
  }

  stop() {
    clearTimeout(this.#alarm);
  }

  /**
   * Whose turn it is and all times that are shown, as they are said.
   * @param {import("../live/messages").Game} game
   */
  words(game) {
    const clock = this.#clock;
    return clock ? spokenTimes(game, read(clock, this.#at_ms ?? this.#time.server_ms).faces, clock.over) : "";
  }

  #paint() {
    clearTimeout(this.#alarm);
    const clock = this.#clock;
    if (!clock) return;
    const past = this.#at_ms !== null;
    const reading = read(clock, this.#at_ms ?? this.#time.server_ms);
    const digits = digitsOf(clock, reading.faces);
    for (const face of reading.faces) {
      const holder = findMaybe(this.#root, `[data-face="${face.seat}"] .clock`);
      if (holder) paintFace(holder, face, { state: stateOf(face, clock, past), digits });
    }
    if (past) return;
    this.#onPaint(reading.faces);
    if (reading.next_change_ms !== null) {
      this.#alarm = setTimeout(() => this.#paint(), Math.max(LATE_MS, reading.next_change_ms + LATE_MS));
    }
  }
}

/** @param {Face} face @param {Clock} clock @param {boolean} past */
function stateOf(face, clock, past) {
  if (face.flagged) return "flagged";
  if (past) return face.on_move ? "next" : "waiting";
  if (face.running) return "running";
  return face.on_move && clock.started && !clock.over && clock.pauses.length ? "paused" : "waiting";
}

/**
 * @param {HTMLElement} holder  one `.clock` @param {Face} face
 * @param {{ state: string, digits: number }} shown
 */
function paintFace(holder, face, { state, digits }) {
  holder.dataset.state = state;
  holder.toggleAttribute("data-low", face.low && state !== "flagged");
  writeDigits(find(holder, ".clock-time"), figureText(face.figures[0]), digits);
  const note = find(holder, ".clock-note");
  showNote(note, "limit", limitWord(face));
  showNote(note, "note", besideWords(face));
}

/** @param {HTMLElement} note @param {"limit" | "note"} name @param {string} text */
function showNote(note, name, text) {
  let words = findMaybe(note, `[data-${name}]`);
  if (!words) {
    words = element("span", name === "limit" ? "clock-limit" : "");
    words.dataset[name] = "";
    const limit = findMaybe(note, "[data-limit]");
    if (limit) limit.after(words);
    else note.prepend(words);
  }
  if (words.textContent !== text) words.textContent = text;
}
