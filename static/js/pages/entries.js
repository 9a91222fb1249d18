/** Entries: one tap to check in, a search that narrows the list while one types. */
import { onArrival } from "../live/refresh.js";
import { closestTo, findAll, findMaybe } from "../ui/dom.js";

function narrow() {
  const typed = findMaybe(document, "[data-search]", HTMLInputElement)?.value ?? "";
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of findAll(document, ".entry")) {
    entry.hidden = !words.every((word) => entry.dataset.name?.includes(word));
  }
}

document.addEventListener("input", (event) => {
  if (closestTo(event, "[data-search]")) narrow();
});
onArrival(narrow);
