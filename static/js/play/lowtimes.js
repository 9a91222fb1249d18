/** Warns a player once when the own time gets low, and tells what is left at 60, 30 and 10 seconds. Pure. */
import { fill, gettext } from "../i18n.js";

/** @typedef {import("../clock/reading.js").Face} Face */

const TOLD_AT_S = [60, 30, 10];

export class LowTimes {
  #mine;
  #onLow;
  #onTold;
  /** @type {Map<string, boolean>} */ #alarms = new Map();
  /** @type {Map<string, number>} */ #told = new Map();

  /** @param {() => string[]} mine @param {{ onLow: () => void, onTold: (words: string) => void }} listeners */
  constructor(mine, { onLow, onTold }) {
    this.#mine = mine;
    this.#onLow = onLow;
    this.#onTold = onTold;
  }

  /** @param {import("../clock/reading.js").Face[]} faces @param {string} status */
  hear(faces, status) {
    if (status !== "running") return;
    for (const face of faces) {
      if (!face.running || face.counts_up || !this.#mine().includes(face.seat)) continue;
      this.#warn(face);
      this.#tell(face);
    }
  }

  /**
   * `low` is the clock's own word; the alarm only sees to it that it rings once.
   * @param {Face} face
   */
  #warn({ seat, low }) {
    const rang = this.#alarms.get(seat) ?? false;
    if (low && !rang) this.#onLow();
    this.#alarms.set(seat, low);
  }

  /** @param {Face} face */
  #tell({ seat, time_ms }) {
    const left_s = Math.ceil(time_ms / 1000);
    const before_s = this.#told.get(seat) ?? left_s;
    const passed = TOLD_AT_S.find((mark) => left_s <= mark && mark < before_s);
    this.#told.set(seat, left_s);
    if (passed !== undefined) this.#onTold(fill(gettext("{seconds} seconds left"), { seconds: passed }));
  }
}
