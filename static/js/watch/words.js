/** What watchers and players on their own devices are told; seats and endings are named as at the table. Pure. */
import { fill, gettext } from "../i18n.js";
import { endingWords, moveWords, nameOf, sideName } from "../table/words.js";

export { nameOf, sideName };

const PAUSES = {
  server: () => gettext("The server was away; nobody has lost time."),
  arbiter: () => gettext("The arbiter was called."),
};

/** Who won, and why. @param {import("../rules/outcome.js").Outcome} outcome */
export function verdict(game, outcome) {
  const reason = endingWords(outcome);
  if (outcome.winner === null) return { winner: gettext("Draw"), reason };
  return { winner: fill(gettext("{name} won"), { name: sideName(game, outcome.winner) }), reason };
}

/** Why nothing runs, for whoever waits. @param {string[]} pauses */
export const pauseWords = (pauses) =>
  pauses.map((reason) => PAUSES[reason]?.()).find(Boolean) ?? gettext("The game is paused.");

/** What a screen reader is told about a turn. @param {{ seat: string, move: string | null }} made */
export const turnWords = (game, made) =>
  made.move ? moveWords(game, made) : fill(gettext("{name} pressed the clock"), { name: nameOf(game, made.seat) });
