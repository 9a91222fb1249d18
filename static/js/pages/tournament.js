/** Pages of a tournament: live updates, calculations in a dialog, highlighted paths in brackets. */
import { highlightPaths } from "../tournament/bracket.js";
import { followTournament } from "../tournament/following.js";
import { onArrival } from "../refresh/replace_parts.js";
import { fetchPage } from "../refresh/refresh.js";
import { closestTo, find, findMaybe } from "../ui/dom.js";

const live = findMaybe(document, "#live");
if (live) {
  followTournament();
  highlightPaths(live);
  onArrival(highlightPaths);
}

/**
 * Show the calculation of a number in a dialog instead of on its own page.
 * @param {HTMLDialogElement} dialog @param {string} href
 */
async function showWorking(dialog, href) {
  const page = await fetchPage(href);
  if (!page) return;
  find(dialog, "[data-working]").replaceChildren(...find(page, "#live").childNodes);
  dialog.showModal();
  // The table may have been replaced meanwhile, so the link is searched again.
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
