/**
 * Copies or shares a text by one press, also on plain HTTP, where browsers lock the clipboard and only the old command
 * works. If that fails too, the text is selected, to be copied by hand.
 */
import { gettext } from "../i18n.js";
import { find, findAll, findMaybe } from "./dom.js";

/** @param {HTMLInputElement | HTMLTextAreaElement} field @returns {Promise<boolean>} whether it is copied now */
async function copyText(field) {
  field.select();
  if (navigator.clipboard) {
    const done = await navigator.clipboard.writeText(field.value).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  return document.execCommand("copy");
}

/** @param {ParentNode} root */
export function enhanceSharing(root) {
  for (const holder of findAll(root, "[data-share]")) {
    const field =
      findMaybe(holder, "input", HTMLInputElement) ?? findMaybe(holder, "textarea", HTMLTextAreaElement);
    if (!field) continue;
    const copy = find(holder, "[data-copy]");
    field.addEventListener("focus", () => field.select());
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      copy.textContent = (await copyText(field)) ? gettext("Copied") : gettext("Marked: copy it now");
    });
  }
  for (const button of findAll(root, "[data-share-with]")) {
    button.hidden = !navigator.share;
    button.addEventListener("click", () => {
      const { shareWith: url, title } = button.dataset;
      // A user who closes the menu of the phone shares nothing, which is no error.
      navigator.share({ url, title }).catch(() => {});
    });
  }
}
