/**
 * The menu of the tablet: settings, languages, and links to leave. While a clock runs it is in the half of the player who
 * is not on the move, turned that way, and never over the board. It guards against leaving by accident.
 */
import { gettext } from "../i18n.js";
import { byId, fieldsOf, find, findAll } from "../ui/dom.js";
import { REACHING, toast } from "../ui/toasts.js";
import { showSeatLanguages } from "./languages.js";
import { post } from "./post.js";
import { onHold } from "../touch/touch_buttons.js";

/**
 * Make a function that asks a question with the answers yes and no.
 * @param {HTMLDialogElement} dialog @returns {(words: string) => Promise<boolean>}
 */
export function confirmWith(dialog) {
  for (const button of findAll(dialog, "[data-answer]")) {
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
 * Change the page's language by a request: a plain form would leave the game if it is sent without Wi-Fi.
 * @param {SubmitEvent} event @param {HTMLFormElement} form
 */
async function changeLanguage(event, form) {
  event.preventDefault();
  const body = fieldsOf(form, event.submitter);
  const { isRedirected } = await post(form.action, { body, redirect: "manual" });
  if (isRedirected) {
    location.reload();
    return;
  }
  byId("menu", HTMLDialogElement).close();
  toast(gettext("The server cannot be reached. Check the network, then try again."), { tone: "error", about: REACHING });
}

/**
 * @param {object} options
 * @param {import("./settings.js").Settings} options.settings @param {import("../ui/wakelock.js").ScreenWakeLock} options.awake
 * @param {boolean} options.lasts  whether this browser stores anything @param {(words: string) => Promise<boolean>} options.confirm
 * @param {() => "N" | "S" | null} options.idleSide  the side of the screen that is not on the move; null while no clock runs
 * @param {() => { side: import("../rules/cells.js").Edge, name: string }[]} options.places  who sits where
 * @param {() => void} options.onArbiter
 * @returns {{ yieldTurn: () => void }}  closes the menu once it is on the side on the move
 */
export function wireMenu({ settings, awake, lasts, confirm, idleSide, places, onArbiter }) {
  const menu = byId("menu", HTMLDialogElement);
  byId("table").append(menu);
  byId("open-menu").addEventListener("click", () => {
    showSeatLanguages(settings, places());
    openMenu(menu, idleSide());
  });
  menu.addEventListener("keydown", ({ key }) => key === "Escape" && menu.close());
  byId("open-arbiter").addEventListener("click", () => {
    menu.close();
    onArbiter();
  });
  for (const box of findAll(menu, "[data-setting]", HTMLInputElement)) {
    const name = /** @type {import("./settings.js").Switch} */ (box.dataset.setting);
    box.checked = settings.get(name);
    box.addEventListener("change", () => settings.set(name, box.checked));
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
  for (const form of findAll(document, "[data-language]", HTMLFormElement)) {
    form.addEventListener("submit", (event) => changeLanguage(event, form));
  }
  const leave = () => location.assign("/");
  onHold(byId("leave", HTMLButtonElement), leave, () => confirm(gettext("Leave the table?")));
  return {
    yieldTurn: () => {
      const side = idleSide();
      if (menu.open && side !== null && menu.dataset.side !== side) menu.close();
    },
  };
}

/** @param {HTMLDialogElement} menu @param {"N" | "S" | null} side */
function openMenu(menu, side) {
  menu.close();
  menu.dataset.side = side ?? "";
  find(menu, "[data-while=stands]").hidden = side !== null;
  find(menu, "[data-while=runs]").hidden = side === null;
  if (side === null) menu.showModal();
  else menu.show();
}

/**
 * Keep the table from being left by a reload without Wi-Fi, or by the button "back".
 * @param {() => import("./session.js").GameSession | null} current  the game on the table
 */
export function guardLeaving(current) {
  addEventListener("beforeunload", (event) => {
    const session = current();
    const offline = session && !session.socket.isConnected;
    // With a service worker a reload works offline; without one the page is lost until the server is back.
    if (offline && !navigator.serviceWorker?.controller) event.preventDefault();
  });
  // The button "back" of a tablet is easily hit by a palm.
  history.pushState({ table: true }, "");
  addEventListener("popstate", () => {
    history.pushState({ table: true }, "");
    toast(gettext("To leave the table, open the menu and keep “Hold to leave” pressed."));
  });
  addEventListener("pagehide", () => current()?.lease.release());
}
