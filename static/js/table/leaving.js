/** Nobody leaves a table by accident, and a reload without Wi-Fi finds the page again where browsers allow it. */
import { gettext } from "../i18n.js";
import { toast } from "../ui/toasts.js";

/** @param {() => import("./session.js").GameSession | null} current */
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

/**
 * Let the worker keep this page and all that it loaded.
 * @param {string[]} [more]  what the page has not loaded yet
 */
export async function keepShell(more = []) {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js").catch(() => null);
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = loaded.filter((url) => url.startsWith(`${location.origin}/static/`) || url.includes("/jsi18n/"));
  active?.postMessage({ type: "keep", page: location.pathname, parts: [...new Set([...own, ...more])] });
}
