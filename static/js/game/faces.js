/**
 * The clock faces of a page (templates/components/_clock.html inside `[data-face="X"]`), kept right: computed, never
 * counted down, and painted again just after the next figure changes.
 */
import { formatMs, formatUpMs, fromJson, read } from "../clock.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { element, find, findMaybe } from "../ui/dom.js";

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

  #paint() {
    clearTimeout(this.#alarm);
    const clock = this.#clock;
    if (!clock) return;
    const past = this.#at_ms !== null;
    const reading = read(clock, this.#at_ms ?? this.#time.server_ms);
    for (const face of reading.faces) {
      const holder = findMaybe(this.#root, `[data-face="${face.seat}"] .clock`);
      if (holder) paintFace(holder, face, stateOf(face, clock, past));
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

/** @param {HTMLElement} holder  one `.clock` @param {import("../clock/reading.js").Face} face @param {string} state */
function paintFace(holder, face, state) {
  holder.dataset.state = state;
  holder.toggleAttribute("data-low", face.low && state !== "flagged");
  const [time, tenths] = (face.counts_up ? formatUpMs(face.time_ms) : formatMs(face.time_ms)).split(".");
  const shown = find(holder, ".clock-time");
  shown.textContent = time;
  if (tenths !== undefined) shown.append(element("small", "", `.${tenths}`));
  showNote(find(holder, ".clock-note"), noteOf(face));
}

/**
 * What is counted beside the large figure.
 * @param {Face} face
 */
function noteOf(face) {
  if (face.delay_ms > 0) return fill(gettext("delay {time}"), { time: formatMs(face.delay_ms) });
  if (face.move_ms !== null) return fill(gettext("move {time}"), { time: formatMs(face.move_ms) });
  if (face.periods > 0) {
    return fill(ngettext("{count} period", "{count} periods", face.periods), { count: face.periods });
  }
  return "";
}

/** @param {HTMLElement} note @param {string} text */
function showNote(note, text) {
  let words = findMaybe(note, "[data-note]");
  if (!words) {
    words = element("span");
    words.dataset.note = "";
    note.prepend(words);
  }
  if (words.textContent !== text) words.textContent = text;
}
