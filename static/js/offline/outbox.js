/**
 * The requests of this device to the server, stored until they are answered: a reload or a night without Wi-Fi loses
 * none. Entries are sent in their order. Refused ones are stored separately for the arbiter.
 * Works on plain HTTP: it needs only an interface like localStorage, and no secure context.
 */
import { Fault, gettext_noop } from "../faults.js";
import { asObject, readStored, writeStored } from "../storage.js";
import { Emitter } from "../live/emitter.js";

/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../live/messages").Messages} Messages */

/** The most entries that may wait: more than any game has. */
export const MOST_WAITING = 1_000;
const MOST_REFUSED = 200;
/** The version of the stored data. */
const VERSION = 1;
const IN_FLIGHT = 8;
const RESEND_AFTER_MS = 5_000;
/** The pause after an error of the server: short, because a clock may be waiting. */
const FAILED_AGAIN_MS = 1_000;

/** Refusals that are not about the entry itself: it is sent again once the cause is gone. */
const COMES_AGAIN = Object.freeze([
  ...["entry-gap", "no-custody", "not-holder"], // custody is requested, then sending continues
  ...["too-fast", "failed"],
  "too-early", // a flag that the server's clock, a little behind, has yet to see fall
  "pin-needed", // the arbiter typed the PIN while the server could not be reached, and has to type it again
]);

class OutboxFull extends Fault {
  static sentences = {
    "outbox-full": gettext_noop(
      "Too many entries wait for the server ({count}), and no more can be kept. Connect this device first.",
    ),
  };
}

/**
 * @typedef {object} Entry
 * @property {string} nonce
 * @property {Request} body  the request as it is sent
 * @property {number} at_ms  when it happened, by the device
 * @property {number | null} seq  the event that it became, once it is answered
 * @property {{ code: string, text: string } | null} refusal
 */

/**
 * Read the stored data of an outbox; throw if its entries cannot be sent.
 * @param {any} stored @returns {{ entries: Entry[], refused: Entry[] }}
 */
function readEntries(stored) {
  const { entries = [], refused = [] } = asObject(stored);
  for (const { nonce, body } of [...entries, ...refused]) {
    if (typeof nonce !== "string" || typeof body.type !== "string") throw new TypeError("not an entry");
  }
  return { entries, refused };
}

