/**
 * What the server has confirmed of one game: its agreement, its log and the state that the log gives. Stored on the
 * device, so that a tablet that is reloaded without Wi-Fi knows its game. A log belongs to one generation of the
 * server's data: after a backup was restored there is another one, and the server's word counts.
 */
import { loadAgreement } from "../referee/codec.js";
import { apply, replay } from "../referee/folding.js";
import { readStored, writeStored } from "../storage.js";

/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../live/messages").Game} Game */

/** Of the stored form, which has the events of docs/protocol.md as they are: change it when one of them changes. */
const VERSION = 1;

export class ConfirmedLog {
  #storage;
  #key;

  /** @type {Game | null} The `game` of a state message. */ game = null;
  /** @type {import("../referee/events.js").GameEvent[]} */ log = [];
  /** @type {import("../referee/state.js").State | null} */ state = null;
  #generation = 0;

  /** @param {{ storage: import("../storage.js").Store, key: string }} options */
  constructor({ storage, key }) {
    this.#storage = storage;
    this.#key = key;
    // What cannot be read or replayed is asked for from the server again, as if nothing had been stored.
    readStored(storage, key, VERSION, ({ game, generation, log }) => {
      const state = replay(loadAgreement(game), log);
      Object.assign(this, { game, log, state });
      this.#generation = generation;
    });
  }

  /**
   * What was agreed, with names that may have changed; an older generation's log is forgotten.
   * @param {Game} game @param {number} generation
   */
  open(game, generation) {
    const log = generation === this.#generation ? this.log : [];
    this.#generation = generation;
    this.#begin(game, log);
    this.#store();
  }

  /**
   * The event of the next message.
   * @param {GameEvent} event
   */
  append(event) {
    if (!this.state) throw new Error("an event of a game that is not known");
    this.log = [...this.log, event];
    this.state = apply(this.state, event);
    this.#store();
  }

  get seq() {
    return this.log.length;
  }

  /** @param {Game} game @param {GameEvent[]} log */
  #begin(game, log) {
    const known = this.state && this.log === log;
    this.game = game;
    this.log = log;
    if (!known) this.state = replay(loadAgreement(game), log);
  }

  #store() {
    // If there is no room: the server has it all, only a reload without Wi-Fi would not find it.
    writeStored(this.#storage, this.#key, VERSION, { game: this.game, generation: this.#generation, log: this.log });
  }
}
