/** What follows a game on a player's own device: a rematch that everybody has to want, and the ways on. */
import { nameOf } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { findMaybe } from "../ui/dom.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */

/** @type {import("../live/messages").Rematch} */
const NOBODY = { wanted: [], next: null };

export class Rematch {
  #part;
  #seat;
  #form;
  /** Whether this page is on its way to the next game: what it hears of the old one no longer counts. */
  leaves = false;

  /** @param {{ root: HTMLElement, part: import("../ui/dom.js").Part, seat: import("./seat.js").PlayerSeat }} options */
  constructor({ root, part, seat }) {
    this.#part = part;
    this.#seat = seat;
    this.#form = findMaybe(root, "[data-part=rematch]", HTMLFormElement); // games of an event have none
    this.#form?.addEventListener("submit", () => {
      this.leaves = true;
    });
  }

  show() {
    const { state, mine } = this.#seat;
    const over = state.status === "over" || Boolean(state.game.gone);
    this.#part("after").hidden = !over;
    this.#part("replay").hidden = state.voided; // of a game that was called off there is nothing to play through
    if (!this.#form || !over) return;
    const { wanted, next } = state.rematch ?? NOBODY;
    const waits = mine.every((seat) => wanted.includes(seat));
    this.#part("want", HTMLButtonElement).disabled = waits && !next;
    this.#part("want-words").textContent = wanted.length && !waits ? gettext("Accept the rematch") : gettext("Rematch");
    this.#part("wish").textContent = this.#wishWords(wanted, waits);
    // Everybody wants it: the form leads to the new seat.
    if (next && waits && !this.leaves) this.#part("want", HTMLButtonElement).click();
  }

  /** @param {readonly Seat[]} wanted @param {boolean} waits */
  #wishWords(wanted, waits) {
    if (!wanted.length) return "";
    if (waits) return gettext("You want a rematch. Waiting for the others.");
    return fill(gettext("{name} wants a rematch, sides changed."), { name: nameOf(this.#seat.state.game, wanted[0]) });
  }
}
