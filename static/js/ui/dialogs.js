/**
 * Dialogs are <dialog> elements. `data-opens="id"` opens one, `data-closes` inside closes it, a click on the
 * backdrop closes it unless it has `data-stay`. The browser keeps focus inside and restores it afterwards.
 */
import { byId, closestTo, findAll } from "./dom.js";

/** @param {ParentNode} root */
export function enhanceDialogs(root) {
  for (const opener of findAll(root, "[data-opens]:not([aria-haspopup])")) {
    opener.setAttribute("aria-haspopup", "dialog");
    opener.addEventListener("click", () => byId(opener.dataset.opens ?? "", HTMLDialogElement).showModal());
  }
  for (const dialog of findAll(root, "dialog:not([data-ready])", HTMLDialogElement)) {
    dialog.setAttribute("data-ready", "");
    dialog.addEventListener("click", (event) => {
      const onBackdrop = event.target === dialog && !dialog.hasAttribute("data-stay");
      if (onBackdrop || closestTo(event, "[data-closes]", Element)) dialog.close();
    });
  }
}
