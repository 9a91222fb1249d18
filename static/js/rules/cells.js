/** The board: 25 cells, four edges, twelve lines. Cells run from a1 to e5 as seen from South. */

/** @typedef {string} Cell "a1" to "e5" */
/** @typedef {"N" | "E" | "S" | "W"} Edge where a cube comes back in */
/** @typedef {readonly Cell[]} Line */

/** @type {readonly Cell[]} */
export const CELLS = Object.freeze([..."12345"].flatMap((rank) => [..."abcde"].map((file) => file + rank)));
/** @type {readonly Edge[]} */
export const EDGES = Object.freeze(["N", "E", "S", "W"]);

const FIVE = [0, 1, 2, 3, 4];
/** @param {number} start @param {number} step @returns {Line} */
const along = (start, step) => Object.freeze(FIVE.map((place) => CELLS[start + place * step]));

export const ROWS = FIVE.map((rank) => along(5 * rank, 1));
export const COLUMNS = FIVE.map((column) => along(column, 5));
const DIAGONALS = [along(0, 6), along(4, 4)];
/** @type {readonly Line[]} */
export const LINES = Object.freeze([...ROWS, ...COLUMNS, ...DIAGONALS]);

/** @param {Cell} cell */
export const ordinal = (cell) => CELLS.indexOf(cell);

/** @param {Cell} cell */
export const onRim = (cell) => "ae".includes(cell[0]) || "15".includes(cell[1]);
