/**
 * Short notes that come and go. Errors stay until they are closed, or until the same thing succeeds or fails anew:
 * nobody should have to read against a clock, nor search a pile.
 */
import { gettext } from "../i18n.js";

const SHOWN_MS = 6000;
const MOST = 3;
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} text
 * @param {{ tone?: "info" | "success" | "warning" | "error", undo?: () => void, about?: string }} [options]
 *   `about` names what was tried: a newer note about it takes the place of an error.
 * @returns {HTMLElement}
 */
export function toast(text, { tone = "info", undo, about = "" } = {}) {
  const note = document.createElement("div");
  note.className = "toast";
  note.dataset.tone = tone;
  note.dataset.about = about;
  const words = document.createElement("p");
  words.textContent = text;
  note.append(words);
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
  close.append(icon("close"));
  note.append(close);
  const stack = document.getElementById("toasts");
  if (about) for (const old of [...stack.children].filter((each) => isErrorAbout(each, about))) old.remove();
  stack.append(note);
  while (stack.children.length > MOST) stack.firstElementChild.remove();
  if (tone !== "error" && !undo) setTimeout(() => note.remove(), SHOWN_MS);
  return note;
}

function isErrorAbout(note, about) {
  return note.dataset.tone === "error" && note.dataset.about === about;
}

/** @param {string} name a symbol of the sprite, without its prefix */
function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(SVG, "use"));
  svg.firstChild.setAttribute("href", `#icon-${name}`);
  return svg;
}

function button(text, className, onClick) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = className;
  element.textContent = text;
  element.addEventListener("click", onClick);
  return element;
}
