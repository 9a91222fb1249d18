/** Shows the state of the live connection, in words, and greys content that may be out of date. */
import { fill, gettext } from "../i18n.js";
import { OUTDATED } from "../live/socket.js";
import { clockTime } from "./daytime.js";

/**
 * Return whether the content may be out of date.
 * @param {import("../live/socket.js").Status} status
 */
const isStale = (status) => status !== "live";

/** @param {import("../live/socket.js").Status} status @param {number} since_ms @param {number | null} [code] */
export function statusWords(status, since_ms, code = null) {
  const time = clockTime(since_ms, { seconds: true });
  if (status === "live") return gettext("live");
  if (status === "connecting") return gettext("Connecting …");
  if (status === "silent") return fill(gettext("Nothing heard since {time}. What you see may be out of date."), { time });
  if (status === "offline") return fill(gettext("Not connected since {time}. Trying again …"), { time });
  if (code === OUTDATED) return gettext("The server was updated. Load the page again.");
  if (code === 4404 || code === 4410) return gettext("This game is not here any more.");
  return gettext("The connection was closed. Load the page again.");
}

/**
 * Show the state of the connection in `el` and grey `root` while its content may be out of date.
 * @param {import("../live/socket.js").LiveSocket} socket @param {HTMLElement} el @param {HTMLElement} root @param {(stale: boolean) => void} onChange
 * @param {() => boolean} [lasts] whether the content will not change any more, so that the connection does not matter
 * @param {() => string} [missing] why the content is out of date although the connection is live: the table is offline
 * @returns {() => void} to be called when that may have changed
 */
export function showConnection(socket, el, root, onChange, lasts = () => false, missing = () => "") {
  const show = () => {
    const quiet = lasts();
    const why = socket.status === "live" ? missing() : "";
    const stale = !quiet && (isStale(socket.status) || why !== "");
    // A first connection takes a moment, about which no warning is needed.
    root.toggleAttribute("data-stale", stale && socket.status !== "connecting");
    el.dataset.status = why ? "silent" : socket.status;
    el.textContent = quiet ? "" : why || statusWords(socket.status, socket.since_ms, socket.code);
    onChange(stale);
  };
  socket.on("status", show);
  show();
  return show;
}
