/**
 * The time of this device, which never runs backwards or jumps, and its difference to the server's time.
 * `performance.now()` may stop while a device sleeps, and the wall clock may be set: if the two differ by over a second,
 * the elapsed time is unknown, and "gap" is emitted.
 */
import { Emitter } from "./emitter.js";

const LARGEST_GAP_MS = 1_000;
/** A busy page receives a touch late; an event with an older time stamp than this is no touch. */
const LATEST_MS = 2_000;

/**
 * @typedef {object} Timers  those of the browser, or a test's
 * @property {(act: () => void, wait_ms?: number) => any} setTimeout
 * @property {(alarm: any) => void} clearTimeout
 */

/** @extends {Emitter<{ gap: number }>} */
export class TimeSource extends Emitter {
  #monotonic;
  #wall;
  #origin_ms;
  #compared;
  /** @type {{ least: number, most: number } | null} The server's time less ours lies in between; a ping narrows it. */
  #offset = null;

  /** @param {{ monotonic?: () => number, wall?: () => number }} clocks */
  constructor({ monotonic = () => performance.now(), wall = () => Date.now() } = {}) {
    super();
    this.#monotonic = monotonic;
    this.#wall = wall;
    this.#origin_ms = wall() - monotonic();
    this.#compared = { monotonic: monotonic(), wall: wall() };
  }

  /** Whole milliseconds that start at the wall clock's time and never run backwards. */
  get now_ms() {
    return Math.floor(this.#origin_ms + this.#monotonic());
  }

  /**
   * Return how long ago an event was, by its time stamp: a touch counts from when it was made, not from when a busy page
   * handled it.
   * @param {number} timeStamp in the time of `performance.now()`
   */
  sinceMs(timeStamp) {
    const then_ms = Math.floor(this.#origin_ms + timeStamp);
    return Math.min(LATEST_MS, Math.max(0, this.now_ms - then_ms));
  }

  /** Compare both clocks with the last time; return their difference, 0 if it is negligible. */
  check() {
    const now = { monotonic: this.#monotonic(), wall: this.#wall() };
    const gap_ms = Math.round(now.wall - this.#compared.wall - (now.monotonic - this.#compared.monotonic));
    // Small differences add up to a jump as well, so the comparison restarts only after a reported one.
    if (Math.abs(gap_ms) <= LARGEST_GAP_MS) return 0;
    this.#compared = now;
    this.#offset = null;
    this.emit("gap", gap_ms);
    return gap_ms;
  }

  /**
   * Learn the server's time from a message.
   * @param {number} server_ms @param {number | null} [sent_ms] when we asked for it, if we did
   */
  hear(server_ms, sent_ms = null) {
    const heard = { least: server_ms - this.now_ms, most: sent_ms === null ? Infinity : server_ms - sent_ms };
    const known = this.#offset ?? heard;
    const both = { least: Math.max(known.least, heard.least), most: Math.min(known.most, heard.most) };
    // The clocks of two machines drift: if the old and the new value exclude each other, the new one counts.
    this.#offset = both.least <= both.most ? both : heard;
  }

  /** The estimated lead of the server's time over ours. */
  get offset_ms() {
    if (this.#offset === null) return 0;
    const { least, most } = this.#offset;
    return most === Infinity ? least : Math.round((least + most) / 2);
  }

  /** The server's time, in which events and clocks of server-kept games are given. */
  get server_ms() {
    return this.now_ms + this.offset_ms;
  }
}
