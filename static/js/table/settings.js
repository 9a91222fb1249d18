/** What is set on this tablet, kept in the browser. */
import { Emitter } from "../live/emitter.js";

const KEY = "fiveline.table.settings";
const DEFAULTS = Object.freeze({ sound: true, vibration: true, left: false, confirm: false, tenths: false, turned: 0 });

export class Settings extends Emitter {
  #storage;
  #values;

  constructor(storage) {
    super();
    this.#storage = storage;
    this.#values = { ...DEFAULTS, ...JSON.parse(storage.getItem(KEY) ?? "{}") };
  }

  /** @param {keyof typeof DEFAULTS} name */
  get(name) {
    return this.#values[name];
  }

  set(name, value) {
    this.#values = { ...this.#values, [name]: value };
    this.#storage.setItem(KEY, JSON.stringify(this.#values));
    this.emit("change", name);
  }
}

/** A name of this browser that outlives a reload: who keeps the game is asked by it. */
export function deviceName(storage, fresh) {
  const known = storage.getItem("fiveline.device");
  if (known) return known;
  const made = fresh();
  storage.setItem("fiveline.device", made);
  return made;
}
