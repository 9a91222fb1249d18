/** What a screen reader says: words in a live region, and the key that asks for the time. */
import { closestTo } from "./dom.js";

/**
 * Said again even if they are the same words.
 * @param {HTMLElement} region @param {string} words
 */
export function speak(region, words) {
  region.textContent = region.textContent === words ? `${words}\u00a0` : words;
}

/**
 * `T` asks for the time, wherever nothing is typed.
 * @param {() => void} onAsked
 */
export function onTimeKey(onAsked) {
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "t" || event.altKey || event.ctrlKey || event.metaKey) return;
    if (closestTo(event, "input, textarea, select, dialog", Element)) return;
    onAsked();
  });
}
