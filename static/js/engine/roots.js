/** From a game as the rules know it to the numbers a search begins with, and back. Pure. */
import { formatMove } from "../rules/moves.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { FOURS } from "./fours.js";
import { NO_MOVE } from "./search.js";
import { TWO } from "./two.js";

/** @typedef {import("./frames.js").BoardKind} BoardKind */

/**
 * @typedef {object} Root
 * @property {number} mine @property {number} theirs @property {number} extra
 * @property {readonly { mine: number, theirs: number, extra: number }[]} drawn  positions that would end the game
 * @property {number} draw  what a draw is worth to the seat to move
 * @property {number} quietLeft  moves without a blank cube until the game is drawn
 */

/** @type {Readonly<Record<2 | 4, BoardKind>>} */
export const KINDS = { 2: TWO, 4: FOURS };

/** @param {Play} play @param {number} draw @returns {Root} */
export function rootOf({ position, rules, seen, quiet }, draw) {
  const kind = KINDS[position.seats];
  const nearly = rules.repetition ? seen.filter((key) => seen.filter((each) => each === key).length >= rules.repetition - 1) : [];
  return {
    ...kind.read(position),
    draw,
    drawn: [...new Set(nearly)].map((key) => kind.read(Position.parse(key))),
    quietLeft: rules.move_limit ? Math.max(1, rules.move_limit - quiet) : Infinity,
  };
}

/**
 * A line of a search as moves; the calls that the rule set wants are made.
 * @param {Play} play @param {readonly number[]} line @returns {string[]}
 */
export function movesOfLine(play, line) {
  const kind = KINDS[play.position.seats];
  const moves = [];
  let now = play;
  for (const each of line) {
    if (now.outcome) break;
    if (each === NO_MOVE) continue; // the game passes by itself
    const text = calledMove(now, kind.moveOf(each, kind.read(now.position).extra));
    moves.push(text.move);
    now = text.after;
  }
  return moves;
}

/**
 * The move with the call if it makes a line that has to be called (RULES, two players 7).
 * @param {Play} play @param {import("../rules/moves.js").Move} move
 */
export function calledMove(play, move) {
  const quietly = play.move(move);
  const wants = quietly.uncalled.length > 0 && !quietly.outcome;
  const made = { ...move, call: wants };
  return { move: formatMove(made), after: (wants ? play.move(made) : quietly).settled() };
}
