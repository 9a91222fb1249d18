/** The look of cubes and board on this device: chosen by a button, stored in the browser (static/css/looks.css). */
import { closestTo, findAll } from "./dom.js";

const KEY = "fiveline.look";
const FIRST = "beech";

/** @param {string} look */
function applyLook(look) {
  document.documentElement.dataset.look = look;
  for (const button of findAll(document, "[data-look-choice]", HTMLButtonElement)) {
    button.setAttribute("aria-pressed", String(button.value === look));
  }
}

/**
 * Apply the stored look, and make the buttons choose another.
 * @param {import("../storage.js").Store} storage
 */
export function enhanceLooks(storage) {
  applyLook(storage.getItem(KEY) ?? FIRST);
  document.addEventListener("click", (event) => {
    const button = closestTo(event, "[data-look-choice]", HTMLButtonElement);
    if (!button) return;
    storage.setItem(KEY, button.value);
    applyLook(button.value);
  });
}
