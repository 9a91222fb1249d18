/** The state of a board as one plain object, and its descriptions. Pure; never touches the document. */
import { fill, gettext } from "../i18n.js";
import { CELLS, path } from "./geometry.js";

/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {{ cell: string, edge: Edge }} Push  a cube that was taken, and where it came back */

/**
 * @typedef {object} BoardState
 * @property {string} position      text form, "...../...../..X../...../O.... X"
 * @property {readonly string[]} takeable    cells that may be taken now; empty if no player may move here
 * @property {string | null} selected  the cube in hand
 * @property {readonly Edge[]} ends        edges where the cube in hand may come back
 * @property {readonly string[]} goals    cells whose cubes stand for these ends: the far ones of the line
 * @property {Push | null} last  the last move
 * @property {readonly import("../rules/cells.js").Line[]} lines     lines to be shown as won, each five cells in order
 */

/** @type {BoardState} */
const EMPTY = Object.freeze({
  position: "...../...../...../...../..... X",
  takeable: [],
  selected: null,
  ends: [],
  goals: [],
  last: null,
  lines: [],
});

/** @param {Partial<BoardState>} state @returns {BoardState} */
export const withDefaults = (state) => ({ ...EMPTY, ...state });

/**
 * Map the letters of a position by cell.
 * @param {string} position @returns {Map<string, string>}
 */
export function cubes(position) {
  const letters = position.split(" ")[0].replaceAll("/", "");
  return new Map(CELLS.map((cell, index) => [cell, letters[index]]));
}

/**
 * The face of a letter: the symbol and, in fours, the seat its dot points at.
 * @type {Readonly<Record<string, { symbol: string | null, dot: Edge | null }>>}
 */
export const FACES = {
  ".": { symbol: null, dot: null },
  X: { symbol: "cross", dot: null },
  O: { symbol: "ring", dot: null },
  N: { symbol: "cross", dot: "N" },
  S: { symbol: "cross", dot: "S" },
  E: { symbol: "ring", dot: "E" },
  W: { symbol: "ring", dot: "W" },
};

/** @type {Readonly<Record<string, () => string>>} */
const FACE_WORDS = {
  ".": () => gettext("blank"),
  X: () => gettext("cross"),
  O: () => gettext("circle"),
  N: () => gettext("cross, dot to north"),
  S: () => gettext("cross, dot to south"),
  E: () => gettext("circle, dot to east"),
  W: () => gettext("circle, dot to west"),
};

const EDGE_WORDS = {
  N: () => gettext("Push {cell} in from the north"),
  E: () => gettext("Push {cell} in from the east"),
  S: () => gettext("Push {cell} in from the south"),
  W: () => gettext("Push {cell} in from the west"),
};

/**
 * Describe a cell for screen readers.
 * @param {BoardState} state @param {string} cell @param {string} letter
 */
export function describeCell(state, cell, letter) {
  const words = [cell, FACE_WORDS[letter]()];
  const { selected, goals, ends } = state;
  const edge = selected && goals.includes(cell) && ends.find((each) => path(selected, each)[0] === cell);
  if (selected === cell) words.push(gettext("in hand"));
  else if (selected && edge) words.push(describeEnd(selected, edge));
  else if (state.takeable.includes(cell)) words.push(gettext("may be taken"));
  if (state.lines.some((line) => line.includes(cell))) words.push(gettext("in the winning line"));
  return words.join(", ");
}

/** @param {string} cell @param {Edge} edge */
export const describeEnd = (cell, edge) => fill(EDGE_WORDS[edge](), { cell });
