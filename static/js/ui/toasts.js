/** Short notes that come and go. Errors stay until they are closed: nobody should have to read against a clock. */
import { gettext } from "../i18n.js";

const SHOWN_MS = 6000;
const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} text
 * @param {{ tone?: "info" | "success" | "warning" | "error", undo?: () => void }} [options]
 * @returns {HTMLElement}
 */
export function toast(text, { tone = "info", undo } = {}) {
  const note = document.createElement("div");
  note.className = "toast";
  note.dataset.tone = tone;
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
  document.getElementById("toasts").append(note);
  if (tone !== "error" && !undo) setTimeout(() => note.remove(), SHOWN_MS);
  return note;
}

/** @param {string} name a symbol of the sprite, without its prefix */
export function icon(name) {
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
