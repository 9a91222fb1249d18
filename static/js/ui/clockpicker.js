/**
 * Pickers around a text field for a time control: kinds of clock, steppers, presets and clocks stored on this device.
 * The server describes the control, in the same words as everywhere.
 */
import { TimeControl } from "../clock/control.js";
import { controlOf, picksOf } from "../clock/picking.js";
import { Fault } from "../faults.js";
import { request } from "../refresh/request.js";
import { readStored, writeStored } from "../storage.js";
import { element, find, findAll } from "./dom.js";

/** @typedef {import("../clock/picking.js").Picks} Picks */
/** @typedef {{ text: string, name: string }} KeptClock */
/** @typedef {{ text?: string, name?: string, words?: string, error?: string }} Explained */

const KEPT = "fiveline.clocks";
const KEPT_VERSION = 1;
const MOST_KEPT = 8;
const PAUSE_MS = 150;
/** The settings that are the same for both sides unless there are odds; the time is always separate. */
const ALIKE = ["bonus", "periods", "move"];

export class ClockPicker {
  #root;
  #storage;
  #onPick;
  #text = "";
  /** @type {Picks["mode"]} */ #mode = "increment";
  #asking = 0;
  /** @type {Explained} */ #explained = {};

  /**
   * @param {HTMLElement} root @param {import("../storage.js").Store} storage
   * @param {(text: string) => void} onPick  called with every control that is picked
   */
  constructor(root, storage, onPick) {
    this.#root = root;
    this.#storage = storage;
    this.#onPick = onPick;
    root.addEventListener("click", (event) => this.#onClick(event));
    root.addEventListener("change", (event) => this.#onChange(event));
    root.addEventListener("keydown", (event) => {
      // Enter in a number field does not send the form.
      if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
    });
    find(root, "[data-keep]").addEventListener("click", () => this.#keep());
    this.#showKept();
  }

  get text() {
    return this.#text;
  }

  /**
   * Show the control of the field; one that steppers cannot show is only described.
   * @param {string} text
   */
  show(text) {
    this.#text = text;
    const picks = readPicks(text);
    if (picks) this.#fill(picks);
    this.#explainSoon();
  }

  /** @param {Event} event */
  #onClick(event) {
    const target = event.target instanceof Element ? event.target : null;
    const preset = target?.closest("[data-control]")?.getAttribute("data-control");
    const step = target?.closest("[data-step]");
    const mode = target?.closest("[data-mode]")?.getAttribute("data-mode");
    if (mode) {
      this.#mode = /** @type {Picks["mode"]} */ (mode);
      this.#pick();
    } else if (preset) {
      this.show(preset);
      this.#onPick(preset);
    } else if (step) {
      const field = find(/** @type {Element} */ (step.parentElement), "input", HTMLInputElement);
      field.valueAsNumber = within(field, (field.valueAsNumber || 0) + Number(step.getAttribute("data-step")));
      this.#pick();
    }
  }

  /** @param {Event} event */
  #onChange(event) {
    event.stopPropagation(); // a form around it receives events of the control only
    const field = event.target;
    if (field instanceof HTMLInputElement && field.type === "number") field.valueAsNumber = within(field, field.valueAsNumber || 0);
    this.#pick();
  }

  #pick() {
    if (!this.#field("odds").checked) {
      for (const name of ALIKE) this.#field(`other_${name}`).value = this.#field(name).value;
    }
    const picks = this.#read();
    this.#fit(picks);
    this.#text = String(controlOf(picks));
    this.#explainSoon();
    this.#onPick(this.#text);
  }

  /** @param {string} name */
  #field(name) {
    return find(this.#root, `[data-pick=${name}]`, HTMLInputElement);
  }

  /** @returns {Picks} */
  #read() {
    /** @param {string} name */
    const number = (name) => this.#field(name).valueAsNumber || 0;
    return {
      mode: this.#mode,
      minutes: number("minutes"),
      seconds: number("seconds"),
      bonus: number("bonus"),
      periods: number("periods"),
      odds: this.#field("odds").checked,
      other_minutes: number("other_minutes"),
      other_seconds: number("other_seconds"),
      other_bonus: number("other_bonus"),
      other_periods: number("other_periods"),
      other_move: number("other_move"),
      move: number("move"),
      game: number("game"),
    };
  }

  /** @param {Picks} picks */
  #fill(picks) {
    // Numbers that this kind of clock lacks are kept for a kind that has them.
    const kept = picks.bonus ? ["periods", "other_periods"] : ["bonus", "other_bonus", "periods", "other_periods"];
    for (const field of findAll(this.#root, "[data-pick]", HTMLInputElement)) {
      const value = picks[/** @type {keyof Picks} */ (field.dataset.pick)];
      if (typeof value === "boolean") field.checked = value;
      else if (typeof value === "number" && (value || !kept.includes(field.dataset.pick ?? ""))) {
        field.valueAsNumber = value;
      }
    }
    this.#mode = picks.mode;
    this.#fit(picks);
  }

  /**
   * Show only the rows that this kind of clock has.
   * @param {Picks} picks
   */
  #fit({ mode, odds }) {
    for (const button of findAll(this.#root, "[data-mode]")) {
      button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
    }
    for (const row of findAll(this.#root, "[data-for]")) {
      row.hidden = !(row.dataset.for ?? "").split(" ").includes(mode) || (row.hasAttribute("data-odds") && !odds);
    }
  }

  // ---- its description

  #explainSoon() {
    const asked = ++this.#asking;
    setTimeout(() => asked === this.#asking && this.#explain(asked), PAUSE_MS);
  }

  /** @param {number} asked */
  async #explain(asked) {
    const words = find(this.#root, "[data-words]");
    const query = new URLSearchParams({ control: this.#text });
    const { failure, data } = await request(`${this.#root.dataset.explains}?${query}`, { type: "json" });
    if (asked !== this.#asking || failure) return;
    this.#explained = data;
    words.textContent = this.#explained.words ?? this.#explained.error ?? "";
    words.toggleAttribute("data-wrong", Boolean(this.#explained.error));
    find(this.#root, "[data-keep]", HTMLButtonElement).disabled = Boolean(this.#explained.error);
  }

  // ---- stored clocks of this device

  /** @returns {KeptClock[]} */
  get #kept() {
    return readStored(this.#storage, KEPT, KEPT_VERSION, readClocks) ?? [];
  }

  #keep() {
    const { text, name } = this.#explained;
    if (!text || !name) return;
    const others = this.#kept.filter((each) => each.text !== text);
    writeStored(this.#storage, KEPT, KEPT_VERSION, [{ text, name }, ...others].slice(0, MOST_KEPT));
    this.#showKept();
  }

  #showKept() {
    find(this.#root, "[data-kept]").replaceChildren(
      ...this.#kept.map(({ text, name }) => {
        const button = element("button", "button picker-preset", name);
        button.type = "button";
        button.dataset.control = text;
        return button;
      }),
    );
  }
}

/** @param {any} stored @returns {KeptClock[]} */
const readClocks = (stored) => stored.map((/** @type {KeptClock} */ { text, name }) => ({ text, name }));

/** @param {string} text */
function readPicks(text) {
  try {
    return picksOf(TimeControl.parse(text));
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return null;
  }
}

/** @param {HTMLInputElement} field @param {number} value */
const within = ({ min, max }, value) => Math.min(Number(max), Math.max(Number(min), Math.round(value)));
