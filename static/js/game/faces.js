/**
 * The clock faces of a page (templates/components/_clock.html inside `[data-face="X"]`), kept right: computed, never
 * counted down, and painted again just after the next figure changes.
 */
import { formatMs, formatUpMs, fromJson, read } from "../clock.js";
import { gettext, ngettext, fill } from "../i18n.js";

const LATE_MS = 2; // just after the change, not just before

export class Faces {
  #root;
  #time;
  #onPaint;
  #clock = null;
  #at_ms = null;
  #alarm = null;

  /**
   * @param {ParentNode} root @param {import("../live/timesource.js").TimeSource} time
   * @param {(faces: import("../clock/reading.js").Face[]) => void} [onPaint]
   */
  constructor(root, time, onPaint = () => {}) {
    this.#root = root;
    this.#time = time;
    this.#onPaint = onPaint;
  }

  /** @param {object} clock  as in events @param {number | null} [at_ms]  an instant gone by; else now, and on */
  set(clock, at_ms = null) {
    this.#clock = fromJson(clock);
    this.#at_ms = at_ms;
    this.#paint();
  }

  /** Whether what the faces show can be trusted. */
  set stale(stale) {
    for (const face of this.#root.querySelectorAll("[data-face] .clock")) face.toggleAttribute("data-stale", stale);
  }

  stop() {
    clearTimeout(this.#alarm);
  }

  #paint() {
    clearTimeout(this.#alarm);
    const past = this.#at_ms !== null;
    const reading = read(this.#clock, this.#at_ms ?? this.#time.server_ms);
    for (const face of reading.faces) {
      const holder = this.#root.querySelector(`[data-face="${face.seat}"] .clock`);
      if (holder) paintFace(holder, face, stateOf(face, this.#clock, past));
    }
    if (past) return;
    this.#onPaint(reading.faces);
    if (reading.next_change_ms !== null) {
      this.#alarm = setTimeout(() => this.#paint(), Math.max(LATE_MS, reading.next_change_ms + LATE_MS));
    }
  }
}

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
  const shown = holder.querySelector(".clock-time");
  shown.textContent = time;
  if (tenths !== undefined) shown.append(Object.assign(document.createElement("small"), { textContent: `.${tenths}` }));
  showNote(holder.querySelector(".clock-note"), noteOf(face));
}

/** What is counted beside the large figure. */
function noteOf(face) {
  if (face.delay_ms > 0) return fill(gettext("delay {time}"), { time: formatMs(face.delay_ms) });
  if (face.move_ms !== null) return fill(gettext("move {time}"), { time: formatMs(face.move_ms) });
  if (face.periods > 0) {
    return fill(ngettext("{count} period", "{count} periods", face.periods), { count: face.periods });
  }
  return "";
}

function showNote(note, text) {
  let words = note.querySelector("[data-note]");
  if (!words) {
    words = document.createElement("span");
    words.dataset.note = "";
    note.prepend(words);
  }
  if (words.textContent !== text) words.textContent = text;
}
