/** A part of a page that fetches itself again: soon after news, once for many of them, and not all watchers at once. */
import { gettext } from "../i18n.js";
import { listen } from "./feed.js";

const AT_ONCE_MS = 200;
const SPREAD_MS = 1200;

/** @param {HTMLElement} part with `data-topic` and htmx attributes triggered by "renew" */
export function keepFresh(part) {
  let planned = 0;
  let linked = true;

  function renew() {
    planned = 0;
    if (document.hidden || document.querySelector("dialog[open]")) {
      plan();
      return;
    }
    globalThis.htmx.trigger(part, "renew");
  }

  function plan() {
    planned ||= setTimeout(renew, AT_ONCE_MS + Math.random() * SPREAD_MS);
  }

  function tell() {
    part.dataset.linked = linked ? "yes" : "no";
    const line = part.querySelector("[data-link-state]");
    if (line) line.textContent = linked ? "" : gettext("No connection: trying again.");
  }

  keepFocus(part);
  part.addEventListener("htmx:afterSettle", tell);
  listen(part.dataset.topic, {
    onNews: plan,
    onLink(now) {
      linked = now;
      tell();
    },
  });
}

/** Whoever stood on a link still stands on it after the part was replaced. */
function keepFocus(part) {
  let href = null;
  part.addEventListener("htmx:beforeSwap", () => {
    const here = document.activeElement;
    href = part.contains(here) ? here.getAttribute("href") : null;
  });
  part.addEventListener("htmx:afterSwap", () => {
    if (href) part.querySelector(`a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
  });
}
