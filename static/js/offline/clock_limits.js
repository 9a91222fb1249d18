/** What a PIN that only this tablet checked allows on the clocks. Mirrors games/services/offline_review.py. */
import { Fault, gettext_noop } from "../faults.js";

/** @typedef {import("../clock/clock.js").Clock} Clock */
/** @typedef {import("../referee/events.js").GameEvent} GameEvent */

const MINUTE_MS = 60_000;
/** By so much the clock of one seat may be raised, until the desk has reviewed it. */
const MOST_GIVEN_MS = 5 * MINUTE_MS;
const CHANGES_CLOCKS = ["adjusted", "penalised", "illegal-noted"];

class ClockLimit extends Fault {
  static sentences = {
    "offline-takes-time": gettext_noop("Without the server, no time can be taken away. Ask the desk."),
    "offline-gives-much": gettext_noop(
      "Without the server, each player can get at most {minutes} minutes. Ask the desk for more.",
    ),
  };
}

/**
 * Refuse a change of clocks that takes time away, or gives too much together with the earlier ones.
 * @param {Clock} clock of the game @param {GameEvent} event
 * @param {GameEvent[]} earlier  what the server does not have yet
 */
export function checkClockChange(clock, event, earlier) {
  const changes = changesOf(clock, event);
  if ([...changes.values()].some((time_ms) => time_ms < 0)) throw new ClockLimit("offline-takes-time");
  for (const [seat, time_ms] of changes) {
    const before_ms = earlier.reduce((sum, each) => sum + (changesOf(clock, each).get(seat) ?? 0), 0);
    if (before_ms + time_ms > MOST_GIVEN_MS) {
      throw new ClockLimit("offline-gives-much", { minutes: MOST_GIVEN_MS / MINUTE_MS });
    }
  }
}

/**
 * How much time the arbiter gave to each seat, and to the game.
 * @param {Clock} clock @param {GameEvent} event @returns {Map<string, number>}
 */
function changesOf(clock, { kind, given, before, clock: after }) {
  /** @type {Map<string, number>} */
  const changes = new Map();
  if (!CHANGES_CLOCKS.includes(kind)) return changes;
  /** @param {string} seat @param {number} time_ms */
  const add = (seat, time_ms) => changes.set(seat, (changes.get(seat) ?? 0) + time_ms);
  for (const [seat, time_ms] of given) add(seat, time_ms);
  for (const [place, seat] of clock.seats.entries()) {
    const more = after.accounts[place][1] - before.accounts[place][1];
    add(seat, more * clock.terms(seat).period_ms);
  }
  if (before.game !== null && after.game !== null) add("game", after.game - before.game);
  return changes;
}