/** Make a unique name of a request; random, since two tablets must not choose the same. */
export function newNonce(bytes = crypto.getRandomValues(new Uint8Array(12))) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Outbox {
  #storage;
  #key;
  #nonce;
  #isWriter;
  /** @type {Entry[]} */ #entries = [];
  /** @type {Entry[]} */ #refused = [];

  /** False once the device could not store an entry: then a reload would lose it. */ isDurable = true;

  /**
   * @param {object} options
   * @param {import("../storage.js").Store} options.storage @param {string} options.key
   * @param {() => boolean} [options.isWriter]  whether this tab may change what is stored
   * @param {() => string} [options.nonce]
   */
  constructor({ storage, key, isWriter = () => true, nonce = () => newNonce() }) {
    this.#isWriter = isWriter;
    this.#storage = storage;
    this.#key = key;
    this.#nonce = nonce;
    this.reload();
  }

  /** Read the stored data again, since another tab of this device may have changed them. */
  reload() {
    const stored = readStored(this.#storage, this.#key, VERSION, readEntries);
    this.#entries = stored?.entries ?? [];
    this.#refused = stored?.refused ?? [];
  }

  /** The entries that are not answered, or whose event has not arrived. */
  get entries() {
    return [...this.#entries];
  }

  get waiting() {
    return this.#entries.filter(({ seq }) => seq === null);
  }

  get refused() {
    return [...this.#refused];
  }

  /** @param {Request} body @param {number} at_ms @returns {Entry} */
  add(body, at_ms) {
    if (this.#entries.length >= MOST_WAITING) throw new OutboxFull("outbox-full", { count: this.#entries.length });
    /** @type {Entry} */
    const entry = { nonce: this.#nonce(), body, at_ms, seq: null, refusal: null };
    this.#entries.push(entry);
    this.#store();
    return entry;
  }

  /**
   * Store that the entry became event `seq`.
   * @param {string} nonce @param {number} seq
   * @returns {Entry | undefined} undefined if there is none
   */
  answer(nonce, seq) {
    return this.#change(nonce, (entry) => {
      entry.seq = seq;
    });
  }

  /**
   * Move the entry to the refused ones.
   * @param {string} nonce @param {{ code: string, text: string }} options
   */
  refuse(nonce, { code, text }) {
    return this.#change(nonce, (entry) => {
      entry.refusal = { code, text };
      this.#entries = this.#entries.filter((each) => each !== entry);
      this.#refused = [...this.#refused, entry].slice(-MOST_REFUSED);
    });
  }

  /**
   * Delete the entries of events up to `seq`, which are safe in the log.
   * @param {number} seq
   */
  deleteRecorded(seq) {
    const open = this.#entries.filter((entry) => entry.seq === null || entry.seq > seq);
    if (open.length === this.#entries.length) return;
    this.#entries = open;
    this.#store();
  }

  /**
   * Change the entries that the server has not recorded.
   * @param {(entry: Entry) => Request} bodyOf
   */
  rewrite(bodyOf) {
    for (const entry of this.waiting) entry.body = bodyOf(entry);
    this.#store();
  }

  /** Delete the refused entries, which the arbiter has seen. */
  clearRefused() {
    this.#refused = [];
    this.#store();
  }

  /** @param {string} nonce @param {(entry: Entry) => void} change */
  #change(nonce, change) {
    const entry = this.#entries.find((each) => each.nonce === nonce);
    if (!entry) return undefined;
    change(entry);
    this.#store();
    return entry;
  }

  #store() {
    if (!this.#isWriter()) return;
    const stored = { entries: this.#entries, refused: this.#refused };
    // No room, or storage is switched off: continue, and let the page say so.
    this.isDurable = writeStored(this.#storage, this.#key, VERSION, stored);
  }
}

/**
 * Sends an outbox over a socket: in order, a few entries at a time, until each is answered. Emits "refused" with an
 * entry that was not accepted.
 * @extends {Emitter<{ refused: Entry }>}
 */
export class OutboxSender extends Emitter {
  #outbox;
  #socket;
  #time;
  #timers;
  /** @type {any} */ #alarm = null;
  /** @type {Set<string>} The nonces under way. */ #sent = new Set();

  /**
   * @param {object} options
   * @param {Outbox} options.outbox @param {import("../live/socket.js").LiveSocket} options.socket
   * @param {import("../live/timesource.js").TimeSource} options.time
   * @param {boolean} [options.forTable]  a table settles its outbox when the events are safe in its log, and sends
   *   nothing before it knows that it still keeps the game; other devices send as soon as the server greets them
   * @param {import("../live/timesource.js").Timers} [options.timers]
   */
  constructor({ outbox, socket, time, forTable = false, timers = globalThis }) {
    super();
    this.#outbox = outbox;
    this.#socket = socket;
    this.#time = time;
    this.#timers = timers;
    socket.on("answer", ({ nonce, seq }) => {
      outbox.answer(nonce, seq);
      if (!forTable) outbox.deleteRecorded(Infinity);
      this.#next(nonce);
    });
    socket.on("refused", (refusal) => this.#onRefused(refusal));
    socket.on("status", () => socket.isConnected || this.#sent.clear());
    if (!forTable) socket.on("state", () => this.restart());
  }

  /** Send the entries that may be sent now. Call it after every `add`, and once the server has answered. */
  pump() {
    for (const { nonce, body, at_ms } of this.#outbox.waiting.slice(0, IN_FLIGHT)) {
      if (this.#sent.has(nonce)) continue;
      const ago_ms = Math.max(0, this.#time.now_ms - at_ms);
      if (!this.#socket.send({ ...body, nonce, ago_ms })) break;
      this.#sent.add(nonce);
    }
    if (this.#sent.size) this.#wake(RESEND_AFTER_MS);
    else this.#timers.clearTimeout(this.#alarm);
  }

  /** @param {number} after_ms */
  #wake(after_ms) {
    this.#timers.clearTimeout(this.#alarm);
    this.#alarm = this.#timers.setTimeout(() => this.restart(), after_ms);
  }

  /** Send again from the first unanswered entry on. */
  restart() {
    this.#sent.clear();
    this.pump();
  }

  /** Stop sending, because another tab does it. */
  stop() {
    this.#sent.clear();
    this.#timers.clearTimeout(this.#alarm);
  }

  /** @param {Messages["refused"]} options */
  #onRefused({ nonce, code, text }) {
    if (code === "failed" || code === "too-early") this.#wake(FAILED_AGAIN_MS);
    if (COMES_AGAIN.includes(code)) return; // after a while, or when another module has fixed the cause and calls `restart`
    const entry = this.#outbox.refuse(nonce, { code, text });
    if (entry) this.emit("refused", entry);
    this.#next(nonce);
  }

  /** @param {string} nonce */
  #next(nonce) {
    if (this.#sent.delete(nonce)) this.pump();
  }
}
