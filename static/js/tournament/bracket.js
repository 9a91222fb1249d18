/** Highlight the way of an entrant through the bracket while it is hovered or focused. */
import { closestTo, findAll } from "../ui/dom.js";

/** @param {HTMLElement} root */
export function highlightPaths(root) {
  const asked = new Set(findAll(root, "[data-path]").map((row) => row.dataset.entrant));

  /** @param {Event} event */
  function light(event) {
    const number = closestTo(event, "[data-entrant]")?.dataset.entrant;
    for (const row of findAll(root, "[data-entrant]")) {
      const lit = number ? row.dataset.entrant === number : asked.has(row.dataset.entrant);
      row.toggleAttribute("data-path", lit);
    }
  }

  for (const kind of ["mouseover", "focusin"]) root.addEventListener(kind, light);
  for (const kind of ["mouseleave", "focusout"]) root.addEventListener(kind, light);
}
