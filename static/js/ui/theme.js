/** The colour switch without a reload. The server renders the same from the cookie (tournament/views/themes.py). */
import { closestTo, findAll } from "./dom.js";

const YEAR_S = 365 * 24 * 3600;

/** @param {string} theme one of auto, light, dark, contrast */
function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  for (const sheet of findAll(document, "link[data-media-auto]", HTMLLinkElement)) {
    sheet.media = sheet.getAttribute(`data-media-${theme}`) ?? "";
  }
  for (const button of findAll(document, "[data-theme-form] [name=theme]", HTMLButtonElement)) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
}

/** Make the buttons of the switch act at once. */
export function enhanceTheme() {
  document.addEventListener("submit", onSubmit);
}

/** @param {SubmitEvent} event */
function onSubmit(event) {
  const { submitter } = event;
  if (!closestTo(event, "[data-theme-form]") || !(submitter instanceof HTMLButtonElement) || !submitter.value) return;
  event.preventDefault();
  const theme = submitter.value;
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `theme=${theme};path=/;max-age=${YEAR_S};samesite=lax${secure}`;
  applyTheme(theme);
}
