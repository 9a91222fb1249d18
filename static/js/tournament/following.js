/** Refresh the live part of a tournament's page soon after news, once for several, and not all pages at once. */
import { gettext } from "../i18n.js";
import { followTopic } from "../refresh/hints.js";
import { onArrival } from "../refresh/replace_parts.js";
import { isShown, refreshSoon } from "../refresh/refresh.js";
import { byId } from "../ui/dom.js";

const SPREAD_MS = 1_200;
const ASK_AGAIN_MS = 30_000;
const LOOK_AT_NOTICES_MS = 5_000;

const livePart = () => byId("live");

/**
 * Return whether an event of a game changes tables and pairings, because the game ended or began.
 * @param {import("../live/messages").EventMessage} message
 */
const changesTables = ({ event, outcome }) => outcome !== null || event.kind === "started" || event.kind === "reopened";

/** Hide notices of the desk once their time is over, even if nothing else happens. */
function hideOldNotices() {
  for (const notice of livePart().querySelectorAll(".hall-notice")) {
    if (notice instanceof HTMLElement && Number(notice.dataset.until) <= Date.now()) notice.remove();
  }
}

/** Follow the tournament until the page is left. */
export function followTournament() {
  /** @param {number} [version] of the tournament */
  const renew = (version) => refreshSoon({ spread_ms: SPREAD_MS, isMissed: () => !isShown(version) });
  const { topic = "" } = livePart().dataset;
  const socket = followTopic({ topic, onChange: renew, askAgain: () => renew(), every_ms: ASK_AGAIN_MS });
  const showLink = () => {
    const isCut = socket.status === "offline" || socket.status === "closed";
    livePart().dataset.linked = isCut ? "no" : "yes";
    const line = livePart().querySelector("[data-link-state]");
    if (line) line.textContent = isCut ? gettext("No connection: trying again.") : "";
  };
  socket.on("event", (message) => {
    if (changesTables(message)) renew();
  });
  socket.on("status", showLink);
  onArrival(showLink);
  setInterval(hideOldNotices, LOOK_AT_NOTICES_MS);
  socket.open();
}
