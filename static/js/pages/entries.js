/** Entries: one tap to check in, a search that narrows the list while one types. */
import { onArrival } from "../live/refresh.js";

function narrow() {
  const words = (document.querySelector("[data-search]")?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of document.querySelectorAll(".entry")) {
    entry.hidden = !words.every((word) => entry.dataset.name.includes(word));
  }
}

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-search]")) narrow();
});
onArrival(narrow);
