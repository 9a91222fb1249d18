/** An address to hand on: copied where the browser allows it, which is on secure pages only; else marked, ready to be. */
import { gettext } from "../i18n.js";
import { find, findAll } from "./dom.js";

/** @param {ParentNode} root */
export function enhanceSharing(root) {
  for (const dialog of findAll(root, "[data-share]")) {
    const field = find(dialog, "input", HTMLInputElement);
    const copy = find(dialog, "[data-copy]");
    field.addEventListener("focus", () => field.select());
    copy.hidden = !navigator.clipboard;
    copy.addEventListener("click", async () => {
      field.select();
      await navigator.clipboard.writeText(field.value);
      copy.textContent = gettext("Copied");
    });
  }
}
