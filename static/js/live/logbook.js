/**
 * What the server has confirmed of one game: its agreement, its log and the state that the log gives. Stored on the
 * device, so that a tablet that is reloaded without Wi-Fi knows its game. A log belongs to one generation of the
 * server's data: after a backup was restored there is another one, and the server's word counts.
 */
import { apply, eventOf, loadAgreement, replay } from "../referee.js";

export class Logbook {
  #storage;
  #key;

  /** The `game` of a state message. @type {Record<string, any> | null} */ game = null;
  /** @type {import("../referee/events.js").Event[]} */ log = [];
  /** @type {import("../referee.js").State | null} */ state = null;
  #generation = 0;

  /** @param {{ storage: Pick<Storage, "getItem" | "setItem">, key: string }} options */
  constructor({ storage, key }) {
    this.#storage = storage;
    this.#key = key;
    const stored = JSON.parse(storage.getItem(key) ?? "null");
    if (!stored) return;
    this.#generation = stored.generation;
    this.#begin(stored.game, stored.log);
  }

  /**
   * What was agreed, with names that may have changed; an older generation's log is forgotten.
   * @param {Record<string, any>} game @param {number} generation
   */
  open(game, generation) {
    const log = generation === this.#generation ? this.log : [];
    this.#generation = generation;
    this.#begin(game, log);
    this.#store();
  }

  /** The event of the next message. @param {Record<string, any>} message */
  append(message) {
    const event = eventOf(message, this.state, this.log);
    this.log = [...this.log, event];
    this.state = apply(this.state, event);
    this.#store();
    return event;
  }

  get seq() {
    return this.log.length;
  }

  #begin(game, log) {
    const known = this.state && this.log === log;
    this.game = game;
    this.log = log;
    if (!known) this.state = replay(loadAgreement(game), log);
  }

  #store() {
    try {
      const stored = { game: this.game, generation: this.#generation, log: this.log };
      this.#storage.setItem(this.#key, JSON.stringify(stored));
    } catch {
      // No room: the server has it all, only a reload without Wi-Fi would not find it.
    }
  }
}
