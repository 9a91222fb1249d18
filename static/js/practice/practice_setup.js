/** The choices before a practice game: a tap on a level starts it, with the other choices of the last time. */
import { LEVELS } from "../engine/levels.js";
import { fill, gettext } from "../i18n.js";
import { SEATS, TABLES } from "../rules/seats.js";
import { closestTo, element, find, findAll } from "../ui/dom.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./practice_game.js").Wish} Wish */

const KEY = "fiveline.practice";

/** @type {Readonly<Record<number, () => string>>} */
const ABOUT = {
  1: () => gettext("Overlooks lines, its own too."),
  2: () => gettext("Sees what wins now, no more."),
  3: () => gettext("Sees your next move coming."),
  4: () => gettext("Plans two moves ahead."),
  5: () => gettext("Three moves ahead, and hardly a slip."),
  6: () => gettext("Thinks as long as it needs."),
};

export class PracticeSetup {
  #form;
  #storage;
  #onWish;

  /**
   * @param {HTMLFormElement} form @param {import("../storage.js").Store} storage
   * @param {(wish: Wish) => void} onWish
   */
  constructor(form, storage, onWish) {
    this.#form = form;
    this.#storage = storage;
    this.#onWish = onWish;
    find(form, "[data-levels]").append(...LEVELS.map(levelButton));
    for (const select of findAll(form, "[data-player]", HTMLSelectElement)) fillPlayers(select);
    this.#recall();
    this.#showSeats();
    form.addEventListener("change", () => this.#showSeats());
    form.addEventListener("click", (event) => {
      const level = closestTo(event, "[data-level]")?.dataset.level;
      if (level) this.#wishTwo(Number(level));
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#keep();
      this.#onWish(this.#wishFour());
    });
  }

  /** @param {string} name */
  #chosen(name) {
    return String(new FormData(this.#form).get(name) ?? "");
  }

  #showSeats() {
    const four = this.#chosen("seats") === "4";
    for (const part of findAll(this.#form, "[data-for-seats]")) part.hidden = part.dataset.forSeats !== (four ? "4" : "2");
  }

  /** @param {number} level */
  #wishTwo(level) {
    this.#keep();
    const lot = Math.random() < 0.5 ? "first" : "second";
    const turn = this.#chosen("turn") === "lot" ? lot : this.#chosen("turn");
    const players = turn === "first" ? { X: null, O: level } : { X: level, O: null };
    this.#onWish({ seats: 2, first: "X", control: this.#chosen("control"), players });
  }

  /** @returns {Wish} */
  #wishFour() {
    const players = Object.fromEntries(TABLES[4].map((seat) => [seat, Number(this.#chosen(`player-${seat}`)) || null]));
    return { seats: 4, first: "N", control: this.#chosen("control"), players };
  }

  #keep() {
    this.#storage.setItem(KEY, new URLSearchParams(/** @type {any} */ (new FormData(this.#form))).toString());
  }

  /** Restore the last choices; skip those that are no longer offered. */
  #recall() {
    for (const [name, value] of new URLSearchParams(this.#storage.getItem(KEY) ?? "")) {
      const field = this.#form.elements.namedItem(name);
      if (field instanceof RadioNodeList) field.value = value;
      else if (field instanceof HTMLSelectElement && [...field.options].some((each) => each.value === value)) field.value = value;
    }
  }
}

/** @param {import("../engine/levels.js").Level} level */
function levelButton({ number, name }) {
  const button = element("button", "button level");
  button.type = "button";
  button.dataset.level = String(number);
  button.append(element("span", "level-number", String(number)), element("strong", "", name()), element("span", "soft", ABOUT[number]()));
  return button;
}

/** @param {HTMLSelectElement} select */
function fillPlayers(select) {
  const words = gettext("Computer, level {level}");
  for (const { number } of LEVELS) select.add(new Option(fill(words, { level: number }), String(number)));
  select.value = select.dataset.player ?? "";
}

/**
 * Return the choices for a rematch: with two the sides change, with four the next seat starts.
 * @param {Wish} wish @returns {Wish}
 */
export function nextWish(wish) {
  if (wish.seats === 4) return { ...wish, first: SEATS[wish.first].next };
  const { X = null, O = null } = wish.players;
  return { ...wish, players: { X: O, O: X } };
}
