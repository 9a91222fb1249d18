/** The live connection of a page: one socket, and what to do when the device wakes up. */
import { openTabStorage } from "../storage.js";
import { LiveSocket, OUTDATED, socketAddress } from "./socket.js";

const CHECK_EVERY_MS = 1_000;
const RELOADED_AT = "fiveline.reloaded";
const RELOAD_AFTER_MS = 60_000;

/**
 * Connects, and looks after sleep and networks that come back.
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

/** A wall has nobody who would do it. If the same page comes again, its words ask whoever is there. */
function reloadOnce() {
  const now_ms = Date.now();
  const isTyping = document.activeElement?.matches("input, textarea, select");
  const { storage, lasts } = openTabStorage();
  if (isTyping || !lasts || now_ms - Number(storage.getItem(RELOADED_AT)) < RELOAD_AFTER_MS) return;
  storage.setItem(RELOADED_AT, String(now_ms));
  location.reload();
}
