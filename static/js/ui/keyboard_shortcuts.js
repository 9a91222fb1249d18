/**
 * Keyboard shortcuts of pages. A letter acts only while its widget has the focus, because speech input, switches and
 * screen readers send letters, too. Those that enter results at the desk are in
 * desk/result_shortcuts.js; the arrow keys on a board are in board/board.js.
 */
import { closestTo } from "./dom.js";

const TYPING = "input, textarea, select, dialog";
/** The widgets of a game. */
const TIME_ASKED_IN = ".board, [data-clock]";
/** The elements in which arrow keys have a meaning already. */
const ARROWS_TAKEN = "input, textarea, select, [role=grid], summary";

/**
 * Call the listener of a key that is pressed outside of certain elements.
 * @param {Readonly<Record<string, () => void>>} shortcuts  by key, letters small @param {string} [except]  a selector
 * @param {string} [within]  a selector: the widget that must have the focus
 */
export function onShortcut(shortcuts, except = TYPING, within = "*") {
  document.addEventListener("keydown", (event) => {
    const act = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey || closestTo(event, except, Element)) return;
    if (!closestTo(event, within, Element)) return;
    event.preventDefault();
    act();
  });
}

/**
 * Call `onAsked` when `T` is pressed on the board or on a clock, to hear the times.
 * @param {() => void} onAsked
 */
export const onTimeShortcut = (onAsked) => onShortcut({ t: onAsked }, TYPING, TIME_ASKED_IN);

/**
 * Step through the moves of a game by arrow keys, Home and End.
 * @param {(by: number) => void} step  by so many plies
 */
export const onStepShortcut = (step) =>
  onShortcut(
    { ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => step(-Infinity), End: () => step(Infinity) },
    ARROWS_TAKEN,
  );
