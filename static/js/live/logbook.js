/**
 * What the server has confirmed of one game: its agreement, its log and the state that the log gives. Stored on the
 * device, so that a tablet that is reloaded without Wi-Fi knows its game.
 */
import { apply, eventOf, loadAgreement, replay } from "../replay.js";

export class Logbook {
  #storage;
  #key;

  /** The `game` of a state message. @type {Record<string, any> | null} */ game = null;
  /** @type {import("../replay/events.js").Event[]} */ log = [];
  /** @type {import("../replay.js").State | null} */ state = null;

  /** @param {{ storage: Pick<Storage, "getItem" | "setItem">, key: string }} options */
  constructor({ storage, key }) {
    this.#storage = storage;
    this.#key = key;
    const stored = JSON.parse(storage.getItem(key) ?? "null");
    if (stored) this.#begin(stored.game, stored.log);
  }

  /** What was agreed, with names that may have changed. @param {Record<string, any>} game */
  open(game) {
    this.#begin(game, this.log);
    this.#store();
  }

  /** Forget everything: the server has another log. */
  clear() {
    this.#begin(this.game, []);
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
      this.#storage.setItem(this.#key, JSON.stringify({ game: this.game, log: this.log }));
    } catch {
      // No room: the server has it all, only a reload without Wi-Fi would not find it.
    }
  }
}
