/**
 * A lease for the one of several tabs of a browser that may write: the one whose mark in the shared storage is fresh.
 * Timers of hidden tabs are slowed down, so a visible tab takes over from a hidden one. (No navigator.locks: they need
 * a secure context.)
 */
import { asObject, readStored, writeStored } from "../storage.js";
import { Emitter } from "../live/emitter.js";

const RENEW_MS = 2_000;
const STALE_MS = 6_000;
/** The version of the stored data. */
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

  /** Take and renew the lease, or retry while another tab has it; "change" reports it. */
  start() {
    this.#timers.clearTimeout(this.#alarm);
    this.check();
    this.#alarm = this.#timers.setTimeout(() => this.start(), RENEW_MS);
  }

  /** Return whether this tab may write right now. Call it before every entry. */
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

  /** Release the lease for the next tab at once, on `pagehide`. */
  release() {
    this.#timers.clearTimeout(this.#alarm);
    if (this.isHeld) this.#storage.removeItem(this.#key);
    this.isHeld = false;
  }

  /** Return the other tab that holds the lease, or null. */
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
