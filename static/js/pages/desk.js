/** The first page of the desk: live parts, running clocks, names to swap, the line for results. */
import { DeskCalls } from "../desk/desk_calls.js";
import { BoardClocks } from "../desk/board_clocks.js";
import { watchNames } from "../desk/entrant_menu.js";
import { watchResults } from "../desk/results.js";
import { watchSwap } from "../desk/swapping.js";
import { offlineWords } from "../game/presence.js";
import { TimeSource } from "../live/timesource.js";
import { followTopic } from "../refresh/hints.js";
import { onArrival } from "../refresh/replace_parts.js";
import { isShown, refresh, refreshSoon, toastArrivals } from "../refresh/refresh.js";
import { statusWords } from "../ui/connection_status.js";
import { byId, find, findMaybe } from "../ui/dom.js";
import { showOutages } from "../ui/outages.js";

/** @typedef {import("../live/messages").EventMessage} EventMessage */
/** @typedef {import("../live/messages").StateMessage} StateMessage */
/** @typedef {import("../live/messages").DevicePresence} DevicePresence */

const ASK_AGAIN_MS = 4_000;
const desk = byId("desk");
const time = new TimeSource();
const clocks = new BoardClocks(time);
/** @type {Map<string, { table: DevicePresence | null, status: string }>} whose tablet is away, also for lines to come */
const presences = new Map();
/** @type {Map<string, { status: string, arbiter: boolean }>} The last status of each game that may still be shown. */
const told = new Map();

/** @param {StateMessage | EventMessage} message of a game */
function hearGame(message) {
  const code = typeof message.game === "string" ? message.game : message.game.code;
  const table = message.type === "state" ? (message.game.place ? message.table : null) : presences.get(code)?.table;
  if (table !== undefined) keepPresence(code, table, message.status);
  const before = told.get(code);
  told.set(code, { status: message.status, arbiter: message.arbiter });
  if (message.status === "over") clocks.remove(code);
  else clocks.show(code, message.type === "state" ? message.clock : message.event.clock);
  const isNews = before?.status !== message.status || before.arbiter !== message.arbiter;
  if (isNews && isMissed(code)) refreshSoon({ isMissed: () => isMissed(code) });
}

/**
 * Return whether the page does not show the last message of a game yet.
 * @param {string} code
 */
function isMissed(code) {
  const { status, arbiter } = told.get(code) ?? { status: "over", arbiter: false };
  const line = findMaybe(document, `[data-game="${CSS.escape(code)}"]`);
  if (!line) return status !== "over";
  return line.dataset.state !== status || line.hasAttribute("data-arbiter") !== arbiter;
}

/** @param {string} code @param {DevicePresence | null} table null where none is expected @param {string} status */
function keepPresence(code, table, status) {
  presences.set(code, { table, status });
  clocks.setMissing(code, table && !table.online ? table.since_ms : null);
  showPresence(code);
}

/**
 * Show whether a table's tablet is connected. A waiting table that never had one needs none.
 * @param {string} code
 */
function showPresence(code) {
  const badge = findMaybe(document, `[data-game="${CSS.escape(code)}"] [data-offline]`);
  const { table, status } = presences.get(code) ?? { table: null, status: "" };
  if (!badge) return;
  const isMissed = table !== null && !table.online && (table.since_ms !== null || status !== "waiting");
  badge.hidden = !isMissed;
  if (isMissed) find(badge, "span").textContent = offlineWords(table);
}

/** @param {string} words empty: all is well */
function showLink(words) {
  const notice = find(document, "[data-link]");
  notice.hidden = words === "";
  if (words) find(notice, "[data-link-words]").textContent = words;
}

/** @param {ParentNode} root */
function watchQuick(root) {
  const rounds = findMaybe(root, "[data-goes]", HTMLSelectElement);
  rounds?.addEventListener("change", () => rounds.form?.setAttribute("action", rounds.value));
}

/** @param {ParentNode} root */
function enhance(root) {
  watchSwap(root);
  watchQuick(root);
  forgetGames();
  for (const code of presences.keys()) showPresence(code);
  clocks.draw();
}

/** Drop games that are over and no longer on the page, since a day at the desk has hundreds of them. */
function forgetGames() {
  for (const [code, { status }] of told) {
    if (status !== "over" || findMaybe(document, `[data-game="${CSS.escape(code)}"]`)) continue;
    told.delete(code);
    presences.delete(code);
  }
}

toastArrivals();
watchResults();
watchNames();
enhance(document);
onArrival(enhance);
const socket = followTopic({
  topic: desk.dataset.topic ?? "",
  time,
  onChange: (version) => refreshSoon({ isMissed: () => !isShown(version) }),
  askAgain: async () => showLink((await refresh()) ? "" : statusWords("offline", socket.since_ms)),
  every_ms: ASK_AGAIN_MS,
});
new DeskCalls(); // every fetched page has the waiting boards
socket.on("late", () => refreshSoon());
showOutages(socket);
socket.on("state", hearGame);
socket.on("event", hearGame);
socket.on("presence", ({ game, table }) => keepPresence(game, table, presences.get(game)?.status ?? ""));
socket.on("status", (status) => {
  if (status === "live") showLink("");
});
socket.open();
