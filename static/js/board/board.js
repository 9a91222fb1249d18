/**
 * A board in an element: state in, touches and keys out. It reports only which cell or end was chosen; its users
 * (input.js, replay, walls) decide what that means.
 */
import { gettext } from "../i18n.js";
import { onCubeDrag } from "../touch/drag_cube.js";
import { closestTo, find } from "../ui/dom.js";
import { cellSeenAt, edgeAimedAt, seenAt, touchedAt } from "./geometry.js";
import { build, dragCube, endDrag, frameOf, render, slide } from "./render.js";
import { withDefaults } from "./board_state.js";

/** @type {Readonly<Record<string, [number, number]>>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {import("./geometry.js").Edge} Edge */
/** @typedef {import("./board_state.js").BoardState} BoardState */

/**
 * @typedef {object} Board
 * @property {(state: Partial<BoardState>) => void} set
 * @property {(move: import("./board_state.js").Push, after?: Partial<BoardState>) => Promise<unknown>} animatePush
 * @property {(bottom: Edge) => void} turn
 * @property {(cell?: string) => void} focus
 */

/**
 * @param {HTMLElement} el
 * @param {object} [options]
 * @param {(cell: string, timeStamp?: number) => void} [options.onCell]  a cube was tapped, or Enter / Space pressed on it
 * @param {(edge: Edge, timeStamp?: number) => void} [options.onEnd]  a lit end was chosen
 * @param {boolean} [options.isPlayed]  a board of a game acts when it is touched, and its cubes can be dragged; others
 *   wait for a click, since a finger may only want to scroll
 * @param {() => void} [options.onCancel]  Escape: put the chosen cube back
 * @param {2 | 4} [options.seats]
 * @param {Edge} [options.orientation]  the seat at the bottom of the screen
 * @param {string} [options.label]  name of the grid for screen readers
 * @returns {Board}
 *   Without `onCell` the board is static: no highlights and no room for arrows.
 */
export function createBoard(el, options = {}) {
  const { onCell, onEnd, onCancel, isPlayed = false, seats = 2, orientation = "S", label = gettext("Board") } = options;
  let state = withDefaults({});
  let view = build(el, { bottom: orientation, label });
  let current = "c3";
  el.dataset.seats = String(seats);
  el.toggleAttribute("data-still", !onCell);
  el.toggleAttribute("data-played", isPlayed);

  /** @type {Board["set"]} */
  const set = (next) => {
    state = withDefaults(next);
    render(view, state);
  };
  /** @type {Board["turn"]} */
  const turn = (bottom) => {
    view = build(el, { bottom, label });
    cellAt().tabIndex = 0;
    set(state);
  };
  const cellAt = (name = current) => find(el, `[data-cell="${name}"]`);
  /** @param {string} name */
  const makeCurrent = (name) => {
    if (name === current) return; // a change on the focused cell causes a layout of the page
    cellAt().tabIndex = -1;
    current = name;
    cellAt().tabIndex = 0;
  };
  const focus = (name = current) => {
    makeCurrent(name);
    cellAt(name).focus();
  };

  /** @param {string} cell @param {number} [timeStamp] */
  const touchCell = (cell, timeStamp) => {
    makeCurrent(cell);
    onCell?.(cell, timeStamp);
  };
  /** @param {string} cell @param {{ dx: number, dy: number, speed?: number }} way */
  const aim = (cell, way) => {
    const edge = edgeAimedAt(cell, { ...way, pitch: frameOf(view).pitch }, view.bottom);
    return edge && state.ends.includes(edge) ? edge : null;
  };
  const isEcho = isPlayed
    ? onCubeDrag(el, {
        touched: ({ clientX: x, clientY: y }) => touchedAt({ x, y }, frameOf(view), state, view.bottom),
        held: () => state.selected,
        cell: touchCell,
        end: (edge, timeStamp) => onEnd?.(edge, timeStamp),
        drag: (cell, { dx, dy }) => dragCube(view, cell, { dx, dy, edge: aim(cell, { dx, dy }) }),
        drop: (cell, way, timeStamp) => {
          const edge = aim(cell, way);
          if (edge) onEnd?.(edge, timeStamp);
        },
        endDrag: () => endDrag(view),
      })
    : () => false;

  el.addEventListener("click", (event) => {
    if (isEcho(event)) return;
    const end = closestTo(event, "[data-end]")?.dataset.end;
    const cell = closestTo(event, "[data-cell]")?.dataset.cell;
    if (end) onEnd?.(/** @type {Edge} */ (end));
    else if (cell) touchCell(cell);
  });
  el.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return onCancel?.();
    if (!closestTo(event, "[data-cell]")) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onCell?.(current);
    } else if (event.key in STEPS) {
      event.preventDefault();
      const { column, row } = seenAt(current, view.bottom);
      const [dx, dy] = STEPS[event.key];
      focus(cellSeenAt(clamp(column + dx), clamp(row + dy), view.bottom));
    }
  });

  cellAt().tabIndex = 0;
  set(state);
  return {
    set,
    turn,
    focus,
    /** Slide the cubes into the position after the move: `after`, or the one that is already set. */
    animatePush(move, after) {
      if (after) set(after);
      return slide(view, move);
    },
  };
}

/** @param {number} index */
const clamp = (index) => Math.min(4, Math.max(0, index));
