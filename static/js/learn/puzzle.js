/** A position with a win by force, to be found move by move against the best defence. Never touches the document. */
import { calledMove } from "../engine/engine_question.js";
import { isLoss } from "../engine/evaluation.js";
import { parseMove } from "../rules/moves.js";
import { SEATS } from "../rules/seats.js";

/** @typedef {import("../rules/play.js").Play} Play */
/** @typedef {{ move: string, score: number, ends_in: number | null }} Found  what the engine says of a position */
/** @typedef {(play: Play, depth: number) => Promise<Found>} Judge */
/** @typedef {{ kind: "solved" | "wrong" } | { kind: "goes-on", reply: string }} Attempt */

export class Puzzle {
  #judge;
  #side;
  /** The number of own moves that are left. */ moves;
  /** @type {Play} */ play;

  /** @param {Play} play @param {number} moves @param {Judge} judge */
  constructor(play, moves, judge) {
    this.play = play;
    this.moves = moves;
    this.#judge = judge;
    this.#side = SEATS[play.position.seat].side;
  }

  /**
   * Make a move. Every move that still wins in time is right, not only the one of the engine.
   * @param {string} text @returns {Promise<Attempt>}
   */
  async attempt(text) {
    const { after } = calledMove(this.play, parseMove(text));
    if (after.outcome) return { kind: after.outcome.winner === this.#side ? "solved" : "wrong" };
    const left = this.moves - 1;
    const { score, ends_in, move: reply } = await this.#judge(after, 2 * left);
    if (left < 1 || !isLoss(score) || ends_in === null || ends_in > 2 * left) return { kind: "wrong" };
    this.play = calledMove(after, parseMove(reply)).after;
    this.moves = left;
    return { kind: "goes-on", reply };
  }
}

/**
 * Return in how many moves the side to move wins by force, up to `most`; null if it does not.
 * @param {Play} play @param {number} most @param {Judge} judge
 */
export async function winIn(play, most, judge) {
  const { score, ends_in } = await judge(play, 2 * most - 1);
  return ends_in !== null && score > 0 ? Math.ceil(ends_in / 2) : null;
}

/**
 * Wins by force from games of the engine with itself, for clubs that have played too little: proved by a test.
 * @type {readonly { moves: number, position: string }[]}
 */
export const ENGINE_PUZZLES = [
  { moves: 1, position: "OXOOX/OOOXX/X..XX/.X.XO/.OXXX X" },
  { moves: 1, position: "XOXXX/OO.OO/OOOXX/OX.OX/O.OXX O" },
  { moves: 1, position: "OOXXO/..O.X/X...X/XX.../OO.OO O" },
  { moves: 1, position: "XXXXO/OXOOX/OO..X/OX..O/O.XOO O" },
  { moves: 1, position: "XXOOO/OOXXX/.OO.O/X...O/O.XXO O" },
  { moves: 1, position: "OXOXX/O.XOX/XO..O/O...X/OXXXX X" },
  { moves: 1, position: "OXXOO/XOOOX/XXOXX/O..XO/OO.OX O" },
  { moves: 1, position: "OOOXX/OXOOO/XOXXX/X.XXO/XXXXO X" },
  { moves: 1, position: "XXXOO/X.OXO/X.OOX/O.O.O/XXX.X X" },
  { moves: 1, position: "XXXOX/OOOXO/OO.XO/XXX.O/OOXXO O" },
  { moves: 2, position: "OXOOX/O..XX/XOOXO/XOXOO/OXOXO O" },
  { moves: 2, position: "XX.OO/OX.XX/XOXOO/OOXOO/XOXOX X" },
  { moves: 2, position: "O.XOO/XOOXX/...XX/.X.XO/OOXXX X" },
  { moves: 2, position: "OOXXX/OO.OO/OOOXX/X.OXO/X.OXX O" },
  { moves: 2, position: "OXXXO/OOOXX/OXXXO/XX.OX/OX..X X" },
  { moves: 2, position: "OXXXO/XOOOX/OX..X/O...O/OXXOO O" },
  { moves: 2, position: "OXX.X/XX..O/XOXOX/..OOX/XXOXO X" },
  { moves: 2, position: "XOOOX/OOXXO/..O.O/X..../OXXXO O" },
  { moves: 2, position: "OXOXX/X.XOX/OO..O/O...X/OX.XX X" },
  { moves: 2, position: "XOOXO/XX.XX/OXOXO/XOOOO/XOOOX O" },
  { moves: 3, position: "OXOXO/O..XX/XOOXO/XOXOO/OOXOX O" },
  { moves: 3, position: "OOX.X/OO.XO/O.OOX/X.OXO/XOOXX O" },
  { moves: 3, position: "OXOXX/OOXOX/OX..O/XX..X/OX..X X" },
  { moves: 3, position: "OXXOX/X...X/OO..O/O..XX/OXOXX X" },
  { moves: 3, position: "OXXOX/.O.XO/OO..X/XXXOX/OXOX. X" },
  { moves: 3, position: "XOO.O/OOXXX/XXO.X/OO.XO/OXOOX O" },
  { moves: 3, position: "XOXOX/OOXOO/OX.XO/XOX.O/XOXOX O" },
  { moves: 3, position: "OX.OX/X..XX/XO.XO/XOOOX/OXXXO X" },
  { moves: 3, position: "OXXOX/OOX.X/XXXOX/XX.XO/OOOXO X" },
  { moves: 3, position: "O.XXO/OX..O/XOO.X/OX.XO/OXOOX O" },
];
