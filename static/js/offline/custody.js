/**
 * The custody of a table's game: whether this device keeps it, by the server's last message, and the number of its last
 * entry. Stored, so that a tablet that is reloaded without Wi-Fi can continue.
 */
import { Fault, gettext_noop } from "../faults.js";
import { asObject, readStored, writeStored } from "../storage.js";

/** The reason why nothing can be entered here. */
export class ReadOnly extends Fault {
  static sentences = {
    unknown: gettext_noop("This game has not been received yet. Connect this device first."),
    "not-asked": gettext_noop("This device does not keep the game yet. Connect it, or take the game over."),
    "other-device": gettext_noop("Another device keeps this game."),
    replaced: gettext_noop("This tablet no longer serves the table. Continue on the other tablet, or ask the arbiter."),
    "other-tab": gettext_noop("This game is open in another tab of this device."),
    gone: gettext_noop("This game is played no longer."),
    "server-keeps": gettext_noop("The players' own devices play this game; no tablet keeps it."),
  };
}

/**
 * @typedef {object} Kept
 * @property {"here" | "elsewhere" | "replaced" | null} holder  replaced: this device has lost the right to the table
 * @property {number} epoch
 * @property {number} n
 * @property {number} generation
 * @property {number} shift_ms
 */

/** The version of the stored data. */
const VERSION = 1;
/** @type {Kept} */
const NOTHING = Object.freeze({ holder: null, epoch: 0, n: 0, generation: 0, shift_ms: 0 });

/** @param {any} stored @returns {Kept} */
function readKept(stored) {
  const { holder, ...numbers } = { ...NOTHING, ...asObject(stored) };
  if (Object.values(numbers).some((each) => typeof each !== "number")) throw new TypeError("not a custody");
  return { holder, ...numbers };
}

export class Custody {
  #storage;
  #key;
  #isWriter;
  #kept = NOTHING;

  /** @param {{ storage: import("../storage.js").Store, key: string, isWriter: () => boolean }} options */
  constructor({ storage, key, isWriter }) {
    this.#isWriter = isWriter;
    this.#storage = storage;
    this.#key = key;
    this.reload();
  }

  reload() {
    this.#kept = readStored(this.#storage, this.#key, VERSION, readKept) ?? NOTHING;
  }

  /**
   * Where the game is kept; null before the server's first message.
   * @returns {Kept["holder"]}
   */
  get holder() {
    return this.#kept.holder;
  }

  get isHere() {
    return this.#kept.holder === "here";
  }

  /** The number of changes of custody; entries of another epoch are late. */
  get epoch() {
    return this.#kept.epoch;
  }

  /** The number of the last entry that was made here. */
  get n() {
    return this.#kept.n;
  }

  /** The generation of the server's data, which changes when a backup is restored. */
  get generation() {
    return this.#kept.generation;
  }

  /** The difference from the device's time to the instants of the game's events. */
  get shift_ms() {
    return this.#kept.shift_ms;
  }

  /**
   * Return whether an entry in the outbox was made under this custody.
   * @param {{ body: Record<string, any> }} entry
   */
  covers({ body }) {
    return body.epoch === this.epoch && body.generation === this.generation;
  }

  /** @param {Partial<Kept>} changes */
  keep(changes) {
    this.#kept = { ...this.#kept, ...changes };
    // Without room the game continues: after a reload the server says who keeps the game.
    if (this.#isWriter()) writeStored(this.#storage, this.#key, VERSION, this.#kept);
  }
}
