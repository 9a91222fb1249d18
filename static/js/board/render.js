/** Draws a BoardState into the document, and slides a push. It has no listeners; see board.js. */
import { svg } from "../ui/dom.js";
import { EDGES, cellSeenAt, edgeSeenAt, endSeenAt, path, quarterTurns, seenAt, traceOf } from "./geometry.js";
import { FACES, cubes, describeCell, describeEnd } from "./board_state.js";

/** @typedef {import("../rules/cells.js").Cell} Cell */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/cells.js").Line} Line */

const GRAINS = 3;
// A smaller symbol leaves room for the dot; figures.py does the same.
const BESIDE_DOT = "translate(6 5.6) scale(0.88)";
const PUSH_MS = 420;
const PUSH_EASING = "cubic-bezier(0.3, 0.1, 0.2, 1)";

/** @typedef {import("./board_state.js").BoardState} BoardState */
/** @typedef {{ el: HTMLElement, slot: HTMLElement, cube: SVGElement }} BoardCell  `slot` moves, so that no cube is drawn again for it */

/**
 * @typedef {object} BoardView
 * @property {HTMLElement} el
 * @property {Edge} bottom              the seat at the bottom of the screen
 * @property {Map<string, BoardCell>} cells
 * @property {Map<Edge, HTMLButtonElement>} ends
 * @property {SVGSVGElement} strike
 * @property {SVGSVGElement} trace
 */

/**
 * Build the empty board once; `render` fills it.
 * @param {HTMLElement} el @param {{ bottom: Edge, label: string }} options @returns {BoardView}
 */
export function build(el, { bottom, label }) {
  el.classList.add("board");
  const grid = node("div", { role: "grid", "aria-label": label, class: "board-row" });
  /** @type {Map<string, BoardCell>} */
  const cells = new Map();
  for (let row = 0; row < 5; row++) {
    const line = node("div", { role: "row", class: "board-row" });
    for (let column = 0; column < 5; column++) {
      const name = cellSeenAt(column, row, bottom);
      const cell = node("div", { role: "gridcell", class: "cell", tabindex: "-1", "data-cell": name });
      place(cell, column + 2, row + 2);
      const face = cube((column * 2 + row) % GRAINS);
      const slot = node("span", { class: "cube-slot" });
      slot.append(face);
      cell.append(slot);
      cells.set(name, { el: cell, slot, cube: face });
      line.append(cell);
    }
    grid.append(line);
  }
  const ends = new Map(EDGES.map((edge) => /** @type {const} */ ([edge, endButton(edge, edgeSeenAt(edge, bottom))])));
  const strike = svg("svg", { class: "board-strike", viewBox: "0 0 500 500", "aria-hidden": "true" });
  const trace = svg("svg", { class: "board-trace", viewBox: "0 0 500 500", "aria-hidden": "true" });
  el.replaceChildren(node("div", { class: "board-tray" }), grid, ...ends.values(), trace, strike);
  return { el, bottom, cells, ends, strike, trace };
}

/** @param {BoardView} view @param {import("./board_state.js").BoardState} state */
export function render(view, state) {
  const letters = cubes(state.position);
  const lit = new Set(state.lines.flat());
  const came = state.last ? path(state.last.cell, state.last.edge)[0] : null;
  view.el.toggleAttribute("data-choosing", state.takeable.length > 0);
  view.el.toggleAttribute("data-in-hand", state.selected !== null);
  for (const [name, { el: cell, cube }] of view.cells) {
    const letter = letters.get(name) ?? ".";
    drawFace(cube, letter, view.bottom);
    cell.toggleAttribute("data-takeable", state.takeable.includes(name));
    cell.toggleAttribute("data-selected", state.selected === name);
    cell.toggleAttribute("data-goal", state.goals.includes(name));
    cell.toggleAttribute("data-line", lit.has(name));
    cell.toggleAttribute("data-last", came === name);
    cell.setAttribute("aria-label", describeCell(state, name, letter));
    cell.setAttribute("aria-selected", String(state.selected === name));
  }
  for (const [edge, button] of view.ends) drawEnd(button, view.bottom, state, edge);
  drawTrace(view, state.last);
  drawStrikes(view, state.lines);
}

