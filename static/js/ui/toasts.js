/**
 * Short messages that disappear after a while. Errors stay until they are closed, until the same action succeeds or
 * fails again, or until their cause is gone, so that readers have time and see no outdated ones.
 */
import { gettext } from "../i18n.js";
import { byId, element, findAll, symbolOf } from "./dom.js";

const SHOWN_MS = 6000;
const MOST = 3;
/** The `about` of messages that disappear once the server answers again. */
export const REACHING = "reaching the server";

/** @typedef {"info" | "success" | "warning" | "error"} Tone */

/**
 * @param {string} text
 * @param {{ tone?: Tone, undo?: () => void, about?: string }} options
 *   `about` names the attempted action: a newer message about it replaces an error.
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
 * Remove the errors about something, because their cause is gone.
 * @param {string} [about]  all errors, if it is not given
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
