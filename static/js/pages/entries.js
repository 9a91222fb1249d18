/** Entries: one tap to check in, a search that narrows the list while one types; of a pasted list, who stays out. */
import { watchNames } from "../desk/entrant_menu.js";
import { onArrival } from "../refresh/replace_parts.js";
import { closestTo, find, findAll, findMaybe } from "../ui/dom.js";

/**
 * As `games.sorting.plain`: É is found by e.
 * @param {string} text
 */
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

function narrow() {
  const typed = findMaybe(document, "[data-search]", HTMLInputElement)?.value ?? "";
  // What a scanner types is nobody's name: the whole list stays until it is sent.
  const words = typed.includes("/l/") ? [] : plain(typed).split(/\s+/).filter(Boolean);
  const entries = findAll(document, ".entry");
  for (const entry of entries) {
    entry.hidden = !words.every((word) => plain(entry.dataset.name ?? "").includes(word));
  }
  const nobody = findMaybe(document, "[data-nobody]");
  if (nobody) nobody.hidden = entries.some((entry) => !entry.hidden);
}

/**
 * The button says how many it would enter.
 * @param {HTMLElement} form
 */
function count(form) {
  const button = find(form, "[data-words]");
  const staying = findAll(form, "[name=leave]:not(:checked)").length;
  button.textContent = (button.dataset.words ?? "").replace("{count}", String(staying));
}

document.addEventListener("input", (event) => {
  if (closestTo(event, "[data-search]")) narrow();
});
document.addEventListener("change", (event) => {
  const form = closestTo(event, "[data-leaving]");
  if (form) count(form);
});
onArrival(narrow);
watchNames();
