/** A board to try moves on, which stores none of them. */
import { createBoard } from "../board/board.js";
import { MoveInput } from "../board/input.js";
import { calledMove } from "../engine/engine_question.js";
import { lastMove } from "../game/scene.js";
import { nameOf } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { parseMove } from "../rules/moves.js";
import { SEATS } from "../rules/seats.js";
import { element } from "../ui/dom.js";

/** @typedef {import("../faults.js").Fault} Fault */
/** @typedef {import("../rules/play.js").Play} Play */
/** @typedef {import("../rules/seats.js").Seat} Seat */

export class TryBoard {
  #dots;
  #board;
  #input;
  /** @type {Play} */ #play;
  /** @type {string | null} */ #last = null;
  /** @type {readonly import("../rules/cells.js").Line[]} */ #lines = [];
  #isOpen = true;

  /**
   * @param {HTMLElement} el  the board and the choice of dots are put in here
   * @param {Play} play
   * @param {object} on
   * @param {(move: string, after: Play, before: Play) => void} on.moved
   * @param {(fault: Fault) => void} [on.refused]
   */
  constructor(el, play, { moved, refused = () => {} }) {
    const [surface, dots] = [element("div"), element("div", "row try-dots")];
    el.replaceChildren(surface, dots);
    this.#dots = dots;
    this.#play = play;
    this.#board = createBoard(surface, {
      seats: play.position.seats,
      onCell: (cell) => this.#input.cell(cell),
      onEnd: (edge) => this.#input.end(edge),
      onCancel: () => this.#input.cancel(),
    });
    this.#input = new MoveInput({
      show: (scene) => this.#board.set(scene),
      onMove: (move) => {
        const before = this.#play;
        moved(move, this.push(move), before);
      },
      onHand: ({ asks }) => this.#askForDot(asks === "dot"),
      onRefused: refused,
    });
    this.#show();
  }

  get play() {
    return this.#play;
  }

  /**
   * Set another position.
   * @param {Play} play
   */
  lay(play) {
    this.#play = play;
    this.#last = null;
    this.#lines = [];
    this.open(true);
  }

  /** @param {boolean} isOpen whether cubes can be taken now */
  open(isOpen) {
    this.#isOpen = isOpen;
    this.#show();
  }

  /**
   * Make a move and show it.
   * @param {string} text @returns {Play}
   */
  push(text) {
    const { move, after } = calledMove(this.#play, parseMove(text));
    this.#play = after;
    this.#last = move;
    this.#lines = after.outcome?.lines ?? [];
    this.#show();
    const { cell, edge } = parseMove(move);
    this.#board.animatePush({ cell, edge });
    return after;
  }

  #show() {
    this.#input.set({
      position: String(this.#play.position),
      may: this.#isOpen && !this.#play.outcome,
      last: lastMove(this.#last),
      lines: this.#lines,
    });
  }

  /** @param {boolean} wanted */
  #askForDot(wanted) {
    const seats = wanted ? SEATS[this.#play.position.seat].dots : [];
    this.#dots.replaceChildren(
      ...seats.flatMap((seat) => {
        if (!seat) return [];
        const button = element("button", "button", fill(gettext("Dot to {name}"), { name: nameOf(null, seat) }));
        button.type = "button";
        button.addEventListener("click", () => this.#input.dot(seat));
        return [button];
      }),
    );
  }
}
