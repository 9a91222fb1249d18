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
  /** How many moves of one's own are left. */ moves;
  /** @type {Play} */ play;

  /** @param {Play} play @param {number} moves @param {Judge} judge */
  constructor(play, moves, judge) {
    this.play = play;
    this.moves = moves;
    this.#judge = judge;
    this.#side = SEATS[play.position.seat].side;
  }

  /**
   * Any move that still wins in time is right, not only the one that somebody thought of.
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
 * In how many moves the side to move wins by force, up to a few; null if it does not.
 * @param {Play} play @param {number} most @param {Judge} judge
 */
export async function winIn(play, most, judge) {
  const { score, ends_in } = await judge(play, 2 * most - 1);
  return ends_in !== null && score > 0 ? Math.ceil(ends_in / 2) : null;
}
