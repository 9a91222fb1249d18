/** Guards a table against being left by accident: by a reload without Wi-Fi, or by the button "back". */
import { gettext } from "../i18n.js";
import { toast } from "../ui/toasts.js";

/** @param {() => import("./session.js").GameSession | null} current  the game on the table */
export function guardLeaving(current) {
  addEventListener("beforeunload", (event) => {
    const session = current();
    const offline = session && !session.socket.isConnected;
    // With a worker the page comes back by itself; without one it is gone until the server is.
    if (offline && !navigator.serviceWorker?.controller) event.preventDefault();
  });
  // The button "back" of a tablet lies where palms do.
  history.pushState({ table: true }, "");
  addEventListener("popstate", () => {
    history.pushState({ table: true }, "");
    toast(gettext("To leave the table, open the menu and keep “Hold to leave” pressed."));
  });
  addEventListener("pagehide", () => current()?.lease.release());
}
