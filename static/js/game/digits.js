/** The digits of a clock on the page. Hours, minutes and seconds are parts of their own: a narrow face stacks them. */
import { decimalSign } from "../i18n.js";
import { element } from "../ui/dom.js";

/**
 * @param {HTMLElement} el  `.clock-time` @param {string} text  as `formatMs` writes it
 * @param {number} digits  of the widest time of this game
 */
export function writeDigits(el, text, digits) {
  if (el.dataset.digits !== String(digits)) el.dataset.digits = String(digits);
  if (el.dataset.shown === text) return;
  el.dataset.shown = text;
  const [whole, tenths] = text.split(".");
  const parts = whole.split(":");
  const last = parts.length - 1;
  const spans = parts.map((part, place) => {
    const span = element("span", "clock-part", part);
    if (place < last) span.append(element("span", "clock-colon", ":"));
    return span;
  });
  if (tenths !== undefined) spans[last].append(element("small", "", `${decimalSign()}${tenths}`));
  el.replaceChildren(...spans);
}
