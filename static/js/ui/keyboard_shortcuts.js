/**
 * Keyboard shortcuts of whole pages: keys that act wherever nothing is typed. Those that enter results at the desk are in
 * desk/result_shortcuts.js; the arrow keys on a board are in board/board.js.
 */
import { closestTo } from "./dom.js";

const TYPING = "input, textarea, select, dialog";
/** The elements in which arrow keys have a meaning already. */
const ARROWS_TAKEN = "input, textarea, select, [role=grid], summary";

/**
 * Call the listener of a key that is pressed outside of certain elements.
 * @param {Readonly<Record<string, () => void>>} shortcuts  by key, letters small @param {string} [except]  a selector
 */
export function onShortcut(shortcuts, except = TYPING) {
  document.addEventListener("keydown", (event) => {
    const act = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey || closestTo(event, except, Element)) return;
    event.preventDefault();
    act();
  });
}

/**
 * Call `onAsked` when `T` is pressed, to hear the times.
 * @param {() => void} onAsked
 */
export const onTimeShortcut = (onAsked) => onShortcut({ t: onAsked });

/**
 * Step through the moves of a game by arrow keys, Home and End.
 * @param {(by: number) => void} step  by so many plies
 */
export const onStepShortcut = (step) =>
  onShortcut(
    { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-Infinity), End: () => step(Infinity) },
    ARROWS_TAKEN,
  );
