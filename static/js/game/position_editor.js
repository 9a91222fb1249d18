/** Edits a position by hand: every tap turns a cube to its next face. */
import { createBoard } from "../board/board.js";
import { CELLS } from "../board/geometry.js";
import { cubes } from "../board/board_state.js";
import { TABLES } from "../rules/seats.js";

export class PositionEditor {
  #el;
  /** @type {import("../board/board.js").Board | null} */ #board = null;
  /** @type {Map<string, string>} */ #letters = new Map();
  /** @type {string[]} */ #faces = [];

  /** @param {HTMLElement} el */
  constructor(el) {
    this.#el = el;
  }

  /** @param {import("../rules/position.js").Position} position @param {import("../rules/cells.js").Edge} bottom */
  open(position, bottom) {
    const el = document.createElement("div");
    this.#el.replaceChildren(el);
    this.#faces = [".", ...TABLES[position.seats]];
    this.#letters = cubes(String(position));
    this.#board = createBoard(el, { orientation: bottom, seats: position.seats, onCell: (cell) => this.#turn(cell) });
    this.#show();
  }

  /** @param {string} seat who is to move @returns {string} the position as text */
  text(seat) {
    const letters = CELLS.map((cell) => this.#letters.get(cell));
    const ranks = [0, 5, 10, 15, 20].map((start) => letters.slice(start, start + 5).join(""));
    return `${ranks.join("/")} ${seat}`;
  }

  /** @param {string} cell */
  #turn(cell) {
    const next = (this.#faces.indexOf(this.#letters.get(cell) ?? ".") + 1) % this.#faces.length;
    this.#letters.set(cell, this.#faces[next]);
    this.#show();
  }

  #show() {
    this.#board?.set({ position: this.text(this.#faces[1]) });
  }
}
