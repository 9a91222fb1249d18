/** Entries: one tap to check in, a search that narrows the list while one types. */
import { onArrival } from "./parts.js";

const field = document.querySelector("[data-search]");

function narrow() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of document.querySelectorAll(".entry")) {
    entry.hidden = !words.every((word) => entry.dataset.name.includes(word));
  }
}

field?.addEventListener("input", narrow);
if (field) onArrival(narrow);
