/** The colour switch without a reload. The server renders the same from the cookie (tournament/views/themes.py). */
const YEAR_S = 365 * 24 * 3600;

/** @param {string} theme one of auto, light, dark, contrast */
function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  for (const sheet of document.querySelectorAll("link[data-media-auto]")) {
    sheet.media = sheet.getAttribute(`data-media-${theme}`);
  }
  for (const button of document.querySelectorAll("[data-theme-form] [name=theme]")) {
    button.setAttribute("aria-pressed", String(button.value === theme));
  }
}

/** The buttons of the switch act at once. */
export function enhanceTheme() {
  document.addEventListener("submit", onSubmit);
}

/** @param {SubmitEvent} event */
function onSubmit(event) {
  if (!event.target.matches("[data-theme-form]") || !event.submitter?.value) return;
  event.preventDefault();
  const theme = event.submitter.value;
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `theme=${theme};path=/;max-age=${YEAR_S};samesite=lax${secure}`;
  applyTheme(theme);
}
