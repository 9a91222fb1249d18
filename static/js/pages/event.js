/** Pages of an event: they renew themselves, show the working of a number in a dialog, light paths. */
import { lightPaths } from "../event/bracket.js";
import { keepFresh } from "../event/renew.js";

const live = document.getElementById("live");
if (live) {
  keepFresh(live);
  lightPaths(live);
}

const dialog = document.getElementById("working");
if (dialog) {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a.working-link");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    await globalThis.htmx.ajax("GET", link.href, { target: "#working [data-working]", swap: "innerHTML" });
    dialog.showModal();
    dialog.addEventListener("close", () => link.focus(), { once: true });
  });
}

const paper = document.querySelector("[data-print]");
paper?.addEventListener("click", () => globalThis.print());
