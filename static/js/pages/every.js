/** What every page needs: the colour switch, the phone menu, menus that close, tabs and dialogs. */
import { enhanceDialogs } from "../ui/dialogs.js";
import { enhanceTabs } from "../ui/tabs.js";
import { enhanceTheme } from "../ui/theme.js";

function enhanceMenu() {
  const button = document.querySelector("[data-menu-toggle]");
  const nav = document.getElementById("site-nav");
  button?.addEventListener("click", () => {
    const open = nav.toggleAttribute("data-open");
    button.setAttribute("aria-expanded", String(open));
  });
}

/** A menu closes when the reader goes elsewhere or presses Escape. */
function closeMenus(event) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (event.type === "keydown") {
      // A dialog that was opened from the menu closes first, and gives the focus back into it.
      if (event.key !== "Escape" || menu.querySelector("dialog[open]")) continue;
      menu.querySelector("summary").focus();
    } else if (menu.contains(event.target)) {
      continue;
    }
    menu.open = false;
  }
}

/** A bar of tabs that scrolls begins where one is. */
function showCurrentTab() {
  const tab = document.querySelector(".tabs [aria-current=page]");
  const bar = tab?.closest(".tabs");
  if (bar) bar.scrollLeft = tab.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2;
}

enhanceTheme();
enhanceMenu();
showCurrentTab();
enhanceTabs(document);
enhanceDialogs(document);
document.addEventListener("click", closeMenus);
document.addEventListener("keydown", closeMenus);
