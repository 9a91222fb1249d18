/** Light the way of an entrant through the bracket while one points at it or stands on it. */

/** @param {HTMLElement} root */
export function lightPaths(root) {
  const asked = new Set([...root.querySelectorAll("[data-path]")].map((row) => row.dataset.entrant));

  function light(event) {
    const number = event.target.closest?.("[data-entrant]")?.dataset.entrant;
    for (const row of root.querySelectorAll("[data-entrant]")) {
      const lit = number ? row.dataset.entrant === number : asked.has(row.dataset.entrant);
      row.toggleAttribute("data-path", lit);
    }
  }

  for (const kind of ["mouseover", "focusin"]) root.addEventListener(kind, light);
  for (const kind of ["mouseleave", "focusout"]) root.addEventListener(kind, light);
}
