/**
 * The presence of players and tablets: a board whose table is disconnected shows its last state, greyed, and after a
 * while it does not count as live. The server has the same rules for its pages (games/live/liveness.py).
 */
import { fill, gettext } from "../i18n.js";
import { TABLES } from "../rules/seats.js";
import { clockTime } from "../ui/daytime.js";
import { nameOf } from "./words.js";

/** @typedef {import("../live/messages").DevicePresence} DevicePresence */
/** @typedef {import("../live/messages").StateMessage} StateMessage */
/** @typedef {import("../rules/seats.js").Seat} Seat */

/** Longer than any short interruption; a board without players for so long is abandoned. */
const ABANDONED_AFTER_MS = 15 * 60_000;

/** @param {Pick<StateMessage, "status">} state */
const isUnderWay = ({ status }) => status === "running" || status === "paused";

/**
 * Return the presence of the tablet that keeps the game while it is disconnected, otherwise null.
 * @param {StateMessage} state @returns {DevicePresence | null}
 */
export const missingTable = (state) =>
  isUnderWay(state) && !state.game.gone && state.table && !state.table.online ? state.table : null;

/**
 * Return the instant of the last message of a disconnected table, for which its clocks are shown.
 * @param {StateMessage} state @returns {number | null} null while the table is there
 */
export function lastHeard_ms(state) {
  const table = missingTable(state);
  return table && Math.max(table.since_ms ?? 0, state.touched_ms);
}

/** @param {DevicePresence} table */
export const offlineWords = ({ since_ms }) =>
  since_ms === null ? gettext("table offline") : fill(gettext("table offline since {time}"), { time: clockTime(since_ms) });

/**
 * Say which players on their own devices have left the page, and when; not those who never opened it.
 * @param {StateMessage} state @param {readonly Seat[]} [own] the reader's seats
 * @param {(at_ms: number) => string} [timeOf] as people read it
 */
export function awayWords(state, own = [], timeOf = clockTime) {
  if (!isUnderWay(state) || state.game.gone) return "";
  const away = TABLES[state.game.seats].filter((seat) => !own.includes(seat) && state.seats[seat]?.online === false);
  return away
    .map((seat) => {
      const time = timeOf(state.seats[seat]?.since_ms ?? 0);
      return fill(gettext("{name} is away since {time}."), { name: nameOf(state.game, seat), time });
    })
    .join(" ");
}

/**
 * Return whether no player has been at the board for so long that it is not shown among the live ones. A board of a
 * tournament that has not begun is never abandoned.
 * @param {StateMessage} state @param {number} now_ms of the server
 */
export function isAbandoned(state, now_ms) {
  if (state.status === "over" || (state.status === "waiting" && !state.game.casual)) return false;
  const devices = [...(state.table ? [state.table] : []), ...Object.values(state.seats)];
  if (devices.some(({ online }) => online)) return false;
  const heard_ms = Math.max(state.touched_ms, ...devices.map(({ since_ms }) => since_ms ?? 0));
  return now_ms - heard_ms > ABANDONED_AFTER_MS;
}
