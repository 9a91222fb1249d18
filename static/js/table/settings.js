/** The settings of this tablet, stored in the browser. */
import { Emitter } from "../live/emitter.js";
import { asObject, readStored, writeStored } from "../storage.js";

/** @typedef {import("../storage.js").Store} Store */

const KEY = "fiveline.table.settings";
const VERSION = 1;
/** @typedef {"sound" | "countdown" | "vibration" | "left" | "confirm" | "tenths"} Switch  on or off */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {Record<Switch, boolean> & { turned: number, languages: Partial<Record<Edge, string>> }} Values */

/** @type {Readonly<Values>} */
const DEFAULTS = Object.freeze({
  sound: true,
  countdown: true,
  vibration: true,
  left: false,
  confirm: false,
  tenths: false,
  turned: 0,
  languages: {},
});

/** @param {any} stored @returns {Values} */
function readValues(stored) {
  const values = { ...DEFAULTS, ...asObject(stored) };
  asObject(values.languages);
  return values;
}

/** @extends {Emitter<{ change: keyof Values }>} */
export class Settings extends Emitter {
  #storage;
  /** @type {Values} */ #values;

  /** @param {Store} storage */
  constructor(storage) {
    super();
    this.#storage = storage;
    this.#values = readStored(storage, KEY, VERSION, readValues) ?? DEFAULTS;
  }

  /**
   * @template {keyof Values} Name
   * @param {Name} name @returns {Values[Name]}
   */
  get(name) {
    return this.#values[name];
  }

  /**
   * Return the language of a side of the screen; empty for that of the tablet.
   * @param {Edge} side
   */
  languageAt(side) {
    return this.#values.languages[side] ?? "";
  }

  /**
   * @template {keyof Values} Name
   * @param {Name} name @param {Values[Name]} value
   */
  set(name, value) {
    this.#values = { ...this.#values, [name]: value };
    writeStored(this.#storage, KEY, VERSION, this.#values);
    this.emit("change", name);
  }
}

/**
 * Return the name of this browser, which survives a reload: custody of a game is requested by it.
 * @param {Store} storage @param {() => string} fresh
 */
export function deviceName(storage, fresh) {
  const known = storage.getItem("fiveline.device");
  if (known) return known;
  const made = fresh();
  storage.setItem("fiveline.device", made);
  return made;
}
