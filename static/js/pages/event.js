/** Pages of an event: they renew themselves, show the working of a number in a dialog, light paths. */
import { lightPaths } from "../event/bracket.js";
import { followEvent } from "../event/following.js";
import { onArrival } from "../refresh/replace_parts.js";
import { fetchPage } from "../refresh/refresh.js";
import { closestTo, find, findMaybe } from "../ui/dom.js";

const live = findMaybe(document, "#live");
if (live) {
  followEvent();
  lightPaths(live);
  onArrival(lightPaths);
}

/**
 * The number's own page, beside the table instead of in its place.
 * @param {HTMLDialogElement} dialog @param {string} href
 */
async function showWorking(dialog, href) {
  const page = await fetchPage(href);
  if (!page) return;
  find(dialog, "[data-working]").replaceChildren(...find(page, "#live").childNodes);
  dialog.showModal();
  // The table may have been renewed meanwhile: the link is looked for again.
  const focusLink = () => findMaybe(document, `a.working-link[href="${CSS.escape(href)}"]`)?.focus();
  dialog.addEventListener("close", focusLink, { once: true });
}

const dialog = findMaybe(document, "#working", HTMLDialogElement);
if (dialog) {
  document.addEventListener("click", (event) => {
    const link = closestTo(event, "a.working-link");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    showWorking(dialog, link.getAttribute("href") ?? "");
  });
}