/**
 * Draw the chosen cube under the finger that drags it, and mark the end it would reach.
 * @param {BoardView} view @param {Cell} name @param {{ dx: number, dy: number, edge: Edge | null }} drag
 */
export function dragCube(view, name, { dx, dy, edge }) {
  const cell = view.cells.get(name);
  cell?.el.toggleAttribute("data-dragged", true);
  cell?.el.style.setProperty("--drag", `${dx}px ${dy}px`);
  for (const [each, button] of view.ends) button.toggleAttribute("data-aimed", each === edge);
}

/**
 * Draw every cube in its place again.
 * @param {BoardView} view
 */
export function endDrag(view) {
  for (const { el } of view.cells.values()) el.removeAttribute("data-dragged");
  for (const button of view.ends.values()) button.removeAttribute("data-aimed");
}

/**
 * Return the place of the cells on the screen, also while their cubes slide.
 * @param {BoardView} view @returns {import("./geometry.js").Frame}
 */
export function frameOf({ cells, bottom }) {
  const [first, next] = [0, 1].map((column) => {
    const { el } = /** @type {BoardCell} */ (cells.get(cellSeenAt(column, 0, bottom)));
    return el.getBoundingClientRect();
  });
  const pitch = next.x - first.x;
  const margin = (pitch - first.width) / 2;
  return { left: first.x - margin, top: first.y - margin, pitch };
}

/**
 * Slide the line after `render` has shown the position after the move: the cubes start at their former places.
 * @param {BoardView} view @param {import("./board_state.js").Push} move
 * @returns {Promise<unknown>} resolved when no cube slides any more
 */
export function slide(view, move) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return Promise.resolve();
  const way = path(move.cell, move.edge);
  shiftCubes(view, way);
  const side = edgeSeenAt(move.edge, view.bottom);
  const [dx, dy] = { N: [0, -1], S: [0, 1], E: [1, 0], W: [-1, 0] }[side];
  const frames = [{ transform: `translate(${dx * 104}%, ${dy * 104}%)` }, { transform: "none" }];
  const entering = [
    { transform: `translate(${dx * 130}%, ${dy * 130}%) scale(1.08)`, opacity: 0.4 },
    { transform: "none", opacity: 1 },
  ];
  const moved = cellsAt(view, way).map(({ slot }, index) =>
    slot.animate(index === 0 ? entering : frames, { duration: PUSH_MS, easing: PUSH_EASING }),
  );
  view.el.toggleAttribute("data-pushing", true);
  const still = () => view.el.toggleAttribute("data-pushing", false);
  return Promise.allSettled(moved.map((animation) => animation.finished)).then(still);
}

/**
 * Move the elements of the cubes along, so that each keeps its grain; their faces show the new position already.
 * @param {BoardView} view @param {Cell[]} way
 */
function shiftCubes(view, way) {
  const elements = cellsAt(view, way).map(({ cube }) => cube);
  const grains = elements.map((element) => element.dataset.grain ?? "0");
  const shifted = [...grains.slice(-1), ...grains.slice(0, -1)];
  elements.forEach((element, index) => setGrain(element, shifted[index]));
}

/** @param {BoardView} view @param {Cell[]} way */
const cellsAt = (view, way) => way.flatMap((name) => view.cells.get(name) ?? []);

/** @param {number | string} grain */
function cube(grain) {
  const element = svg("svg", { class: "cube", viewBox: "0 0 100 100", "aria-hidden": "true" });
  for (const name of ["cube", "grain-0", "", "dot"]) element.append(svg("use", { href: `#${name}` }));
  setGrain(element, grain);
  return element;
}

/** @param {SVGElement} element @param {number | string} grain */
function setGrain(element, grain) {
  element.dataset.grain = String(grain);
  element.children[1].setAttribute("href", `#grain-${grain}`);
}

