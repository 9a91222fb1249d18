/** The script of every page: the colour switch, the look of boards, menus, tabs and dialogs. */
import { enhanceDialogs } from "../ui/dialogs.js";
import { byId, find, findAll, findMaybe } from "../ui/dom.js";
import { enhanceLooks } from "../ui/looks.js";
import { enhanceSharing } from "../ui/share.js";
import { openStorage } from "../storage.js";
import { enhanceTabs } from "../ui/tabs.js";
import { enhanceTheme } from "../ui/theme.js";

function enhanceMenu() {
  const button = findMaybe(document, "[data-menu-toggle]");
  button?.addEventListener("click", () => {
    const open = byId("site-nav").toggleAttribute("data-open");
    button.setAttribute("aria-expanded", String(open));
  });
}

/**
 * Close a menu when the reader clicks elsewhere or presses Escape.
 * @param {Event} event
 */
function closeMenus(event) {
  for (const menu of findAll(document, "details.menu[open]", HTMLDetailsElement)) {
    if (event instanceof KeyboardEvent) {
      // A dialog that was opened from the menu closes first, and returns the focus to the menu.
      if (event.key !== "Escape" || menu.querySelector("dialog[open]")) continue;
      find(menu, "summary").focus();
    } else if (event.target instanceof Node && menu.contains(event.target)) {
      continue;
    }
    menu.open = false;
  }
}

/** Scroll a bar of tabs to the current one. */
function showCurrentTab() {
  const tab = findMaybe(document, ".tabs [aria-current]");
  const bar = tab?.closest(".tabs");
  if (tab && bar) bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
}

enhanceTheme();
enhanceLooks(openStorage().storage);
enhanceMenu();
showCurrentTab();
enhanceTabs(document);
enhanceDialogs(document);
enhanceSharing(document);
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", closeMenus);
