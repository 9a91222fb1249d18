/**
 * The evaluation of positions, and scores. While no side has a line, each of the twelve lines is worth the more, the more
 * own cubes are on it. Cubes between them do no harm, since a push moves them. Counted by tables, a row at a time. Scores
 * are whole numbers for the seat to move: worths of lines, or the plies to a win or a loss. Pure.
 */
import { CELLS, LINES } from "../rules/cells.js";
import { RIM, countBits } from "./bits.js";

/** The worth of a line by the number of own cubes on it: chosen by matches of the engine (docs/engine.md). */
const WORTH = [0, 1, 5, 14, 40, 40];
/** The worth of each rim cube that may be taken. */
const FREEDOM = 2;
/** Above every sum of worths: a line of four is there, so that a push may complete it. */
export const FOUR = 1 << 16;

const worthOf = (/** @type {number} */ count) => WORTH[Math.min(5, count)] + (count >= 4 ? FOUR : 0);

/** By rank and the five bits on it: how many lie on each column and diagonal, four bits each. */
const SPREAD = [0, 1, 2, 3, 4].map((rank) =>
  Int32Array.from({ length: 32 }, (_, bits) => {
    let counts = 0;
    for (let file = 0; file < 5; file++) {
      if (!(bits & (1 << file))) continue;
      const cell = CELLS[rank * 5 + file];
      LINES.slice(5).forEach((line, place) => {
        if (line.includes(cell)) counts += 1 << (4 * place);
      });
    }
    return counts;
  }),
);
const [SPREAD_1, SPREAD_2, SPREAD_3, SPREAD_4, SPREAD_5] = SPREAD;
/** By the five bits of a row. */
const ROW_WORTH = Int32Array.from({ length: 32 }, (_, bits) => worthOf(countBits(bits)));
/** By four counts of four bits. */
const FOUR_COUNTS_WORTH = Int32Array.from({ length: 1 << 16 }, (_, counts) =>
  worthOf(counts & 15) + worthOf((counts >> 4) & 15) + worthOf((counts >> 8) & 15) + worthOf(counts >> 12),
);

/**
 * Return the worth of all lines of one side; FOUR or more if one of them has four.
 * @param {number} cubes
 */
export function linesWorth(cubes) {
  const one = cubes & 31;
  const two = (cubes >> 5) & 31;
  const three = (cubes >> 10) & 31;
  const four = (cubes >> 15) & 31;
  const five = cubes >> 20;
  const counts = SPREAD_1[one] + SPREAD_2[two] + SPREAD_3[three] + SPREAD_4[four] + SPREAD_5[five];
  return (
    ROW_WORTH[one] + ROW_WORTH[two] + ROW_WORTH[three] + ROW_WORTH[four] + ROW_WORTH[five] +
    FOUR_COUNTS_WORTH[counts & 0xffff] + FOUR_COUNTS_WORTH[counts >> 16]
  );
}

/** @param {number} mine @param {number} theirs what `linesWorth` said */
export const difference = (mine, theirs) => (mine & (FOUR - 1)) - (theirs & (FOUR - 1));

/** @param {number} mine @param {number} theirs cubes */
export const freedom = (mine, theirs) => FREEDOM * (countBits(mine & RIM) - countBits(theirs & RIM));

// ---- scores

/** The score of a win at once; each ply until it costs one. */
export const WIN = 30_000;
/** How much less than an even game a draw is worth to the engine, so that it does not repeat moves. */
export const DRAW_AVOIDED = 30;
/** The limit of guesses: scores beyond it are proved wins or losses. */
const SURE = WIN - 200;

/** @param {number} score */
export const isWin = (score) => score >= SURE;
/** @param {number} score */
export const isLoss = (score) => score <= -SURE;

/**
 * Return the plies until the game is decided; null if it is not.
 * @param {number} score
 */
export const pliesToEnd = (score) => (isWin(score) || isLoss(score) ? WIN - Math.abs(score) : null);

/**
 * Convert a score to one that counts from this position, not from the root of a search, to be stored with it.
 * @param {number} score @param {number} ply
 */
export const fromNode = (score, ply) => (isWin(score) ? score + ply : isLoss(score) ? score - ply : score);

/** @param {number} score @param {number} ply */
export const fromRoot = (score, ply) => (isWin(score) ? score - ply : isLoss(score) ? score + ply : score);

/** The worth of the right to move, by which searches of odd and of even depth differ. */
const TEMPO = 8;

/**
 * Correct a score for the side that was to move where the search ended.
 * @param {{ score: number, depth: number }} finding
 */
export function evenScore({ score, depth }) {
  if (pliesToEnd(score) !== null) return score;
  return depth % 2 ? score - TEMPO : score + TEMPO;
}

/**
 * Convert a score to a value from -1 to 1, for curves.
 * @param {number} score
 */
export const share = (score) => (isWin(score) ? 1 : isLoss(score) ? -1 : score / (Math.abs(score) + 60));
