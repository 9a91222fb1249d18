/** A screen of the hall: polls every few seconds which page the desk wants it to show. */
import { poll } from "../refresh/poll.js";
import { request } from "../refresh/request.js";
import { byId } from "../ui/dom.js";
import { ScreenWakeLock } from "../ui/wakelock.js";

const ASK_EVERY_MS = 3_000;

const { ask = "", version } = byId("screen").dataset;

async function look() {
  const { failure, data } = await request(ask, { type: "json" });
  // The server cannot be reached for a moment: the shown page stays and says how old it is.
  if (!failure && String(data.version) !== version) location.reload();
}

new ScreenWakeLock().keep(true);
look();
poll(look, { every_ms: ASK_EVERY_MS });
