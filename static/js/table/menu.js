/** The menu of the tablet: what is set here, and the way out. */
import { gettext } from "../i18n.js";
import { onHold } from "./touch.js";

const byId = (id) => document.getElementById(id);

/** Ask a question that is answered by yes or no. @param {HTMLDialogElement} dialog @returns {(words: string) => Promise<boolean>} */
export function confirmWith(dialog) {
  for (const button of dialog.querySelectorAll("[data-answer]")) {
    button.addEventListener("click", () => dialog.close(button.dataset.answer));
  }
  return (words) => {
    dialog.returnValue = "";
    byId("ask-words").textContent = words;
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
    });
  };
}

/**
 * @param {object} options
 * @param {import("./settings.js").Settings} options.settings @param {import("./awake.js").Awake} options.awake
 * @param {boolean} options.lasts  whether this browser stores anything @param {(words: string) => Promise<boolean>} options.confirm
 * @param {() => void} options.onArbiter
 */
export function wireMenu({ settings, awake, lasts, confirm, onArbiter }) {
  const menu = byId("menu");
  byId("open-menu").addEventListener("click", () => menu.showModal());
  byId("open-arbiter").addEventListener("click", () => {
    menu.close();
    onArbiter();
  });
  for (const box of menu.querySelectorAll("[data-setting]")) {
    box.checked = settings.get(box.dataset.setting);
    box.addEventListener("change", () => settings.set(box.dataset.setting, box.checked));
  }
  byId("turn-screen").addEventListener("click", () => settings.set("turned", settings.get("turned") + 1));
  const full = byId("fullscreen");
  full.hidden = !document.documentElement.requestFullscreen;
  full.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  });
  byId("awake-note").hidden = awake.isPossible;
  byId("storage-note").hidden = lasts;
  const leave = () => location.assign("/");
  onHold(byId("leave"), leave, () => confirm(gettext("Leave the table?")));
}
