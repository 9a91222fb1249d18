/**
 * The board as integers of 25 bits, a1 the lowest and e5 the highest: one for the cubes of each side. A push is four
 * masks, so that it takes a few operations without a look at single cells. Pure.
 */
import { CELLS, EDGES, LINES, onRim, ordinal } from "../rules/cells.js";
import { Position } from "../rules/position.js";

/** @typedef {import("../rules/cells.js").Cell} Cell */
/** @typedef {import("../rules/cells.js").Edge} Edge */

/** @param {Iterable<Cell>} cells */
const maskOf = (cells) => [...cells].reduce((mask, cell) => mask | (1 << ordinal(cell)), 0);

export const RIM = maskOf(CELLS.filter(onRim));

const STEP_OF = { E: 1, W: -1, N: 5, S: -5 };
/**
 * Return the distance of the cell from the edge.
 * @param {Cell} cell @param {Edge} edge
 */
const distance = (cell, edge) => {
  const [column, row] = ["abcde".indexOf(cell[0]), "12345".indexOf(cell[1])];
  return { E: 4 - column, W: column, N: 4 - row, S: row }[edge];
};

const blank = Position.initial();
/** Every push of the opening, in the order of `Position.moves`: cell and edge. */
export const PUSHES = Object.freeze(
  blank.takeable.flatMap((cell) => EDGES.filter((edge) => blank.targets(cell).includes(edge)).map((edge) => ({ cell, edge }))),
);
export const PUSH_COUNT = PUSHES.length;

/** By push: the cube that is taken, those that slide, all whose cells change, and where it comes back. */
export const TAKEN = Int32Array.from(PUSHES, ({ cell }) => 1 << ordinal(cell));
export const SLIDING = Int32Array.from(PUSHES, ({ cell, edge }) => {
  const [from, step, count] = [ordinal(cell), STEP_OF[edge], distance(cell, edge)];
  return maskOf(Array.from({ length: count }, (_, place) => CELLS[from + (place + 1) * step]));
});
/** By push: the cells that do not change. */
export const STAYING = Int32Array.from(PUSHES, (_, push) => ~(TAKEN[push] | SLIDING[push]));
export const ENTERED = Int32Array.from(PUSHES, ({ cell, edge }) => 1 << (ordinal(cell) + STEP_OF[edge] * distance(cell, edge)));
/** Cubes slide against the edge of entry: towards lower bits by so many places, or towards higher ones. */
export const DOWN = Int32Array.from(PUSHES, ({ edge }) => Math.max(0, STEP_OF[edge]));
export const UP = Int32Array.from(PUSHES, ({ edge }) => Math.max(0, -STEP_OF[edge]));

const LINE_MASKS = LINES.map(maskOf);
const LOWEST_OF_ROWS = maskOf(["a1", "a2", "a3", "a4", "a5"]);
const LOWEST_OF_COLUMNS = 31;
const [RISING, FALLING] = LINE_MASKS.slice(10);

/** @param {number} cubes of one side */
export function hasLine(cubes) {
  const pairs = cubes & (cubes >> 1);
  if (pairs & (pairs >> 2) & (cubes >> 4) & LOWEST_OF_ROWS) return true;
  const stacked = cubes & (cubes >> 5);
  if (stacked & (stacked >> 10) & (cubes >> 20) & LOWEST_OF_COLUMNS) return true;
  return (cubes & RISING) === RISING || (cubes & FALLING) === FALLING;
}

/**
 * Return whether there is a new line: an old one that was not called does not count (docs/rules.md#announcing).
 * @param {number} before @param {number} after cubes of one side
 */
export const makesLine = (before, after) =>
  hasLine(after) && LINE_MASKS.some((line) => (after & line) === line && (before & line) !== line);

/** @param {number} bits */
export function countBits(bits) {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
