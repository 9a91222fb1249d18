/**
 * Fingers on a board that is played on: a touch takes a cube or chooses an end at once, a slide carries the cube, and
 * where it is let go at an end of its line, it comes back there. Anywhere else it falls back and stays in hand.
 */
import { Fingers } from "../ui/fingers.js";

/** @typedef {import("./geometry.js").Edge} Edge */
/** @typedef {{ cell?: string, wasHeld: boolean }} Touched */
/** @typedef {Pick<import("../ui/fingers.js").Finger<Touched>, "dx" | "dy" | "speed">} Slide */

/**
 * @typedef {object} Meanings
 * @property {(event: PointerEvent) => { cell?: string, end?: Edge }} touched  what lies where the finger came down
 * @property {() => string | null} held  the cube in hand
 * @property {(cell: string, timeStamp: number) => void} cell
 * @property {(edge: Edge, timeStamp: number) => void} end
 * @property {(cell: string, slide: Slide) => void} carry
 * @property {(cell: string, slide: Slide, timeStamp: number) => void} drop
 * @property {() => void} letGo
 */

/**
 * @param {HTMLElement} el @param {Meanings} on
 * @returns {(click: MouseEvent) => boolean} whether a click only repeats what a finger has done
 */
export function readFingers(el, on) {
  /** @type {Fingers<Touched>} */
  const fingers = new Fingers();
  el.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const { cell, end } = on.touched(event);
    const wasHeld = cell !== undefined && cell === on.held();
    const { palm } = fingers.down(event, { cell, wasHeld });
    // A finger keeps what it touched until it is lifted; a mouse has to be told.
    if (event.pointerType === "mouse") el.setPointerCapture(event.pointerId);
    if (palm) return;
    if (end) on.end(end, event.timeStamp);
    else if (cell && !wasHeld) on.cell(cell, event.timeStamp);
  });
  el.addEventListener("pointermove", (event) => {
    const finger = fingers.move(event);
    if (finger?.on.cell && finger.on.cell === on.held()) on.carry(finger.on.cell, finger);
  });
  el.addEventListener("pointerup", (event) => {
    const finger = fingers.up(event);
    const cell = finger?.on.cell;
    if (!finger || finger.palm || !cell || cell !== on.held()) return;
    on.letGo();
    if (finger.carries) on.drop(cell, finger, event.timeStamp);
    else if (finger.on.wasHeld) on.cell(cell, event.timeStamp); // a tap on the cube in hand puts it back
  });
  for (const kind of /** @type {const} */ (["pointercancel", "lostpointercapture"])) {
    el.addEventListener(kind, (event) => {
      if (fingers.cancel(event)?.carries) on.letGo();
    });
  }
  return (click) => fingers.isEcho(click);
}
