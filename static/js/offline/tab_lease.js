/**
 * Which of several tabs of one browser may write: the one whose mark in the shared storage is fresh. Timers of hidden
 * tabs are slowed down, so a tab that is looked at takes over from one that is not. (No navigator.locks: that asks for
 * a secure context.)
 */
import { asObject, readStored, writeStored } from "../storage.js";
import { Emitter } from "../live/emitter.js";

const RENEW_MS = 2_000;
const STALE_MS = 6_000;
/** Of the stored form. */
const VERSION = 1;

/** @extends {Emitter<{ change: boolean }>} */
export class WriterLease extends Emitter {
  #storage;
  #key;
  #tab;
  #wall;
  #timers;
  /** @type {any} */ #alarm = null;

  isHeld = false;

  /**
   * @param {object} options
   * @param {import("../storage.js").Store} options.storage @param {string} options.key
   * @param {string} options.tab  a name of this tab alone
   * @param {() => number} [options.wall]  shared by all tabs, as performance.now() is not
   * @param {import("../live/timesource.js").Timers} [options.timers]
   */
  constructor({ storage, key, tab, wall = () => Date.now(), timers = globalThis }) {
    super();
    this.#storage = storage;
    this.#key = key;
    this.#tab = tab;
    this.#wall = wall;
    this.#timers = timers;
  }

  /** Take the lease if it is free, keep it fresh, and go on trying while it is not; "change" tells. */
  start() {
    this.#timers.clearTimeout(this.#alarm);
    this.check();
    this.#alarm = this.#timers.setTimeout(() => this.start(), RENEW_MS);
  }

  /** Whether this tab may write right now. Asked before every entry. */
  check() {
    const other = this.#holder();
    if (other === null) this.#mark();
    const held = other === null && this.#holder() === null;
    if (held !== this.isHeld) {
      this.isHeld = held;
      this.emit("change", held);
    }
    return held;
  }

  /** Let the next tab have it at once: on `pagehide`. */
  release() {
    this.#timers.clearTimeout(this.#alarm);
    if (this.isHeld) this.#storage.removeItem(this.#key);
    this.isHeld = false;
  }

  /** The other tab that holds it, or null. */
  #holder() {
    const mark = readStored(this.#storage, this.#key, VERSION, asObject);
    if (!mark || mark.tab === this.#tab) return null;
    const age_ms = this.#wall() - mark.at_ms;
    return age_ms >= 0 && age_ms < STALE_MS ? mark.tab : null;
  }

  #mark() {
    // Without storage no other tab can be seen; the server still lets only one device write.
    writeStored(this.#storage, this.#key, VERSION, { tab: this.#tab, at_ms: this.#wall() });
  }
}
