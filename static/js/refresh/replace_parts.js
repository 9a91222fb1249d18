/**
 * Replaces parts of a page by those of a fresh page (refresh.js). Parts have `data-refresh` and an id. If parts can
 * appear and disappear, the element around them (`data-refresh-all`, an id) is replaced as a whole; elements with
 * `data-stays` then count as parts, and otherwise stay unchanged. Edited fields are copied, unless the server answers
 * them with other values (`data-proposes`).
 */
import { enhanceDialogs } from "../ui/dialogs.js";
import { findAll, findMaybe } from "../ui/dom.js";
import { controlsFor, restoreFocus, purposeOf } from "../ui/focus.js";
import { enhanceTabs } from "../ui/tabs.js";
import { readEdits, writeEdits } from "./edited_fields.js";

/** @type {Set<(root: HTMLElement) => void>} */
const listeners = new Set();
/** @type {WeakMap<HTMLElement, string>} How each part came from the server: scripts have changed it since. */
const sources = new WeakMap();
/** @type {HTMLElement | null} A part that could not be replaced, because it is in use. */
let used = null;

/**
 * Call `enhance` with every new part.
 * @param {(root: HTMLElement) => void} enhance
 */
export function onArrival(enhance) {
  listeners.add(enhance);
}

/**
 * Call `showAgain` once a part that could not be replaced is no longer in use.
 * @param {() => void} showAgain
 */
export function onFree(showAgain) {
  // Of the events that end the use of a part, only `dragend` bubbles; a drag is over after its other listeners have run.
  const look = () => setTimeout(() => {
    if (!used || isInUse(used)) return;
    used = null;
    showAgain();
  });
  for (const kind of ["close", "dragend", "blur"]) document.addEventListener(kind, look, { capture: true });
}

/**
 * Replace the parts of this page by those of a fresh one, and restore the focus.
 * @param {Document} page
 */
export function showParts(page) {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const purpose = purposeOf(focused);
  const place = controlsFor(purpose).indexOf(focused);
  const whole = findMaybe(document, "[data-refresh-all]");
  if (whole && partsOf(whole) !== partsOf(page.getElementById(whole.id))) {
    replace(whole, page.getElementById(whole.id));
  } else {
    for (const part of findAll(page, "[data-refresh]")) replace(document.getElementById(part.id), part);
  }
  if (!focused.isConnected) restoreFocus(focused, purpose, place);
}

/**
 * Return the parts by name.
 * @param {HTMLElement | null} root
 */
const partsOf = (root) =>
  [...(root?.querySelectorAll("[data-refresh], [data-stays]") ?? [])].map(({ id }) => id).join(" ");

/** @param {ParentNode} root as it came */
function rememberSources(root) {
  if (root instanceof HTMLElement) sources.set(root, root.outerHTML);
  for (const part of findAll(root, "[data-refresh]")) sources.set(part, part.outerHTML);
}

/** @param {HTMLElement | null} old @param {HTMLElement | null} fresh */
function replace(old, fresh) {
  if (!old || !fresh || sources.get(old) === fresh.outerHTML) return;
  if (isInUse(old)) {
    used = old;
    return;
  }
  const open = [...old.querySelectorAll("details[open][id]")].map((each) => each.id);
  const edits = old.hasAttribute("data-proposes") ? [] : readEdits(old);
  rememberSources(fresh);
  const part = document.adoptNode(fresh);
  old.replaceWith(part);
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  writeEdits(part, edits);
  enhanceTabs(part);
  enhanceDialogs(part);
  for (const enhance of listeners) enhance(part);
}

/**
 * Return whether a part is in use: a dialog is open in it, it is being dragged, or a filled field has the focus.
 * @param {HTMLElement} part
 */
function isInUse(part) {
  if (part.querySelector("dialog[open], [data-dragged]")) return true;
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const isText = focused?.matches("input:not([type=checkbox], [type=radio], [type=hidden]), textarea");
  return Boolean(isText && /** @type {HTMLInputElement} */ (focused).value);
}

rememberSources(document);
