/** In fours: whom the dot of the pushed cube points at, chosen by two big arrows that point at the partners. */
import { edgeSeenAt } from "../board/geometry.js";
import { nameOf } from "../game/words.js";
import { fill, gettext } from "../i18n.js";

const SVG = "http://www.w3.org/2000/svg";

export class Dots {
  #el = document.getElementById("dots");
  #onDot;
  #onCancel;
  #game = null;
  #bottom = "S";

  /** @param {(seat: string) => void} onDot @param {() => void} onCancel */
  constructor(onDot, onCancel) {
    this.#onDot = onDot;
    this.#onCancel = onCancel;
    this.#el.addEventListener("keydown", ({ key }) => key === "Escape" && this.#onCancel());
    this.#el.addEventListener("click", ({ target }) => target === this.#el && this.#onCancel());
  }

  seat(game, bottom) {
    this.#game = game;
    this.#bottom = bottom;
  }

  /** @param {readonly (string | null)[]} seats to choose from; none: nothing is asked */
  show(seats) {
    const shown = seats.join("");
    if (this.#el.dataset.shown === shown) return;
    this.#el.dataset.shown = shown;
    this.#el.hidden = !seats.length;
    this.#el.replaceChildren(...seats.map((seat) => this.#button(seat)));
    if (seats.length) this.#el.firstElementChild.focus({ preventScroll: true });
  }

  #button(seat) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "dot-choice";
    button.dataset.dot = seat;
    button.dataset.side = edgeSeenAt(seat, this.#bottom);
    const arrow = document.createElementNS(SVG, "svg");
    arrow.setAttribute("viewBox", "0 0 60 60");
    arrow.setAttribute("aria-hidden", "true");
    arrow.append(document.createElementNS(SVG, "use"));
    arrow.firstChild.setAttribute("href", "#end-arrow");
    const words = document.createElement("span");
    words.textContent = nameOf(this.#game, seat);
    button.setAttribute("aria-label", fill(gettext("The dot points at {name}"), { name: nameOf(this.#game, seat) }));
    button.append(arrow, words);
    button.addEventListener("click", () => this.#onDot(seat));
    return button;
  }
}
