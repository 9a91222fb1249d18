/**
 * Fingers: what must be held, what is held long, and what is no tap at all. A palm or a second finger on the same zone
 * does nothing; whoever uses the keyboard is asked instead of having to hold.
 */
import { closestTo } from "../ui/dom.js";

const HOLD_MS = 900;
const LONG_MS = 650;
/** Wider than a finger: a hand that lies on the glass. In CSS pixels, about 14 mm on a 10-inch tablet. */
const PALM_PX = 80;

/**
 * Swallow the clicks of palms and of second fingers, zone by zone (`data-zone`): two players may touch their own
 * halves at the same time.
 * @param {HTMLElement} root
 */
export function ignoreStrays(root) {
  /** @type {Map<number, HTMLElement | null>} */
  const down = new Map();
  /** @type {Set<HTMLElement | null>} */
  const stray = new Set();
  /** @param {Event} event */
  const zoneOf = (event) => closestTo(event, "[data-zone]");
  /** @param {PointerEvent} event */
  const lift = ({ pointerId }) => down.delete(pointerId);
  root.addEventListener("pointerdown", (event) => {
    const zone = zoneOf(event);
    if (![...down.values()].includes(zone)) stray.delete(zone);
    const crowded = event.pointerType === "touch" && [...down.values()].includes(zone);
    if (crowded || Math.max(event.width, event.height) > PALM_PX) stray.add(zone);
    down.set(event.pointerId, zone);
  }, true);
  addEventListener("pointerup", lift, true);
  addEventListener("pointercancel", lift, true);
  root.addEventListener("click", (event) => {
    if (event.detail === 0 || !stray.has(zoneOf(event))) return; // detail 0: a key, not a finger
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  root.addEventListener("contextmenu", (event) => event.preventDefault());
}

/**
 * Do it only after the button was held; a key asks first, and a tap is told that it was too short.
 * @param {HTMLButtonElement} button @param {() => void} act @param {() => Promise<boolean>} ask @param {() => void} [tooShort]
 */
export function onHold(button, act, ask, tooShort = () => {}) {
  let timer = 0;
  let held = false;
  const stop = () => {
    clearTimeout(timer);
    button.removeAttribute("data-holding");
  };
  button.style.setProperty("--hold", `${HOLD_MS}ms`);
  button.addEventListener("pointerdown", () => {
    if (button.disabled) return;
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

/**
 * A long press, which is not a click as well.
 * @param {HTMLElement} element @param {() => void} act
 */
export function onLongPress(element, act) {
  let timer = 0;
  let was = false;
  const stop = () => clearTimeout(timer);
  element.addEventListener("pointerdown", () => {
    was = false;
    timer = setTimeout(() => {
      was = true;
      act();
    }, LONG_MS);
  });
  for (const kind of ["pointerup", "pointerleave", "pointercancel"]) element.addEventListener(kind, stop);
  element.addEventListener("click", (event) => {
    if (was && event.detail !== 0) event.stopImmediatePropagation();
    was = false;
  }, true);
}
