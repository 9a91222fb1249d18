/** A short absence of the server, told once on each page that shows a game: its time was given back. */
import { fill, gettext } from "../i18n.js";
import { toast } from "./toasts.js";

/** @typedef {import("../referee/state.js").Outage} Outage */

/** Whoever comes later need not hear of it. */
const TOLD_FOR_MS = 60_000;
/** What a slow disk takes now and then stands in the log alone. */
const TOLD_FROM_MS = 1_000;
/** All games of a hall get their time back together: that is one absence. */
const TOGETHER_MS = 5_000;

/** @param {Outage} outage */
export const outageWords = ({ time_ms }) =>
  fill(gettext("The server was away for {seconds} s; the time was given back."), {
    seconds: Math.round(time_ms / 1_000),
  });

/** Which of the outages that one hears of are news. Pure. */
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
export function tellOutages(socket) {
  const news = new OutageNews();
  /** @param {{ outage: Outage | null, now_ms: number }} message */
  const hear = ({ outage, now_ms }) => {
    if (outage && news.isNew(outage, now_ms)) toast(outageWords(outage));
  };
  socket.on("state", hear);
  socket.on("event", hear);
}
