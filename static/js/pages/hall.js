// The page that prepares tablets: show whether this device trusts the server already. A picture from the HTTPS
// address loads only if it does.
import { findMaybe } from "../ui/dom.js";

const banner = findMaybe(document, "[data-probe]");

/** @param {HTMLElement} banner @param {"good" | "bad"} kind */
function showTrust(banner, kind) {
  banner.textContent = banner.dataset[kind] ?? "";
  banner.dataset.tone = kind === "good" ? "success" : "warning";
  banner.hidden = false;
}

if (banner) {
  const picture = new Image();
  picture.addEventListener("load", () => showTrust(banner, "good"));
  picture.addEventListener("error", () => showTrust(banner, "bad"));
  picture.src = banner.dataset.probe ?? "";
}
