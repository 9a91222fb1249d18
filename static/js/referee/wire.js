/**
 * Events as the server announces them, back in the form in which they are stored. A message tells how the game stands
 * after the event; who acted is called `by` there, since `seat` is who is on the move now.
 */
import { asItStood } from "./authority.js";
import { dumpPlay } from "./codec.js";
import { OWN_FIELDS } from "./events.js";

/**
 * @param {Record<string, any>} message an `event` message
 * @param {import("./state.js").State} before how the game stood @param {import("./events.js").GameEvent[]} past the log
 * @returns {import("./events.js").GameEvent}
 */
export function eventOf(message, before, past) {
  /** @type {Record<string, any>} */
  const told = { ...message, seat: message.by ?? null };
  if (message.kind === "taken-back") told.play = dumpPlay(asItStood(before, message.to_ply, past).stood.play);
  const own = Object.fromEntries(OWN_FIELDS[message.kind].map((field) => [field, told[field]]));
  // The message has the outcome that stands; the event only the one that it brought about.
  const outcome = before.outcome ? null : message.outcome;
  return { v: 1, kind: message.kind, at_ms: message.at_ms, clock: message.clock, outcome, ...own };
}
