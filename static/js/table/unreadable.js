/** Stored data of this tablet that could not be read and was set aside (storage.js): the arbiter downloads or deletes it. */
import { gettext } from "../i18n.js";
import { deleteUnreadable, listUnreadable, openStorage } from "../storage.js";
import { byId, element, find } from "../ui/dom.js";
import { toast } from "../ui/toasts.js";

const { storage } = openStorage();

const isThere = () => Object.keys(listUnreadable(storage)).length > 0;

/** Make the buttons among the arbiter's tools work. */
export function wireUnreadable() {
  const part = byId("unreadable");
  find(part, "[data-download]").addEventListener("click", download);
  find(part, "[data-delete]").addEventListener("click", () => {
    deleteUnreadable(storage);
    showUnreadable();
  });
}

/** Offer the data among the arbiter's tools, if there are any. */
export function showUnreadable() {
  byId("unreadable").hidden = !isThere();
}

/** Say that data was set aside, at every opening of the table until the arbiter has deleted it. */
export function announceUnreadable() {
  if (!isThere()) return;
  const words = gettext("Some data stored on this tablet could not be read. It is set aside for the arbiter.");
  toast(words, { tone: "warning" });
}

function download() {
  const file = new Blob([JSON.stringify(listUnreadable(storage), null, 2)], { type: "application/json" });
  const link = element("a");
  link.href = URL.createObjectURL(file);
  link.download = "fiveline-unreadable.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
