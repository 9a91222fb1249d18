/** The choices after a game on a player's own device: a rematch that all players must want, and links. */
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
  /** Whether this page is opening the next game and ignores messages of the old one. */
  leaves = false;

  /** @param {{ root: HTMLElement, part: import("../ui/dom.js").Part, seat: import("./seat.js").PlayerSeat }} options */
  constructor({ root, part, seat }) {
    this.#part = part;
    this.#seat = seat;
    this.#form = findMaybe(root, "[data-part=rematch]", HTMLFormElement); // tournament games have none
    this.#form?.addEventListener("submit", () => {
      this.leaves = true;
    });
  }

  show() {
    const { state, mine } = this.#seat;
    const over = state.status === "over" || Boolean(state.game.gone);
    this.#part("after").hidden = !over;
    this.#part("replay").hidden = state.voided; // a game that was called off has no replay
    if (!this.#form || !over) return;
    const { wanted, next } = state.rematch ?? NOBODY;
    const waits = mine.every((seat) => wanted.includes(seat));
    this.#part("want", HTMLButtonElement).disabled = waits && !next;
    this.#part("want-words").textContent = wanted.length && !waits ? gettext("Accept the rematch") : gettext("Rematch");
    this.#part("wish").textContent = this.#wishWords(wanted, waits);
    // All players want it: the form leads to the new seat.
    if (next && waits && !this.leaves) this.#part("want", HTMLButtonElement).click();
  }

  /** @param {readonly Seat[]} wanted @param {boolean} waits */
  #wishWords(wanted, waits) {
    if (!wanted.length) return "";
    if (waits) return gettext("You want a rematch. Waiting for the others.");
    return fill(gettext("{name} wants a rematch, sides changed."), { name: nameOf(this.#seat.state.game, wanted[0]) });
  }
}
