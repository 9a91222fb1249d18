/**
 * Tabs after the WAI-ARIA pattern, from a list of links to the panels: without script they are plain anchors.
 * Arrow keys move, Home and End jump; the panel follows the focus.
 */
import { findAll } from "./dom.js";

/** @param {ParentNode} root */
export function enhanceTabs(root) {
  for (const list of findAll(root, ".tabs:not([role])")) enhance(list);
}

/** @param {HTMLElement} list */
function enhance(list) {
  const tabs = findAll(list, 'a[href^="#"]', HTMLAnchorElement);
  const panels = tabs.flatMap((tab) => document.getElementById(tab.hash.slice(1)) ?? []);
  if (tabs.length === 0 || panels.length < tabs.length) return;
  list.setAttribute("role", "tablist");
  tabs.forEach((tab, index) => {
    tab.closest("li")?.setAttribute("role", "presentation");
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panels[index].id);
    tab.id ||= `tab-${panels[index].id}`;
    panels[index].setAttribute("role", "tabpanel");
    panels[index].setAttribute("aria-labelledby", tab.id);
    panels[index].tabIndex = 0;
    tab.addEventListener("click", (event) => {
      event.preventDefault();
      show(index);
    });
  });
  list.addEventListener("keydown", (event) => {
    const here = tabs.findIndex((tab) => tab === document.activeElement);
    const rtl = getComputedStyle(list).direction === "rtl" ? -1 : 1;
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: here + rtl, ArrowLeft: here - rtl, Home: 0, End: tabs.length - 1 };
    if (here < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = (steps[event.key] + tabs.length) % tabs.length;
    show(next);
    tabs[next].focus();
  });

  /** @param {number} chosen */
  function show(chosen) {
    tabs.forEach((tab, index) => {
      tab.setAttribute("aria-selected", String(index === chosen));
      tab.tabIndex = index === chosen ? 0 : -1;
      panels[index].hidden = index !== chosen;
    });
  }
  show(
    Math.max(
      0,
      tabs.findIndex((tab) => tab.hash === location.hash),
    ),
  );
}
