/**
 * The confirmed part of a game: its agreement, its log and the state of the log. Stored on the device, so that a tablet
 * that is reloaded without Wi-Fi has its game. A log belongs to one generation of the server's data: after a backup was
 * restored there is another generation, and the server's data count.
 */
import { loadAgreement } from "../referee/codec.js";
import { apply, replay } from "../referee/folding.js";
import { readStored, writeStored } from "../storage.js";

/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../live/messages").Game} Game */

/** The version of the stored data, which has the events of docs/protocol.md: change it when one of them changes. */
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
    // A log that cannot be read or replayed is requested from the server, as if none had been stored.
    readStored(storage, key, VERSION, ({ game, generation, log }) => {
      const state = replay(loadAgreement(game), log);
      Object.assign(this, { game, log, state });
      this.#generation = generation;
    });
  }

  /**
   * Set the agreement, with names that may have changed; drop the log of an older generation.
   * @param {Game} game @param {number} generation
   */
  open(game, generation) {
    const log = generation === this.#generation ? this.log : [];
    this.#generation = generation;
    this.#begin(game, log);
    this.#store();
  }

  /**
   * Append the event of the next message.
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
    // Without room the game continues: only a reload without Wi-Fi would lose it, and the server has all of it.
    writeStored(this.#storage, this.#key, VERSION, { game: this.game, generation: this.#generation, log: this.log });
  }
}
