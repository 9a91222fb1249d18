/**
 * A game as a row of frames, one for each move that stands; mirrors games/replays.py. Pure.
 * A takeback removes the frames it undid.
 */

/** @typedef {import("../live/messages").EventMessage} EventMessage */

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
   * One more event of the game.
   * @param {EventMessage} message
   */
  hear({ event, ply, position, outcome }) {
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
