/** Restores the focus after the focused element was replaced by a fresh part. */
import { findAll } from "./dom.js";

const CONTROLS = "button, a[href], input, select, textarea, summary";

/**
 * Return whether the control is visible and enabled.
 * @param {HTMLElement} control
 */
export const canBeFocused = (control) => control.getClientRects().length > 0 && !control.matches(":disabled");

/**
 * Return the purpose of a control: the address of its link or form, or the element it opens. Call it while the control
 * is in the page, because a button outside its form has none afterwards.
 * @param {HTMLElement} control
 */
export function purposeOf(control) {
  const opens = control.matches("summary") ? control.parentElement?.id : control.dataset.opens;
  const { form } = /** @type {HTMLElement & { form?: HTMLFormElement | null }} */ (control);
  return opens ?? form?.getAttribute("action") ?? control.getAttribute("href") ?? "";
}

/**
 * Find the controls of the page with this purpose.
 * @param {string} purpose
 */
export function controlsFor(purpose) {
  return purpose ? findAll(document, CONTROLS).filter((each) => purposeOf(each) === purpose) : [];
}

/**
 * Restore the focus after its element was replaced: to the same control if it exists, never to a button with another
 * purpose. Otherwise to the element that the form names in `data-then`, or else to the heading of the new part.
 * @param {HTMLElement} focused @param {string} purpose of it @param {number} place among controls of the same purpose
 */
export function restoreFocus(focused, purpose, place) {
  const same = document.getElementById(focused.id) ?? controlsFor(purpose)[place];
  const isSame = same?.matches("input, select, textarea") || (same && purposeOf(same) === purpose);
  if (same && isSame && canBeFocused(same)) {
    same.focus({ preventScroll: true });
    return;
  }
  if (purpose) focusNews(focused.closest("[data-then]")?.getAttribute("data-then") ?? "");
}

/** @param {string} [then] what the form names, by its id */
export function focusNews(then = "") {
  const ids = [then, "draft-title", "what-now"];
  const target = ids.map((id) => document.getElementById(id)).find(Boolean);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}
