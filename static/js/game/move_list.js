/** The list of moves: built by the server (templates/games/_moves.html), continued here while the game lasts. */
import { readClock } from "../clock/reading.js";
import { fromJson } from "../clock/snapshot.js";
import { element, findAll } from "../ui/dom.js";
import { ownTime } from "./clock_words.js";

/** @typedef {import("./replay.js").Frame} Frame */

export class MoveList {
  #el;
  #seats;

  /** @param {HTMLElement} el  an ol @param {2 | 4} seats moves a row */
  constructor(el, seats) {
    this.#el = el;
    this.#seats = seats;
  }

  /** @param {import("./replay.js").Frame[]} moves */
  set(moves) {
    for (const entry of this.#entries) {
      const move = moves[Number(entry.dataset.ply) - 1];
      if (!move || entry.dataset.move !== textOf(move)) entry.remove();
    }
    for (const row of this.#el.querySelectorAll("li:not(:has(a))")) row.remove();
    for (const move of moves.slice(this.#entries.length)) this.#rowFor(move.ply).append(entryFor(move));
  }

  /**
   * Mark the move that is shown.
   * @param {number} ply
   */
  mark(ply) {
    for (const entry of this.#entries) {
      const here = Number(entry.dataset.ply) === ply;
      if (here) entry.setAttribute("aria-current", "true");
      else entry.removeAttribute("aria-current");
      if (here) this.#show(entry);
    }
  }

  get #entries() {
    return findAll(this.#el, "a[data-ply]", HTMLAnchorElement);
  }

  /** @param {number} ply */
  #rowFor(ply) {
    const number = Math.ceil(ply / this.#seats);
    const known = this.#el.querySelector(`[data-row="${number}"]`);
    if (known) return known;
    const row = element("li");
    row.dataset.row = String(number);
    row.append(element("span", "moves-number", `${number}.`));
    this.#el.append(row);
    return row;
  }

  /**
   * Scroll to the entry within the list only, since the page must not jump.
   * @param {HTMLAnchorElement} entry
   */
  #show(entry) {
    const list = this.#el.getBoundingClientRect();
    const box = entry.getBoundingClientRect();
    if (box.top < list.top) this.#el.scrollTop -= list.top - box.top + 8;
    if (box.bottom > list.bottom) this.#el.scrollTop += box.bottom - list.bottom + 8;
  }
}

/** @param {Frame} move */
function entryFor(move) {
  const entry = element("a");
  entry.href = `?ply=${move.ply}`;
  entry.dataset.ply = String(move.ply);
  entry.dataset.move = textOf(move);
  entry.append(element("span", "moves-move", textOf(move)), element("time", "", timeOf(move)));
  return entry;
}

/** @param {Frame} frame */
const textOf = ({ move }) => move ?? "•";

/** @param {Frame} frame */
function timeOf({ clock, at_ms, seat }) {
  const face = readClock(fromJson(clock), at_ms).faces.find((each) => each.seat === seat);
  return face ? ownTime(face) : "";
}
