/** A move as text: `c1E` takes c1 and brings it back from the east; `c1E.N!` adds dot and call. */
import { CELLS, EDGES } from "./cells.js";
import { InvalidMove } from "./faults.js";
import { TABLES } from "./seats.js";

/**
 * @typedef {object} Move
 * @property {import("./cells.js").Cell} cell
 * @property {import("./cells.js").Edge} edge
 * @property {import("./seats.js").Seat | null} dot  in fours: whom the dot points at
 * @property {boolean} call
 */

const SHAPE = /^(?<cell>[A-Za-z][0-9])(?<edge>[A-Za-z])(?:\.(?<dot>[A-Za-z]))?(?<call>!)?$/;

/** @param {string} text @returns {Move} */
export function parseMove(text) {
  const shape = SHAPE.exec(text)?.groups;
  if (!shape) throw new InvalidMove("not-a-move", { text });
  const { cell, edge: side, dot: seat = null, call } = shape;
  const edge = EDGES.find((each) => each === side);
  const dot = TABLES[4].find((each) => each === seat) ?? null;
  if (!CELLS.includes(cell)) throw new InvalidMove("not-a-cell", { cell });
  if (!edge) throw new InvalidMove("not-an-edge", { edge: side });
  if (seat !== null && !dot) throw new InvalidMove("not-a-seat", { seat });
  return { cell, edge, dot, call: Boolean(call) };
}

/** @param {Move} move */
export const formatMove = ({ cell, edge, dot, call }) => `${cell}${edge}${dot ? `.${dot}` : ""}${call ? "!" : ""}`;
