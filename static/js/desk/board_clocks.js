/** The small clocks in the desk's list of boards, set by messages of live games. A refresh may replace their elements. */
import { ClockView, drawSmallFace } from "../game/clock_view.js";
import { findMaybe } from "../ui/dom.js";

export class BoardClocks {
  #time;
  /** @type {Map<string, ClockView>} By the game's code. */ #views = new Map();
  /** @type {Map<string, number>} Since when the tables of games are missing, in the server's time: their clocks stand there. */
  #missing = new Map();

  /** @param {import("../live/timesource.js").TimeSource} time */
  constructor(time) {
    this.#time = time;
  }

  /** @param {string} code @param {import("../clock/snapshot.js").ClockJson} clock */
  show(code, clock) {
    const view = this.#views.get(code) ?? this.#createView(code);
    view.show(clock, this.#missing.get(code) ?? null);
  }

  /** @param {string} code @param {number | null} since_ms when its table was last heard of; null while it is there */
  setMissing(code, since_ms) {
    if (since_ms === null) this.#missing.delete(code);
    else this.#missing.set(code, since_ms);
    this.#views.get(code)?.showAt(since_ms);
  }

  /** @param {string} code */
  remove(code) {
    this.#views.get(code)?.stop();
    this.#views.delete(code);
  }

  /** Draw every clock that is on the page. */
  draw() {
    for (const view of this.#views.values()) view.draw();
  }

  /** @param {string} code */
  #createView(code) {
    const view = new ClockView({
      now_ms: () => this.#time.server_ms,
      draw: (face, { isPast }) => {
        const el = findMaybe(document, `[data-game="${CSS.escape(code)}"] .board-clock[data-seat="${face.seat}"]`);
        if (el) drawSmallFace(el, face, isPast);
      },
    });
    this.#views.set(code, view);
    return view;
  }
}
