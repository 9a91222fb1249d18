/** In fours: whom the dot of the pushed cube points at, chosen by two big arrows that point at the partners. */
import { edgeSeenAt } from "../board/geometry.js";
import { nameOf } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { byId, element, find, symbolOf } from "../ui/dom.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/seats.js").Seat} Seat */

export class Dots {
  #el = byId("dots");
  #onDot;
  #onCancel;
  /** @type {Game | null} */ #game = null;
  /** @type {Edge} */ #bottom = "S";

  /** @param {(seat: Seat) => void} onDot @param {() => void} onCancel */
  constructor(onDot, onCancel) {
    this.#onDot = onDot;
    this.#onCancel = onCancel;
    this.#el.addEventListener("keydown", ({ key }) => key === "Escape" && this.#onCancel());
    this.#el.addEventListener("click", ({ target }) => target === this.#el && this.#onCancel());
  }

  /** @param {Game} game @param {Edge} bottom */
  seat(game, bottom) {
    this.#game = game;
    this.#bottom = bottom;
  }

  /** @param {readonly (Seat | null)[]} seats to choose from; none: nothing is asked */
  show(seats) {
    const shown = seats.join("");
    if (this.#el.dataset.shown === shown) return;
    this.#el.dataset.shown = shown;
    this.#el.hidden = !seats.length;
    this.#el.replaceChildren(...seats.flatMap((seat) => (seat === null ? [] : this.#button(seat))));
    if (seats.length) find(this.#el, "button").focus({ preventScroll: true });
  }

  /** @param {Seat} seat */
  #button(seat) {
    const button = element("button", "dot-choice");
    button.type = "button";
    button.dataset.dot = seat;
    button.dataset.side = edgeSeenAt(/** @type {Edge} */ (seat), this.#bottom);
    const name = nameOf(this.#game, seat);
    button.setAttribute("aria-label", fill(gettext("The dot points at {name}"), { name }));
    button.append(symbolOf("end-arrow", { viewBox: "0 0 60 60" }), element("span", "", name));
    button.addEventListener("click", () => this.#onDot(seat));
    return button;
  }
}
