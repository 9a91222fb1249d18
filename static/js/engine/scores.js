/** Scores as whole numbers for the seat to move: worths of lines, or how many plies away a win or a loss is. Pure. */

/** A win right now would be this; each ply it is away costs one. */
export const WIN = 30_000;
/** How much less than an even game a draw is worth to whoever plays: a partner who repeats moves is no partner. */
export const DRAW_AVOIDED = 30;
/** No search looks farther than this: what is beyond it is a win or a loss. */
const SURE = WIN - 200;

/** @param {number} score */
export const isWin = (score) => score >= SURE;
/** @param {number} score */
export const isLoss = (score) => score <= -SURE;

/**
 * In how many plies the game is decided, if it is; null otherwise.
 * @param {number} score
 */
export const pliesToEnd = (score) => (isWin(score) || isLoss(score) ? WIN - Math.abs(score) : null);

/**
 * As it is remembered with a position: counted from there, not from the root of a search.
 * @param {number} score @param {number} ply
 */
export const fromNode = (score, ply) => (isWin(score) ? score + ply : isLoss(score) ? score - ply : score);

/** @param {number} score @param {number} ply */
export const fromRoot = (score, ply) => (isWin(score) ? score - ply : isLoss(score) ? score + ply : score);

/** What the right to move is worth, as searches of odd and of even depth disagree about it. */
const TEMPO = 8;

/**
 * A guess that does not depend on who was to move where the search ended.
 * @param {{ score: number, depth: number }} finding
 */
export function evenScore({ score, depth }) {
  if (pliesToEnd(score) !== null) return score;
  return depth % 2 ? score - TEMPO : score + TEMPO;
}

/**
 * How good the game is for a side, from -1 to 1, for curves.
 * @param {number} score
 */
export const share = (score) => (isWin(score) ? 1 : isLoss(score) ? -1 : score / (Math.abs(score) + 60));
