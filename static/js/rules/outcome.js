/** Outcomes of games, and the lines that decide them (docs/rules.md#lines). */
import { LINES } from "./cells.js";
import { SEATS, opponent } from "./seats.js";

/** @typedef {import("./cells.js").Line} Line */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./seats.js").Side} Side */
/** @typedef {keyof typeof ENDINGS} Ending */

/**
 * @typedef {object} Outcome  how a game ended; the same keys as in events
 * @property {Side | null} winner  null for a draw
 * @property {Ending} ending
 * @property {readonly Line[]} lines  those that decided it, if any did
 */

const DRAWN = [true];
const WON = [false];
const EITHER = [true, false]; // an arbiter's decision

/** Every ending, and whether it can be a draw. */
const ENDINGS = Object.freeze({
  line: WON,
  "opponent-line": WON,
  repetition: DRAWN,
  "move-limit": DRAWN,
  agreement: DRAWN,
  resignation: WON,
  flag: WON,
  "game-limit": DRAWN,
  ruling: EITHER,
  forfeit: EITHER,
});

/**
 * Tell whether a game can end like this with that winner (null: a draw).
 * @param {Ending} ending @param {Side | null} winner
 */
export const endingFits = (ending, winner) => ENDINGS[ending].includes(winner === null);

/** @param {Side | null} winner @param {Ending} ending @param {readonly Line[]} [lines] @returns {Outcome} */
export const outcome = (winner, ending, lines = []) => ({ winner, ending, lines });

/**
 * Return the word that ends a record: `X`, `O` or `draw`.
 * @param {Outcome} outcome
 */
export const resultOf = ({ winner }) => winner ?? "draw";

/**
 * List the complete lines of a side, called or not.
 * @param {Position} position @param {Side} side @returns {Line[]}
 */
const linesOf = (position, side) =>
  LINES.filter((line) => line.every((cell) => position.side(cell) === side)).map((line) => [...line]);

/**
 * Find the lines that a move from one position to the other made: complete now, and not before.
 * @param {Position} before @param {Position} after
 */
export function findLinesMade(before, after) {
  const mover = SEATS[before.seat].side;
  return { own: newLines(before, after, mover), opponent: newLines(before, after, opponent(mover)) };
}

/** @param {Position} before @param {Position} after @param {Side} side */
function newLines(before, after, side) {
  return linesOf(after, side).filter((line) => !line.every((cell) => before.side(cell) === side));
}
