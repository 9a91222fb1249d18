/** The language of each side of the table: chosen in the menu, stored on this tablet, loaded in advance. */
import { gettext, loadLanguage } from "../i18n.js";
import { byId, find } from "../ui/dom.js";
import { registerOfflinePage } from "../ui/offline_page.js";
import { REACHING, toast } from "../ui/toasts.js";

/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("./settings.js").Settings} Settings */

/**
 * Load all chosen languages. The tablet's language replaces those that cannot be loaded.
 * @param {Settings} settings
 */
export async function loadSeatLanguages(settings) {
  const chosen = Object.values(settings.get("languages"));
  if (!chosen.some(Boolean)) return;
  await Promise.all(chosen.map(loadLanguage));
  settings.emit("change", "languages");
  registerOfflinePage();
}

/**
 * Show a choice for each player, in the order of play.
 * @param {Settings} settings @param {{ side: Edge, name: string }[]} places
 */
export function showSeatLanguages(settings, places) {
  const box = byId("seat-languages");
  const template = byId("seat-language", HTMLTemplateElement);
  const choices = places.map(({ side, name }) => {
    const choice = /** @type {HTMLElement} */ (find(template.content, "label").cloneNode(true));
    find(choice, "[data-name]").textContent = name;
    const select = find(choice, "select", HTMLSelectElement);
    select.value = settings.languageAt(side);
    select.addEventListener("change", () => choose(settings, side, select));
    return choice;
  });
  for (const earlier of box.querySelectorAll("label")) earlier.remove();
  box.append(...choices);
  box.hidden = !choices.length || template.content.querySelectorAll("option").length < 3; // no other language to choose
}

/** @param {Settings} settings @param {Edge} side @param {HTMLSelectElement} select */
async function choose(settings, side, select) {
  const language = select.value;
  if (!(await loadLanguage(language))) {
    select.value = settings.languageAt(side);
    byId("menu", HTMLDialogElement).close();
    toast(gettext("The server cannot be reached. Check the network, then try again."), { tone: "error", about: REACHING });
    return;
  }
  settings.set("languages", { ...settings.get("languages"), [side]: language });
  registerOfflinePage();
}
