/**
 * How a table's game stands for those who play it: the log that the server has confirmed, and on top of it what still
 * waits in the outbox, judged in order by the same rules. While the clock runs, an entry's instant follows from how
 * long the turn has lasted, here as on the server: so both come to the same clocks, whatever the two machines think
 * the time is, and no clock jumps when the server's word takes the place of ours.
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

  /** How many events are confirmed. */
  get seq() {
    return this.#confirmed.seq;
  }

  /** Confirmed events, then what waits. */
  get log() {
    return [...this.#confirmed.log, ...this.#decided.values()];
  }

  /**
   * Read again what is stored.
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
   * One more entry was made here.
   * @param {string} nonce @param {Ruling} ruling
   */
  add(nonce, { event, after }) {
    this.#decided.set(nonce, event);
    this.state = after;
  }

  /**
   * The server tells the next event: whether it was made here, and whether it is shown already, just as it is.
   * @param {EventMessage} message
   */
  confirm({ seq, event }) {
    const own = this.#outbox.entries.find((entry) => entry.seq === seq) ?? this.#echoed(event);
    const here = own && this.#decided.get(own.nonce);
    this.#confirmed.append(event);
    this.#outbox.settle(this.seq);
    const isShown = Boolean(here && sameClocks(here, event));
    if (own && isShown) this.#decided.delete(own.nonce);
    else this.rebuild();
    return { isOwn: Boolean(own), isShown };
  }

  /** Judge again what waits, on top of what is confirmed; what is not possible any more is left out. */
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
        // Entries that another version of this page stored may mean nothing here: the server judges them.
        if (!(fault instanceof Refused)) console.error(fault);
      }
    }
    this.state = state;
    if (shown && this.#custody.isHere && isSameTurn(shown, state)) this.#goOn(state, elapsed_ms);
  }

  /**
   * The turn has lasted so long, whatever instants the server gave to its events.
   * @param {State} state @param {number} elapsed_ms
   */
  #goOn(state, elapsed_ms) {
    const shift_ms = state.clock.instantMs(elapsed_ms) - this.#time.now_ms;
    if (shift_ms !== this.#custody.shift_ms) this.#custody.keep({ shift_ms });
  }

  /** Entries made under this custody that the confirmed log does not hold. */
  #pending() {
    if (!this.#custody.isHere || !this.#isWriter()) return [];
    return this.#outbox.entries.filter((entry) => this.#custody.covers(entry) && !this.#isConfirmed(entry));
  }

  /** @param {Entry} entry */
  #isConfirmed({ nonce, seq }) {
    return this.#heard.has(nonce) || (seq !== null && seq <= this.seq);
  }

  /**
   * When it happened, as the server will see it (games/services/table_entries.py).
   * @param {State} state @param {Entry} entry
   */
  #instant(state, { body, at_ms }) {
    if (state.clock.running && body.spent_ms !== undefined) return state.clock.instantMs(body.spent_ms);
    return Math.max(state.at_ms, at_ms + this.#custody.shift_ms);
  }

  /**
   * An event whose answer was lost is told like any other: then the first entry that waits is meant.
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
 * Whether the server came to the same instants as this device: then nothing has to be judged again.
 * @param {GameEvent} here @param {GameEvent} there
 */
const sameClocks = (here, there) =>
  here.kind === there.kind && here.at_ms === there.at_ms && JSON.stringify(here.clock) === JSON.stringify(there.clock);
