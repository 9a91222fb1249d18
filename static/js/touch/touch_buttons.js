/**
 * Buttons and clocks under fingers. Clocks, and buttons that end a move, act on touch (`onTouch`). The other buttons of a
 * table act when the finger is lifted from them, with any number of other fingers down (`readTaps`); some must be held
 * (`onHold`). A click that follows a touch does nothing, because it would hit an element that appeared meanwhile. Keys,
 * mice and screen readers click as usual.
 */
import { closestTo } from "../ui/dom.js";
import { Fingers } from "./fingers.js";

const HOLD_MS = 900;
/** How far beside a button a finger may be lifted, since a slap slides. */
const BESIDE_PX = 60;

/**
 * Act at once when the element is touched, also by a palm that slaps the clock.
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
  if (element instanceof HTMLButtonElement) return; // on which a pressed key sends a click anyway
  element.addEventListener("keydown", (event) => {
    if (event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    act();
  });
}

/**
 * Make every button act on taps, and suppress the clicks that browsers make of touches. The board and the clocks, which
 * act on touch, have their own listeners.
 * @param {HTMLElement} root
 */
export function readTaps(root) {
  /** @type {Fingers<{ button: HTMLButtonElement | null }>} */
  const fingers = new Fingers();
  root.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    const button = closestTo(event, "button:not([data-touch])", HTMLButtonElement);
    fingers.down(event, { button: button?.closest("[data-played]") ? null : button });
  });
  addEventListener("pointerup", (event) => {
    const finger = fingers.up(event);
    const button = finger?.on.button;
    if (!finger || finger.palm || !button || button.disabled || !isOver(button, event)) return;
    button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  });
  addEventListener("pointercancel", (event) => fingers.cancel(event));
  root.addEventListener("click", (event) => {
    if (!event.isTrusted || !fingers.isEcho(event) || !closestTo(event, "button, .board, [data-touch]", Element)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  root.addEventListener("contextmenu", (event) => event.preventDefault());
}

/**
 * Return whether a finger is lifted over the button that it touched; elsewhere the tap is cancelled.
 * @param {HTMLButtonElement} button @param {PointerEvent} point
 */
function isOver(button, { clientX, clientY }) {
  const { left, top, right, bottom, width } = button.getBoundingClientRect();
  const beside_px = Math.max(left - clientX, clientX - right, top - clientY, clientY - bottom);
  const below = document.elementFromPoint(clientX, clientY)?.closest("button") ?? button;
  return width > 0 && below === button && beside_px <= BESIDE_PX;
}

/**
 * Act only after the button was held; a key asks for confirmation, and a tap calls `tooShort`.
 * @param {HTMLButtonElement} button @param {() => void} act @param {() => Promise<boolean>} ask @param {() => void} [tooShort]
 */
export function onHold(button, act, ask, tooShort = () => {}) {
  let timer = 0;
  let held = false;
  /** @type {Fingers<null>} */
  const fingers = new Fingers();
  const stop = () => {
    clearTimeout(timer);
    button.removeAttribute("data-holding");
  };
  button.style.setProperty("--hold", `${HOLD_MS}ms`);
  button.addEventListener("pointerdown", (event) => {
    if (button.disabled || fingers.down(event, null).palm) return;
    held = false;
    button.setAttribute("data-holding", "");
    timer = setTimeout(() => {
      held = true;
      stop();
      act();
    }, HOLD_MS);
  });
  for (const kind of ["pointerup", "pointerleave", "pointercancel"]) button.addEventListener(kind, stop);
  button.addEventListener("click", async ({ detail }) => {
    if (detail !== 0) {
      if (!held) tooShort();
    } else if (await ask()) act();
  });
}
