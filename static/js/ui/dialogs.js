/**
 * Dialogs are <dialog> elements. `data-opens="id"` opens one, `data-closes` inside closes it, a click on the
 * backdrop closes it unless it has `data-stay`. The browser keeps focus inside and gives it back afterwards.
 */

/** @param {ParentNode} root */
export function enhanceDialogs(root) {
  for (const opener of root.querySelectorAll("[data-opens]:not([aria-haspopup])")) {
    opener.setAttribute("aria-haspopup", "dialog");
    opener.addEventListener("click", () => document.getElementById(opener.dataset.opens).showModal());
  }
  for (const dialog of root.querySelectorAll("dialog:not([data-ready])")) {
    dialog.setAttribute("data-ready", "");
    dialog.addEventListener("click", (event) => {
      const onBackdrop = event.target === dialog && !dialog.hasAttribute("data-stay");
      if (onBackdrop || event.target.closest("[data-closes]")) dialog.close();
    });
  }
}
