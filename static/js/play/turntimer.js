/**
 * How long a turn has lasted on this very device: what a move claims, for the lag quota to weigh. Pure.
 * It begins with what had passed when the message arrived, and goes on by the device's own time.
 */

/** @typedef {import("../live/messages").StateMessage} StateMessage */

export class TurnTimer {
  #time;
  #ply = -1;
  /** @type {number | null} */ #since = null;
  #before_ms = 0;
  #arrived_ms = 0;

  /** @param {Pick<import("../live/timesource.js").TimeSource, "now_ms" | "sinceMs">} time */
  constructor(time) {
    this.#time = time;
  }

  /**
   * A state arrived, or an event changed it; only one that begins a turn, or runs it on after a pause, starts the count anew.
   * @param {Pick<StateMessage, "ply" | "clock" | "now_ms">} state
   */
  onState({ ply, clock, now_ms }) {
    if (clock.since === null) return;
    if (ply === this.#ply && clock.since === this.#since) return;
    const [, spent_ms] = clock.turn;
    this.#since = clock.since;
    this.#ply = ply;
    this.#before_ms = spent_ms + Math.max(0, now_ms - clock.since);
    this.#arrived_ms = this.#time.now_ms;
  }

  /** @param {number} [timeStamp] of the touch that ends the turn; now, if there was none */
  spentMs(timeStamp) {
    const ago_ms = timeStamp === undefined ? 0 : this.#time.sinceMs(timeStamp);
    return this.#before_ms + Math.max(0, this.#time.now_ms - ago_ms - this.#arrived_ms);
  }
}
