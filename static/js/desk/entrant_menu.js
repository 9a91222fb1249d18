/**
 * A click on a name (`data-entrant-menu`, the address of its menu) opens a menu of quick actions beside it, fetched on
 * demand. Its actions lead back to this page. Without script, and with a modifier key, the name is a plain link to the
 * entrant.
 */
import { fetchPage } from "../refresh/refresh.js";
import { enhanceDialogs } from "../ui/dialogs.js";
import { closestTo, element, findMaybe } from "../ui/dom.js";

/** @type {HTMLDialogElement | null} the one that all names share */
let dialog = null;
/** The gap between the menu and its name, and the edge of the window. */
const GAP_PX = 8;

function makeDialog() {
  const made = element("dialog", "dialog entrant-menu");
  made.id = "entrant-menu";
  made.setAttribute("aria-labelledby", "entrant-menu-title");
  document.body.append(made);
  enhanceDialogs(document.body);
  return made;
}

/** @param {HTMLElement} name */
async function openMenu(name) {
  const back = encodeURIComponent(location.pathname + location.search);
  const page = await fetchPage(`${name.dataset.entrantMenu ?? ""}?next=${back}`);
  if (!page) return;
  const menu = (dialog ??= makeDialog());
  menu.replaceChildren(...page.body.childNodes);
  menu.showModal();
  placeBeside(menu, name);
  // Most often the name is corrected; on a touch screen the keyboard would cover the rest.
  if (matchMedia("(hover: hover)").matches) findMaybe(menu, "input:not([type=hidden])", HTMLInputElement)?.select();
}

/**
 * Place the menu below the name, or above it if there is no room; on small screens it stays in the middle.
 * @param {HTMLElement} menu @param {HTMLElement} name
 */
function placeBeside(menu, name) {
  const { left, top, bottom } = name.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = bottom + GAP_PX;
  const fits = below + height + GAP_PX <= innerHeight ? below : top - GAP_PX - height;
  menu.style.setProperty("--menu-left", `${Math.max(GAP_PX, Math.min(left, innerWidth - width - GAP_PX))}px`);
  menu.style.setProperty("--menu-top", `${Math.max(GAP_PX, Math.min(fits, innerHeight - height - GAP_PX))}px`);
}

/** Make the names of this page open their menus. */
export function watchNames() {
  document.addEventListener("click", (event) => {
    const name = closestTo(event, "[data-entrant-menu]");
    if (!name || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openMenu(name);
  });
}
