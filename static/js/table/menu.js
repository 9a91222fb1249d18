/** The menu of the tablet: what is set here, its language, and the way out. */
import { gettext } from "../i18n.js";
import { toast } from "../ui/toasts.js";
import { onHold } from "./touch.js";

const REACH_MS = 4_000;

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

/** The page in another language, once the server has it: a form that is sent without Wi-Fi would lose the game from sight. */
async function changeLanguage(event) {
  event.preventDefault();
  const body = new FormData(event.target);
  body.set(event.submitter.name, event.submitter.value);
  const options = { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(REACH_MS) };
  const answer = await fetch(event.target.action, options).catch(() => null);
  if (answer?.type === "opaqueredirect") return location.reload();
  byId("menu").close();
  toast(gettext("The server cannot be reached. Check the network, then try again."), { tone: "error" });
}

/**
 * @param {object} options
 * @param {import("./settings.js").Settings} options.settings @param {import("../ui/wakelock.js").ScreenWakeLock} options.awake
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
  for (const form of document.querySelectorAll("[data-language]")) form.addEventListener("submit", changeLanguage);
  const leave = () => location.assign("/");
  onHold(byId("leave"), leave, () => confirm(gettext("Leave the table?")));
}
