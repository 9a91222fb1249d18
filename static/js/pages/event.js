/** Pages of an event: they renew themselves, show the working of a number in a dialog, light paths. */
import { lightPaths } from "../event/bracket.js";
import { followEvent } from "../event/following.js";
import { fetchPage, onArrival } from "../live/refresh.js";

const live = document.getElementById("live");
if (live) {
  followEvent();
  lightPaths(live);
  onArrival(lightPaths);
}

/** The number's own page, beside the table instead of in its place. */
async function showWorking(href) {
  const page = await fetchPage(href);
  if (!page) return;
  dialog.querySelector("[data-working]").replaceChildren(...page.getElementById("live").childNodes);
  dialog.showModal();
  // The table may have been renewed meanwhile: the link is looked for again.
  const focusLink = () => document.querySelector(`a.working-link[href="${CSS.escape(href)}"]`)?.focus();
  dialog.addEventListener("close", focusLink, { once: true });
}

const dialog = document.getElementById("working");
if (dialog) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.working-link");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    showWorking(link.getAttribute("href"));
  });
}
