/** The live connection of a page: one socket, connected again when the device wakes up. */
import { openTabStorage } from "../storage.js";
import { LiveSocket, OUTDATED, socketAddress } from "./socket.js";

const CHECK_EVERY_MS = 1_000;
const RELOADED_AT = "fiveline.reloaded";
const RELOAD_AFTER_MS = 60_000;

/**
 * Connect, and again after sleep and when the network is back.
 * @param {string} path @param {import("./timesource.js").TimeSource} time
 * @param {{ manyGames?: boolean, plays?: boolean }} [options] @returns {LiveSocket}
 */
export function connect(path, time, options = {}) {
  const socket = new LiveSocket({ url: socketAddress(path), time, ...options });
  setInterval(() => time.check(), CHECK_EVERY_MS);
  document.addEventListener("visibilitychange", () => {
    time.check();
    if (!document.hidden) socket.retry();
  });
  addEventListener("online", () => socket.retry());
  addEventListener("pageshow", ({ persisted }) => persisted && socket.retry());
  socket.on("status", () => {
    if (socket.code === OUTDATED) reloadOnce();
  });
  return socket;
}

/** Reload an outdated page once, as on a wall no user would; if that does not help, the page asks its user. */
function reloadOnce() {
  const now_ms = Date.now();
  const isTyping = document.activeElement?.matches("input, textarea, select");
  const { storage, lasts } = openTabStorage();
  if (isTyping || !lasts || now_ms - Number(storage.getItem(RELOADED_AT)) < RELOAD_AFTER_MS) return;
  storage.setItem(RELOADED_AT, String(now_ms));
  location.reload();
}
