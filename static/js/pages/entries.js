/** Entries: one tap to check in, a search that filters the list, and the names of a pasted list to leave out. */
import { watchNames } from "../desk/entrant_menu.js";
import { onArrival } from "../refresh/replace_parts.js";
import { closestTo, find, findAll, findMaybe } from "../ui/dom.js";

/**
 * Normalise a text as `games.sorting.plain` does, so that e finds É.
 * @param {string} text
 */
const plain = (text) => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");

function narrow() {
  const typed = findMaybe(document, "[data-search]", HTMLInputElement)?.value ?? "";
  // The code of a scanner is not a name, so the list is not filtered by it.
  const words = typed.includes("/l/") ? [] : plain(typed).split(/\s+/).filter(Boolean);
  const entries = findAll(document, ".entry");
  for (const entry of entries) {
    entry.hidden = !words.every((word) => plain(entry.dataset.name ?? "").includes(word));
  }
  const nobody = findMaybe(document, "[data-nobody]");
  if (nobody) nobody.hidden = entries.some((entry) => !entry.hidden);
}

/**
 * Show on the button how many names it would enter.
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
