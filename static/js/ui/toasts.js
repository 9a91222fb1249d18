/**
 * Short notes that come and go. Errors stay until they are closed, until the same thing succeeds or fails anew, or until
 * their cause is gone: nobody should have to read against a clock, nor search a pile.
 */
import { gettext } from "../i18n.js";
import { byId, element, findAll, symbolOf } from "./dom.js";

const SHOWN_MS = 6000;
const MOST = 3;
/** What a note is about that goes by itself once the server is heard again. */
export const REACHING = "reaching the server";

/** @typedef {"info" | "success" | "warning" | "error"} Tone */

/**
 * @param {string} text
 * @param {{ tone?: Tone, undo?: () => void, about?: string }} options
 *   `about` names what was tried: a newer note about it takes the place of an error.
 * @returns {HTMLElement}
 */
export function toast(text, { tone = "info", undo, about = "" } = {}) {
  const note = element("div", "toast");
  note.dataset.tone = tone;
  note.dataset.about = about;
  note.append(element("p", "", text));
  if (undo) {
    note.append(
      button(gettext("Undo"), "button button-small", () => {
        undo();
        note.remove();
      }),
    );
  }
  const close = button("", "button button-quiet button-small button-square", () => note.remove());
  close.setAttribute("aria-label", gettext("Close"));
  close.append(symbolOf("icon-close", { class: "icon" }));
  note.append(close);
  const stack = byId("toasts");
  if (about) dismiss(about);
  stack.append(note);
  while (stack.children.length > MOST) stack.firstElementChild?.remove();
  if (tone !== "error" && !undo) setTimeout(() => note.remove(), SHOWN_MS);
  return note;
}

/**
 * The cause is gone, and the errors about it go as well.
 * @param {string} [about]  everything, if nothing is named
 */
export function dismiss(about) {
  for (const note of findAll(byId("toasts"), ".toast[data-tone=error]")) {
    if (about === undefined || note.dataset.about === about) note.remove();
  }
}

/** @param {string} text @param {string} className @param {() => void} onClick */
function button(text, className, onClick) {
  const made = element("button", className, text);
  made.type = "button";
  made.addEventListener("click", onClick);
  return made;
}
