/** Reports a short outage of the server once on each page that shows a game: its time was credited. */
import { fill, gettext } from "../i18n.js";
import { toast } from "./toasts.js";

/** @typedef {import("../referee/state.js").Outage} Outage */

/** How long an outage is reported; later visitors need not know of it. */
const TOLD_FOR_MS = 60_000;
/** The shortest outage to report; shorter stalls, such as of a slow disk, are only in the log. */
const TOLD_FROM_MS = 1_000;
/** Credits within this time belong to one outage, which concerns all games of a hall. */
const TOGETHER_MS = 5_000;

/** @param {Outage} outage */
export const outageWords = ({ time_ms }) =>
  fill(gettext("The server was away for {seconds} s; the time was given back."), {
    seconds: Math.round(time_ms / 1_000),
  });

/** Filters outages, so that each is reported once. Pure. */
export class OutageNews {
  #until_ms = -Infinity;

  /** @param {Outage | null | undefined} outage @param {number} now_ms of the message that brings it */
  isNew(outage, now_ms) {
    if (!outage || outage.time_ms < TOLD_FROM_MS) return false;
    if (outage.until_ms <= this.#until_ms + TOGETHER_MS || now_ms - outage.until_ms > TOLD_FOR_MS) return false;
    this.#until_ms = outage.until_ms;
    return true;
  }
}

/** @param {import("../live/socket.js").LiveSocket} socket of one game, or of a hall */
export function showOutages(socket) {
  const news = new OutageNews();
  /** @param {{ outage: Outage | null, now_ms: number }} message */
  const hear = ({ outage, now_ms }) => {
    if (outage && news.isNew(outage, now_ms)) toast(outageWords(outage));
  };
  socket.on("state", hear);
  socket.on("event", hear);
}
