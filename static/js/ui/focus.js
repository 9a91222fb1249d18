/** Where the focus goes when what had it was replaced by news of the server. */
import { findAll } from "./dom.js";

const CONTROLS = "button, a[href], input, select, textarea, summary";

/**
 * Whether it is there to be seen and used.
 * @param {HTMLElement} control
 */
export const canBeFocused = (control) => control.getClientRects().length > 0 && !control.matches(":disabled");

/**
 * What a control is for: where it leads or sends to, or what it opens. To be asked while it is in the page: a button
 * outside its form has none afterwards.
 * @param {HTMLElement} control
 */
export function purposeOf(control) {
  const opens = control.matches("summary") ? control.parentElement?.id : control.dataset.opens;
  const { form } = /** @type {HTMLElement & { form?: HTMLFormElement | null }} */ (control);
  return opens ?? form?.getAttribute("action") ?? control.getAttribute("href") ?? "";
}

/**
 * Controls of the page that are for this.
 * @param {string} purpose
 */
export function controlsFor(purpose) {
  return purpose ? findAll(document, CONTROLS).filter((each) => purposeOf(each) === purpose) : [];
}

/**
 * After what had the focus was replaced: to the same control if it is there, and never to a button that does something
 * else now. Otherwise to what the form names in `data-then`, else to the heading of what has come.
 * @param {HTMLElement} focused @param {string} purpose of it @param {number} place among controls that are for the same
 */
export function focusAgain(focused, purpose, place) {
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
