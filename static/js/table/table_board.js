/** The board on a table: touches become moves; in fours the seat asks for the dot. */
import { createBoard } from "../board/board.js";
import { MoveInput } from "../board/input.js";
import { parseMove } from "../rules/moves.js";
import { byId, element } from "../ui/dom.js";

/** @typedef {import("../board/input.js").Hand} Hand */
/** @typedef {import("../faults.js").Fault} Fault */
/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/seats.js").Seat} Seat */

/**
 * @typedef {object} Listeners
 * @property {(move: string, timeStamp?: number) => void} move  a whole move, as it is written
 * @property {(hand: Hand) => void} hand  something was taken up or put down
 * @property {(fault: Fault) => void} refused
 * @property {() => boolean} confirms  whether a move waits for the clock to be pressed
 */

export class TableBoard {
  #on;
  /** @type {import("../board/board.js").Board | null} */ #board = null;
  /** @type {MoveInput | null} */ #input = null;

  /** @param {Listeners} on */
  constructor(on) {
    this.#on = on;
  }

  get isBuilt() {
    return this.#board !== null;
  }

  /** The choice of the player on turn so far. */
  get hand() {
    return this.#input?.hand;
  }

  /** Remove the board, since the next game gets a new one. */
  clear() {
    this.#board = null;
  }

  /** @param {Game} game @param {Edge} bottom */
  build(game, bottom) {
    if (this.#board) {
      this.#board.turn(bottom);
      return;
    }
    const el = element("div");
    el.id = "board";
    byId("board").replaceWith(el);
    const board = createBoard(el, {
      seats: game.seats,
      orientation: bottom,
      isPlayed: true,
      onCell: (cell, timeStamp) => input.cell(cell, timeStamp),
      onEnd: (edge, timeStamp) => input.end(edge, timeStamp),
      onCancel: () => input.cancel(),
    });
    const input = new MoveInput({
      show: (state) => board.set(state),
      onMove: this.#on.move,
      onHand: this.#on.hand,
      onRefused: this.#on.refused,
      confirms: this.#on.confirms,
    });
    this.#board = board;
    this.#input = input;
  }

  /** @param {State} state @param {object} now @param {string | null} now.last the move made last @param {boolean} now.may */
  render(state, { last, may }) {
    if (!state.play) return;
    const from = last === null ? null : parseMove(last);
    this.#input?.set({
      position: String(state.position),
      may,
      last: from && { cell: from.cell, edge: from.edge },
      lines: state.outcome?.lines ?? [],
    });
  }

  /**
   * Point the dot at the chosen seat, in fours.
   * @param {Seat} seat @param {number} [timeStamp]
   */
  dot(seat, timeStamp) {
    this.#input?.dot(seat, timeStamp);
  }

  /** Go one step back. */
  cancel() {
    this.#input?.cancel();
  }

  /**
   * Make the move that waits for the clock, which was pressed.
   * @param {number} [timeStamp]
   */
  press(timeStamp) {
    this.#input?.press(timeStamp);
  }

  /**
   * Show a move; keep the focus on the board for a player by keyboard.
   * @param {string} move
   */
  push(move) {
    const here = document.activeElement;
    const wasOnEnd = here === document.body || (here instanceof HTMLElement && here.hidden);
    const { cell, edge } = parseMove(move);
    this.#board?.animatePush({ cell, edge });
    if (wasOnEnd) this.focus();
  }

  focus() {
    this.#board?.focus();
  }
}
