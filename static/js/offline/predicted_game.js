/**
 * The predicted state of a table's game: the confirmed log, and after it the entries that wait in the outbox, judged in
 * order by the same rules. While the clock runs, an entry's instant follows from the length of the turn, here as on the
 * server: so both compute the same clocks, even if the times of the machines differ, and no clock jumps when the
 * server's answer replaces the prediction.
 */
import { Refused } from "../referee/faults.js";
import { decide } from "../referee/rulings.js";
import { ConfirmedLog } from "./confirmed_log.js";

/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../referee/rulings.js").Ruling} Ruling */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("../live/messages").EventMessage} EventMessage */
/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("./outbox.js").Entry} Entry */

export class PredictedGame {
  #outbox;
  #custody;
  #time;
  #isWriter;
  #openConfirmed;
  /** @type {ConfirmedLog} */ #confirmed;
  /** @type {Map<string, GameEvent>} What each waiting entry came to here, by nonce, in order. */ #decided = new Map();
  /** @type {Set<string>} Entries whose event came before their answer. */ #heard = new Set();

  /** @type {import("../referee/state.js").State | null} */ state = null;

  /**
   * @param {object} options
   * @param {import("../storage.js").Store} options.storage @param {string} options.key
   * @param {import("./outbox.js").Outbox} options.outbox @param {import("./custody.js").Custody} options.custody
   * @param {import("../live/timesource.js").TimeSource} options.time
   * @param {() => boolean} options.isWriter  what another tab has waiting is not known here
   */
  constructor({ storage, key, outbox, custody, time, isWriter }) {
    this.#outbox = outbox;
    this.#custody = custody;
    this.#time = time;
    this.#isWriter = isWriter;
    this.#openConfirmed = () => new ConfirmedLog({ storage, key });
    this.#confirmed = this.#openConfirmed();
  }

  get now_ms() {
    return this.#custody.isHere ? this.#time.now_ms + this.#custody.shift_ms : this.#time.server_ms;
  }

  get game() {
    return this.#confirmed.game;
  }

  /** The number of confirmed events. */
  get seq() {
    return this.#confirmed.seq;
  }

  /** The confirmed events, then those that wait. */
  get log() {
    return [...this.#confirmed.log, ...this.#decided.values()];
  }

  /**
   * Read the stored data again.
   * @returns {boolean} whether the game is known
   */
  restore() {
    this.#confirmed = this.#openConfirmed();
    if (!this.#confirmed.state) return false;
    this.rebuild();
    return true;
  }

  /** @param {Game} game @param {number} generation */
  open(game, generation) {
    this.#confirmed.open(game, generation);
    this.rebuild();
  }

  /**
   * Append the event of an entry that was made here.
   * @param {string} nonce @param {Ruling} ruling
   */
  add(nonce, { event, after }) {
    this.#decided.set(nonce, event);
    this.state = after;
  }

  /**
   * Append the server's next event; return whether it was made here, and whether exactly this is shown already.
   * @param {EventMessage} message
   */
  confirm({ seq, event }) {
    const own = this.#outbox.entries.find((entry) => entry.seq === seq) ?? this.#echoed(event);
    const here = own && this.#decided.get(own.nonce);
    this.#confirmed.append(event);
    this.#outbox.deleteRecorded(this.seq);
    const isShown = Boolean(here && sameClocks(here, event));
    if (own && isShown) this.#decided.delete(own.nonce);
    else this.rebuild();
    return { isOwn: Boolean(own), isShown };
  }

  /** Judge the waiting entries again after the confirmed log; leave out those that are no longer possible. */
  rebuild() {
    const shown = this.state;
    const elapsed_ms = shown?.clock.elapsedMs(this.now_ms) ?? 0;
    let { state } = this.#confirmed;
    if (!state) return;
    const log = [...this.#confirmed.log];
    this.#decided = new Map();
    for (const entry of this.#pending()) {
      try {
        const ruling = decide(state, entry.body, this.#instant(state, entry), log);
        state = ruling.after;
        log.push(ruling.event);
        this.#decided.set(entry.nonce, ruling.event);
      } catch (fault) {
        // Entries that another version of this page stored may be unknown here: the server judges them.
        if (!(fault instanceof Refused)) console.error(fault);
      }
    }
    this.state = state;
    if (shown && this.#custody.isHere && isSameTurn(shown, state)) this.#goOn(state, elapsed_ms);
  }

  /**
   * Set how long the turn has lasted, independent of the instants of the server's events.
   * @param {State} state @param {number} elapsed_ms
   */
  #goOn(state, elapsed_ms) {
    const shift_ms = state.clock.instantMs(elapsed_ms) - this.#time.now_ms;
    if (shift_ms !== this.#custody.shift_ms) this.#custody.keep({ shift_ms });
  }

  /** Return the entries made under this custody that are not in the confirmed log. */
  #pending() {
    if (!this.#custody.isHere || !this.#isWriter()) return [];
    return this.#outbox.entries.filter((entry) => this.#custody.covers(entry) && !this.#isConfirmed(entry));
  }

  /** @param {Entry} entry */
  #isConfirmed({ nonce, seq }) {
    return this.#heard.has(nonce) || (seq !== null && seq <= this.seq);
  }

  /**
   * Return the instant of an entry as the server will compute it (games/services/table_entries.py).
   * @param {State} state @param {Entry} entry
   */
  #instant(state, { body, at_ms }) {
    if (state.clock.running && body.spent_ms !== undefined) return state.clock.instantMs(body.spent_ms);
    return Math.max(state.at_ms, at_ms + this.#custody.shift_ms);
  }

  /**
   * Return the entry of an event whose answer was lost: the first one that waits.
   * @param {GameEvent} event
   */
  #echoed({ kind, seat = null }) {
    const entry = this.#pending().find(({ nonce, seq }) => seq === null && this.#decided.has(nonce));
    const here = entry && this.#decided.get(entry.nonce);
    if (!entry || here?.kind !== kind || (here.seat ?? null) !== seat) return undefined;
    this.#heard.add(entry.nonce);
    return entry;
  }
}

/** @param {State} before @param {State} after */
const isSameTurn = (before, after) =>
  before.clock.running && after.clock.running && before.ply === after.ply && before.seat === after.seat;

/**
 * Return whether the server computed the same instants as this device, so that nothing has to be judged again.
 * @param {GameEvent} here @param {GameEvent} there
 */
const sameClocks = (here, there) =>
  here.kind === there.kind && here.at_ms === there.at_ms && JSON.stringify(here.clock) === JSON.stringify(there.clock);
