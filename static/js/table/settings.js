/** What is set on this tablet, kept in the browser. A browser that keeps nothing still plays. */
import { Emitter } from "../live/emitter.js";

const KEY = "fiveline.table.settings";
const DEFAULTS = Object.freeze({ sound: true, vibration: true, left: false, confirm: false, tenths: false, turned: 0 });

/** localStorage, or something that forgets with the page. */
export function openStorage() {
  try {
    const probe = "fiveline.probe";
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return { storage: localStorage, lasts: true };
  } catch {
    const kept = new Map();
    const storage = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: (key) => kept.delete(key),
    };
    return { storage, lasts: false };
  }
}

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
