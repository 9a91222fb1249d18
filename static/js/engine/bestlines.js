/** The best moves of both sides from each ply of a search on: a row for each, which begins with its own move. */
import { MOST_PLIES } from "./frames.js";

const ROW = MOST_PLIES + 2;

export class BestLines {
  #moves = new Uint8Array(ROW * ROW);
  #lengths = new Int32Array(ROW);

  /** @param {number} ply */
  clear(ply) {
    this.#lengths[ply] = 0;
  }

  /**
   * The game ends with this move.
   * @param {number} ply @param {number} move
   */
  end(ply, move) {
    this.#moves[ply * ROW] = move;
    this.#lengths[ply] = 1;
  }

  /**
   * This move, and then what is best from the next ply on.
   * @param {number} ply @param {number} move
   */
  extend(ply, move) {
    const length = this.#lengths[ply + 1];
    this.#moves[ply * ROW] = move;
    this.#moves.copyWithin(ply * ROW + 1, (ply + 1) * ROW, (ply + 1) * ROW + length);
    this.#lengths[ply] = length + 1;
  }

  /** From the root. */
  get moves() {
    return [...this.#moves.subarray(0, this.#lengths[0])];
  }
}
