/**
 * Touching and dragging cubes on a board that is played on: a touch takes a cube or chooses an end at once, and a finger
 * that slides drags the cube. Dropped at an end of its line it is pushed in there; anywhere else it stays chosen.
 */
import { Fingers } from "./fingers.js";

/** @typedef {import("../board/geometry.js").Edge} Edge */
/** @typedef {{ cell?: string, wasHeld: boolean }} Touched */
/** @typedef {Pick<import("./fingers.js").Finger<Touched>, "dx" | "dy" | "speed">} Drag */

/**
 * @typedef {object} Listeners
 * @property {(event: PointerEvent) => { cell?: string, end?: Edge }} touched  what lies where the finger came down
 * @property {() => string | null} held  the cube in hand
 * @property {(cell: string, timeStamp: number) => void} cell
 * @property {(edge: Edge, timeStamp: number) => void} end
 * @property {(cell: string, drag: Drag) => void} drag
 * @property {(cell: string, drag: Drag, timeStamp: number) => void} drop
 * @property {() => void} endDrag  it was dropped or lost: nothing is dragged any more
 */

/**
 * Call the listeners for touches and drags on a board.
 * @param {HTMLElement} el @param {Listeners} on
 * @returns {(click: MouseEvent) => boolean} whether a click only repeats what a finger has done
 */
export function onCubeDrag(el, on) {
  /** @type {Fingers<Touched>} */
  const fingers = new Fingers();
  el.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const { cell, end } = on.touched(event);
    const wasHeld = cell !== undefined && cell === on.held();
    const { palm } = fingers.down(event, { cell, wasHeld });
    // A finger captures the touched element until it is lifted; for a mouse that has to be requested.
    if (event.pointerType === "mouse") el.setPointerCapture(event.pointerId);
    if (palm) return;
    if (end) on.end(end, event.timeStamp);
    else if (cell && !wasHeld) on.cell(cell, event.timeStamp);
  });
  el.addEventListener("pointermove", (event) => {
    const finger = fingers.move(event);
    if (finger?.on.cell && finger.on.cell === on.held()) on.drag(finger.on.cell, finger);
  });
  el.addEventListener("pointerup", (event) => {
    const finger = fingers.up(event);
    const cell = finger?.on.cell;
    if (!finger || finger.palm || !cell || cell !== on.held()) return;
    on.endDrag();
    if (finger.drags) on.drop(cell, finger, event.timeStamp);
    else if (finger.on.wasHeld) on.cell(cell, event.timeStamp); // a tap on the chosen cube puts it back
  });
  for (const kind of /** @type {const} */ (["pointercancel", "lostpointercapture"])) {
    el.addEventListener(kind, (event) => {
      if (fingers.cancel(event)?.drags) on.endDrag();
    });
  }
  return (click) => fingers.isEcho(click);
}
