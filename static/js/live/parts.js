/**
 * Parts of a page that follow the server (refresh.js). An element with `data-refresh` and an id is replaced by what the
 * same page would show now. Where the parts themselves come and go, whatever holds them (`data-refresh-all`, an id) is
 * replaced as a whole; what is marked `data-stays` then counts as a part, but is left alone otherwise. What a person has
 * entered is carried over, unless the server answers it with other values (`data-proposes`).
 */
import { enhanceDialogs } from "../ui/dialogs.js";
import { findAll, findMaybe } from "../ui/dom.js";
import { controlsFor, focusAgain, purposeOf } from "../ui/focus.js";
import { enhanceTabs } from "../ui/tabs.js";
import { readEdits, writeEdits } from "./edited_fields.js";

/** @type {Set<(root: HTMLElement) => void>} */
const listeners = new Set();
/** @type {WeakMap<HTMLElement, string>} How each part came from the server: scripts have changed it since. */
const sources = new WeakMap();

/**
 * Call `enhance` with every part that arrives.
 * @param {(root: HTMLElement) => void} enhance
 */
export function onArrival(enhance) {
  listeners.add(enhance);
}

/**
 * Show the parts of this page as they are in a fresh one; whoever was at one of them is so again.
 * @param {Document} page
 * @param {() => void} showAgain  called once a part is free that could not be replaced
 */
export function showParts(page, showAgain) {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const purpose = purposeOf(focused);
  const place = controlsFor(purpose).indexOf(focused);
  const whole = findMaybe(document, "[data-refresh-all]");
  if (whole && partsOf(whole) !== partsOf(page.getElementById(whole.id))) {
    replace(whole, page.getElementById(whole.id), showAgain);
  } else {
    for (const part of findAll(page, "[data-refresh]")) replace(document.getElementById(part.id), part, showAgain);
  }
  if (!focused.isConnected) focusAgain(focused, purpose, place);
}

/**
 * The parts that are there, by name.
 * @param {HTMLElement | null} root
 */
const partsOf = (root) =>
  [...(root?.querySelectorAll("[data-refresh], [data-stays]") ?? [])].map(({ id }) => id).join(" ");

/** @param {ParentNode} root as it came */
function rememberSources(root) {
  if (root instanceof HTMLElement) sources.set(root, root.outerHTML);
  for (const part of findAll(root, "[data-refresh]")) sources.set(part, part.outerHTML);
}

/** @param {HTMLElement | null} old @param {HTMLElement | null} fresh @param {() => void} showAgain */
function replace(old, fresh, showAgain) {
  if (!old || !fresh || sources.get(old) === fresh.outerHTML || isInUse(old, showAgain)) return;
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
 * Whoever is about to confirm something, has it in hand or types must not have it taken away.
 * @param {HTMLElement} part @param {() => void} afterwards
 */
function isInUse(part, afterwards) {
  const dialog = part.querySelector("dialog[open]");
  const dragged = part.querySelector("[data-dragged]");
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const isText = focused?.matches("input:not([type=checkbox], [type=radio], [type=hidden]), textarea");
  const typed = isText && /** @type {HTMLInputElement} */ (focused).value ? focused : null;
  dialog?.addEventListener("close", afterwards, { once: true });
  dragged?.addEventListener("dragend", afterwards, { once: true });
  typed?.addEventListener("blur", afterwards, { once: true });
  return Boolean(dialog ?? dragged ?? typed);
}

rememberSources(document);
