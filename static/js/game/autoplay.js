/** Plays a game through by itself, a move at a time, until its end or until somebody stops it. Pure but for its timer. */

/** How long each move is looked at, by the speeds that the page offers. */
export const SPEEDS_MS = Object.freeze({ slow: 2_500, normal: 1_200, fast: 500 });

/** @typedef {keyof typeof SPEEDS_MS} Speed */

export class Autoplay {
  #step;
  #onChange;
  #timers;
  /** @type {number | null} */ #timer = null;
  /** @type {Speed} */ speed = "normal";

  /**
   * @param {object} options
   * @param {() => boolean} options.step  one move on; whether there is another
   * @param {() => void} options.onChange  it was started or has stopped
   * @param {Pick<typeof globalThis, "setTimeout" | "clearTimeout">} [options.timers]
   */
  constructor({ step, onChange, timers = globalThis }) {
    this.#step = step;
    this.#onChange = onChange;
    this.#timers = timers;
  }

  get isPlaying() {
    return this.#timer !== null;
  }

  start() {
    if (this.isPlaying) return;
    this.#wait();
    this.#onChange();
  }

  stop() {
    if (this.#timer === null) return;
    this.#timers.clearTimeout(this.#timer);
    this.#timer = null;
    this.#onChange();
  }

  #wait() {
    this.#timer = /** @type {number} */ (
      /** @type {unknown} */ (this.#timers.setTimeout(() => this.#tick(), SPEEDS_MS[this.speed]))
    );
  }

  #tick() {
    if (this.#step()) this.#wait();
    else this.stop();
  }
}
