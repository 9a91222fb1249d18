/** What acts when it is touched: the clocks, and what ends a move. */
import { Fingers } from "./fingers.js";

/**
 * Act when it is touched, at the time of the touch: a palm that slaps the clock counts as well.
 * @param {HTMLElement} element @param {(timeStamp?: number) => void} act
 */
export function onTouch(element, act) {
  /** @type {Fingers<null>} */
  const fingers = new Fingers();
  element.dataset.touch = "";
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || element.matches(":disabled")) return;
    fingers.down(event, null);
    act(event.timeStamp);
  });
  element.addEventListener("pointerup", (event) => fingers.up(event));
  element.addEventListener("click", (event) => {
    if (!fingers.isEcho(event)) act();
  });
  if (element instanceof HTMLButtonElement) return; // which clicks by itself when a key is pressed
  element.addEventListener("keydown", (event) => {
    if (event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    act();
  });
}
