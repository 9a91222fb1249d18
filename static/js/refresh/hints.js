/**
 * News of a hall, sent over the socket of its topic. They only say that something changed: the page then fetches itself,
 * also after a lost connection, and polls while there is none, so that it misses nothing.
 */
import { fill, gettext } from "../i18n.js";
import { connect } from "../live/connection.js";
import { TimeSource } from "../live/timesource.js";
import { toast } from "../ui/toasts.js";
import { poll } from "./poll.js";
import { clearUnreachable } from "./refresh.js";

/**
 * Warn that the server's clock was set, or that it slept: games continue by the monotonic clock.
 * @param {number} jump_ms
 */
function warnOfJump(jump_ms) {
  const seconds = Math.round(Math.abs(jump_ms) / 1000);
  const words = gettext("The server's clock was set by {seconds} s. No player was charged for it; please check the boards.");
  toast(fill(words, { seconds }), { tone: "warning" });
}

/**
 * @param {object} options
 * @param {string} options.topic @param {TimeSource} [options.time]
 * @param {(version?: number) => void} options.onChange  the page is out of date, unless it shows this version already
 * @param {() => unknown} options.askAgain  every `every_ms` while the socket is silent: look by other means
 * @param {number} options.every_ms
 * @returns {import("../live/socket.js").LiveSocket} other modules may listen to its messages; `open` it
 */
export function followTopic({ topic, time = new TimeSource(), onChange, askAgain, every_ms }) {
  const socket = connect(`/ws/topic/${topic}/`, time, { manyGames: true });
  let wasCut = false;
  socket.on("news", ({ what, jump_ms, version }) => {
    if (what === "clock-jump") warnOfJump(jump_ms);
    else onChange(version);
  });
  socket.on("status", (status) => {
    if (status === "live") clearUnreachable();
    if (status === "live" && wasCut) onChange();
    wasCut = status !== "live";
  });
  poll(askAgain, { every_ms, isNeeded: () => socket.status !== "live" });
  return socket;
}
