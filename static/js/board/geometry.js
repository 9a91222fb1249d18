/** The places of cells, lines and edges, and their view from each seat. Pure; never touches the document. */

/** @typedef {"N" | "E" | "S" | "W"} Edge */
/** @typedef {string} Cell "a1" to "e5" */

const FILES = "abcde";
const RANKS = "12345";
/** Clockwise, so that a turn of the board is a step in this list. */
/** @type {readonly Edge[]} */
export const EDGES = ["N", "E", "S", "W"];

/**
 * Return the column from the left, as South sees it.
 * @param {Cell} cell
 */
const columnOf = (cell) => FILES.indexOf(cell[0]);
/** @param {Cell} cell */
const rowOf = (cell) => 4 - RANKS.indexOf(cell[1]);
/** @param {number} column @param {number} row */
const cellAt = (column, row) => FILES[column] + RANKS[4 - row];

/** All cells in the order of a position text: a5 b5 ... e1. */
export const CELLS = Array.from({ length: 25 }, (_, index) => cellAt(index % 5, Math.floor(index / 5)));

/**
 * Return how many quarter turns clockwise bring this seat to the bottom.
 * @param {Edge} bottom
 */
export const quarterTurns = (bottom) => ({ S: 0, E: 1, N: 2, W: 3 })[bottom];

/**
 * Return the place of a cell on the screen when `bottom` sits at the bottom.
 * @param {Cell} cell @param {Edge} [bottom]
 * @returns {{ column: number, row: number }} from the upper left, 0 to 4
 */
export function seenAt(cell, bottom = "S") {
  let [column, row] = [columnOf(cell), rowOf(cell)];
  for (let turn = quarterTurns(bottom); turn > 0; turn--) [column, row] = [4 - row, column];
  return { column, row };
}

/**
 * Return the cell at a place on the screen: the inverse of `seenAt`.
 * @param {number} column @param {number} row @param {Edge} [bottom]
 * @returns {Cell}
 */
export const cellSeenAt = (column, row, bottom = "S") =>
  CELLS.filter((cell) => {
    const seen = seenAt(cell, bottom);
    return seen.column === column && seen.row === row;
  })[0];

/**
 * Return the side of the screen of an edge.
 * @param {Edge} edge @param {Edge} [bottom] @returns {Edge}
 */
export const edgeSeenAt = (edge, bottom = "S") => EDGES[(EDGES.indexOf(edge) + quarterTurns(bottom)) % 4];

/**
 * List the cells of a push, from where the cube comes in to where it was taken.
 * `path("c1", "E")` is e1 d1 c1: the cube enters at e1, what lay there goes to d1, what lay at d1 to c1.
 * @param {Cell} cell @param {Edge} edge @returns {Cell[]}
 */
export function path(cell, edge) {
  const [column, row] = [columnOf(cell), rowOf(cell)];
  const enters = { N: [column, 0], S: [column, 4], E: [4, row], W: [0, row] }[edge];
  const step = { N: [0, 1], S: [0, -1], E: [-1, 0], W: [1, 0] }[edge];
  const cells = [];
  let [c, r] = enters;
  while (c !== column || r !== row) {
    cells.push(cellAt(c, r));
    c += step[0];
    r += step[1];
  }
  return [...cells, cell];
}

/**
 * Return the place of the arrow for an end: `across` counts along the edge on screen, 0 to 4.
 * @param {Cell} cell @param {Edge} edge @param {Edge} [bottom]
 */
export function endSeenAt(cell, edge, bottom = "S") {
  const side = edgeSeenAt(edge, bottom);
  const { column, row } = seenAt(cell, bottom);
  return { side, across: side === "N" || side === "S" ? column : row };
}

/**
 * @typedef {object} Frame  where the cells lie on the screen, in pixels
 * @property {number} left @property {number} top  the upper left corner of the upper left cell
 * @property {number} pitch  from cell to cell
 */

