/**
 * A list that is sorted by dragging, buttons and arrow keys. `data-order` is the list, and `data-order-rest` has the
 * items that can be added by ticking their boxes. The form sends the order on the page.
 */
import { fill, gettext } from "../i18n.js";
import { closestTo, find, findAll } from "./dom.js";

/**
 * Return the place of an item that is moved by `step`, within the ends.
 * @param {number} place @param {number} step @param {number} count
 */
export const placeAfter = (place, step, count) => Math.min(Math.max(place + step, 0), count - 1);

/**
 * Return the place of a dropped item: before the first one whose middle is below it.
 * @param {number[]} middles  of the others, from top to bottom @param {number} y
 */
export function placeAt(middles, y) {
  const found = middles.findIndex((middle) => y < middle);
  return found < 0 ? middles.length : found;
}

/** @param {HTMLElement} root */
export function enhanceOrdering(root) {
  const list = find(root, "[data-order]");
  const rest = find(root, "[data-order-rest]");
  const said = find(root, "[data-order-said]");
  const items = () => findAll(list, "[data-order-item]");

  /** @param {HTMLElement} item */
  function tell(item) {
    said.textContent = fill(gettext("{name} is number {place}"), {
      name: item.dataset.orderItem ?? "",
      place: items().indexOf(item) + 1,
    });
  }

  /** @param {HTMLElement} item @param {number} step */
  function move(item, step) {
    const place = items().indexOf(item);
    if (place < 0) return;
    const others = items().filter((each) => each !== item);
    list.insertBefore(item, others[placeAfter(place, step, others.length + 1)] ?? null);
    tell(item);
  }

  root.addEventListener("click", (event) => {
    const button = closestTo(event, "[data-order-move]");
    const item = button && closestTo(event, "[data-order-item]");
    if (!button || !item) return;
    move(item, Number(button.dataset.orderMove));
    button.focus();
  });
  root.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const item = closestTo(event, "[data-order-item]");
    if (!step || !item || !list.contains(item)) return;
    event.preventDefault();
    const focused = document.activeElement;
    move(item, step);
    if (focused instanceof HTMLElement) focused.focus();
  });
  root.addEventListener("change", (event) => {
    const box = closestTo(event, "[name=tiebreaks]", HTMLInputElement);
    const item = box && closestTo(event, "[data-order-item]");
    if (!box || !item) return;
    (box.checked ? list : rest).append(item);
    box.focus();
    if (box.checked) tell(item);
  });
  root.addEventListener("pointerdown", (event) => {
    const handle = closestTo(event, "[data-order-handle]");
    const item = handle && closestTo(event, "[data-order-item]");
    if (!handle || !item || !list.contains(item)) return;
    event.preventDefault();
    item.dataset.dragged = "";
    // Listen on the document, because an element that is moved in the list loses its pointer capture.
    const drag = new AbortController();
    const follow = (/** @type {PointerEvent} */ { clientY }) => {
      const others = items().filter((each) => each !== item);
      const middles = others.map((each) => each.getBoundingClientRect()).map(({ top, height }) => top + height / 2);
      const next = others[placeAt(middles, clientY)] ?? null;
      if (item.nextElementSibling !== next) list.insertBefore(item, next);
    };
    const drop = () => {
      drag.abort();
      delete item.dataset.dragged;
      tell(item);
    };
    document.addEventListener("pointermove", follow, { signal: drag.signal });
    document.addEventListener("pointerup", drop, { signal: drag.signal });
    document.addEventListener("pointercancel", drop, { signal: drag.signal });
  });
}