/**
 * Set only changed attributes: a browser paints a cube again even if an attribute gets the same value.
 * @param {SVGElement} element @param {string} letter @param {Edge} bottom
 */
function drawFace(element, letter, bottom) {
  if (element.dataset.face === letter) return;
  element.dataset.face = letter;
  const { symbol, dot } = FACES[letter];
  const [, , mark, point] = element.children;
  mark.setAttribute("href", `#${symbol ?? ""}`);
  mark.setAttribute("transform", dot === null ? "" : BESIDE_DOT);
  point.setAttribute("visibility", dot === null ? "hidden" : "visible");
  if (dot === null) return;
  const turns = EDGES.indexOf(dot) + quarterTurns(bottom);
  point.setAttribute("transform", `rotate(${(turns % 4) * 90} 50 46.5)`);
}

/** @param {Edge} edge @param {Edge} side */
function endButton(edge, side) {
  const button = node("button", {
    type: "button",
    class: "board-end",
    "data-end": edge,
    "data-edge": side,
    hidden: "",
  });
  const arrow = svg("svg", { viewBox: "0 0 60 60", "aria-hidden": "true" });
  arrow.append(svg("use", { href: "#end-arrow" }));
  button.append(arrow);
  return button;
}

/** @param {HTMLButtonElement} button @param {Edge} bottom @param {BoardState} state @param {Edge} edge */
function drawEnd(button, bottom, state, edge) {
  const { selected } = state;
  button.hidden = selected === null || !state.ends.includes(edge);
  if (selected === null || button.hidden) return;
  const { side, across } = endSeenAt(selected, edge, bottom);
  const column = { N: across + 2, S: across + 2, E: 7, W: 1 }[side];
  const row = { N: 1, S: 7, E: across + 2, W: across + 2 }[side];
  place(button, column, row);
  button.setAttribute("aria-label", describeEnd(selected, edge));
}

/**
 * Draw the way of the last move: a hollow mark, a dashed line and an arrowhead.
 * @param {BoardView} view @param {import("./board_state.js").Push | null} last
 */
function drawTrace({ trace, bottom }, last) {
  const shown = last ? last.cell + last.edge : "";
  if (trace.dataset.last === shown) return;
  trace.dataset.last = shown;
  if (!last) return trace.replaceChildren();
  const { from, to, side } = traceOf(last.cell, last.edge, bottom);
  const turn = EDGES.indexOf(side) * 90;
  trace.replaceChildren(
    svg("path", { class: "trace-way", d: `M${from}L${to}` }),
    svg("circle", { class: "trace-from", cx: `${from[0]}`, cy: `${from[1]}`, r: "8" }),
    svg("path", { class: "trace-head", d: "M-9 10L0 -12L9 10Z", transform: `translate(${to}) rotate(${turn})` }),
  );
}

/** @param {BoardView} view @param {readonly Line[]} lines */
function drawStrikes(view, lines) {
  const shown = lines.map((line) => line.join(" ")).join("/");
  if (view.strike.dataset.lines === shown) return;
  view.strike.dataset.lines = shown;
  view.strike.replaceChildren(
    ...lines.map((line) => {
      const [from, to] = [seenAt(line[0], view.bottom), seenAt(line[line.length - 1], view.bottom)];
      const [dx, dy] = [(to.column - from.column) * 6, (to.row - from.row) * 6];
      const [x1, y1] = [from.column * 100 + 50 - dx, from.row * 100 + 46 - dy];
      const [x2, y2] = [to.column * 100 + 50 + dx, to.row * 100 + 46 + dy];
      return svg("path", { class: "strike", d: `M${x1} ${y1}L${x2} ${y2}`, pathLength: "1" });
    }),
  );
}

/** @param {HTMLElement} element @param {number} column @param {number} row */
function place(element, column, row) {
  element.style.setProperty("grid-column", String(column));
  element.style.setProperty("grid-row", String(row));
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string>} attributes
 */
function node(name, attributes) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