/**
 * Find what a finger touches: a cell, or beside the cells an end of the chosen cube. By place alone, because a cube
 * that still slides covers other cells.
 * @param {{ x: number, y: number }} point @param {Frame} frame
 * @param {{ selected: Cell | null, ends: readonly Edge[] }} hand @param {Edge} [bottom]
 * @returns {{ cell?: Cell, end?: Edge }}
 */
export function touchedAt({ x, y }, { left, top, pitch }, { selected, ends }, bottom = "S") {
  const [column, row] = [Math.floor((x - left) / pitch), Math.floor((y - top) / pitch)];
  const isInside = (/** @type {number} */ place) => place >= 0 && place <= 4;
  if (isInside(column) && isInside(row)) return { cell: cellSeenAt(column, row, bottom) };
  if (selected === null || isInside(column) === isInside(row)) return {};
  const side = isInside(column) ? (row < 0 ? "N" : "S") : column < 0 ? "W" : "E";
  const across = isInside(column) ? column : row;
  const end = ends.find((edge) => {
    const seen = endSeenAt(selected, edge, bottom);
    return seen.side === side && seen.across === across;
  });
  return end ? { end } : {};
}

/** The distance of the trace of a move from the middle of the cubes, in hundredths of a cube: symbols stay visible. */
const TRACE_ASIDE = 37;

/**
 * Return the way of the cube that moved last, from where it was taken to where it came back, in hundredths of a cube.
 * @param {Cell} cell @param {Edge} edge @param {Edge} [bottom]
 * @returns {{ from: [number, number], to: [number, number], side: Edge }} `side`: to which side of the screen it went
 */
export function traceOf(cell, edge, bottom = "S") {
  const side = edgeSeenAt(edge, bottom);
  const [dx, dy] = side === "N" || side === "S" ? [TRACE_ASIDE, 0] : [0, TRACE_ASIDE];
  const [from, to] = [cell, path(cell, edge)[0]].map((name) => {
    const { column, row } = seenAt(name, bottom);
    return /** @type {[number, number]} */ ([column * 100 + 50 + dx, row * 100 + 46 + dy]);
  });
  return { from, to, side };
}

/** The least way of a cube that counts as dragged to an end: farther than a hurried finger slides. */
const LEAST_WAY = { cells: 0.75, px: 64 };
/** A swipe need not reach the end if it is this fast, in pixels a millisecond, and this straight. */
const SWIPE = { speed: 0.6, straightness: 2.5 };

/**
 * @typedef {object} Way  how a cube was dragged, in pixels on the screen
 * @property {number} dx @property {number} dy
 * @property {number} pitch  from cube to cube
 * @property {number} [speed]  of the finger as it let go, pixels a millisecond
 */

/**
 * Return the end that a dragged cube reaches, or that the line of a swipe reaches. Null if there is none.
 * @param {Cell} cell @param {Way} way @param {Edge} [bottom] @returns {Edge | null}
 */
export function edgeAimedAt(cell, { dx, dy, pitch, speed = 0 }, bottom = "S") {
  const side = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "E" : "W") : dy > 0 ? "S" : "N";
  const [along, aside] = [Math.max(Math.abs(dx), Math.abs(dy)), Math.min(Math.abs(dx), Math.abs(dy))];
  if (along < Math.max(LEAST_WAY.cells * pitch, LEAST_WAY.px)) return null;
  const { column, row } = seenAt(cell, bottom);
  const cellsAway = { N: row, S: 4 - row, W: column, E: 4 - column }[side];
  const arrives = along >= (cellsAway - 0.5) * pitch && aside <= pitch;
  const swiped = speed >= SWIPE.speed && along >= aside * SWIPE.straightness;
  if (!arrives && !swiped) return null;
  return EDGES[(EDGES.indexOf(side) + 4 - quarterTurns(bottom)) % 4];
}
