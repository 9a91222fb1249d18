/** A game of the evening: the buttons of the result name the players, and no player can be chosen twice. */
import { fill } from "../i18n.js";
import { findAll, findMaybe } from "../ui/dom.js";

const form = findMaybe(document, "[data-evening-game]", HTMLFormElement);

/** @param {string} side */
const pickedIn = (side) => (form ? findMaybe(form, `[name=${side}]:checked`, HTMLInputElement) : null);

function tellNames() {
  if (!form) return;
  for (const button of findAll(form, "[data-won]")) {
    const name = pickedIn(button.dataset.won ?? "")?.closest("label")?.textContent?.trim();
    if (name) button.textContent = fill(button.dataset.words ?? "", { name });
  }
  for (const [side, other] of [["first", "second"], ["second", "first"]]) {
    for (const box of findAll(form, `[name=${side}]`, HTMLInputElement)) {
      box.disabled = box.value === pickedIn(other ?? "")?.value;
    }
  }
}

form?.addEventListener("change", tellNames);
tellNames();
