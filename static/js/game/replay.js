/**
 * Replays a game: its moves without those taken back, a frame for each (mirrors games/replays.py), and automatic play.
 * Pure except for a timer.
 */

/** @typedef {import("../live/messages").EventMessage} EventMessage */

/** @typedef {{ seat: import("../rules/seats.js").Seat, move: string | null }} Made  a move or a press that stands */

/**
 * List the moves that were not taken back, in the order of their plies.
 * @param {readonly import("../referee/events.js").GameEvent[]} log
 */
export function movesOf(log) {
  /** @type {Made[]} */
  const moves = [];
  for (const { kind, seat, move = null, to_ply } of log) {
    if (kind === "moved" || kind === "pressed") moves.push({ seat, move });
    else if (kind === "taken-back") moves.length = Math.min(moves.length, to_ply);
  }
  return moves;
}

/**
 * @typedef {object} Frame
 * @property {number} ply
 * @property {import("../rules/seats.js").Seat | null} seat  who made the move
 * @property {string | null} move
 * @property {string[]} passes
 * @property {string | null} position
 * @property {import("../clock/snapshot.js").ClockJson} clock  as in events
 * @property {number} at_ms
 * @property {number} spent_ms
 * @property {readonly import("../rules/cells.js").Line[]} lines
 */

export class Frames {
  /** @type {Frame[]} */ #frames;

  /** @param {Frame[]} frames  the first is the start */
  constructor(frames) {
    this.#frames = [...frames];
  }

  get last() {
    return this.#frames.length - 1;
  }

  /** @param {number} ply @returns {Frame} the nearest there is */
  at(ply) {
    return this.#frames[Math.max(0, Math.min(ply, this.last))];
  }

  /** The moves, without the start. */
  get moves() {
    return this.#frames.slice(1);
  }

  /**
   * Add one more event of the game.
   * @param {EventMessage} message
   */
  onEvent({ event, ply, position, outcome }) {
    const lines = outcome?.lines ?? [];
    this.#frames.length = Math.min(this.#frames.length, ply + 1);
    if (event.kind === "moved" || event.kind === "pressed") {
      this.#frames[ply] = turn(event, { ply, position, lines });
      return;
    }
    /** @type {Frame} */
    const last = { ...this.#frames[this.last], lines };
    if (event.kind === "called" && last.move) last.move = `${last.move.replace("!", "")}!`;
    if (event.kind === "position-set" || (event.kind === "adjusted" && event.turn)) last.position = position;
    if (ply === 0) Object.assign(last, { clock: event.clock, at_ms: event.at_ms });
    this.#frames[this.last] = last;
  }
}

/**
 * @param {import("../referee/events.js").GameEvent} event @param {Pick<Frame, "ply" | "position" | "lines">} after
 * @returns {Frame}
 */
const turn = ({ seat, move = null, passes = [], clock, at_ms, elapsed_ms, lag_ms }, after) => ({
  ...after,
  seat,
  move,
  passes,
  clock,
  at_ms,
  spent_ms: elapsed_ms - lag_ms,
});

/** The time for each move, by the speeds that the page offers. */
export const SPEEDS_MS = Object.freeze({ slow: 2_500, normal: 1_200, fast: 500 });

/** @typedef {keyof typeof SPEEDS_MS} Speed */

/** Plays a game automatically, a move at a time, until its end or until it is stopped. */
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
