/** What watchers and players on their own devices are told; seats and endings are named as at the table. Pure. */
import { fill, gettext } from "../i18n.js";
import { opponent } from "../rules/seats.js";
import { endingWords, moveWords, nameOf, sideName } from "../table/words.js";

export { nameOf, sideName };

const PAUSES = {
  server: () => gettext("The server was away; nobody has lost time."),
  arbiter: (called) => (called ? gettext("The arbiter was called.") : gettext("The arbiter has stopped the clocks.")),
};

/** Who won, and why. @param {import("../rules/outcome.js").Outcome} outcome */
export function verdict(game, outcome) {
  const reason = endingWords(outcome);
  if (outcome.winner === null) return { winner: gettext("Draw"), reason };
  return { winner: fill(gettext("{name} won"), { name: sideName(game, outcome.winner) }), reason };
}

/**
 * What the sides have entered as the result of a game without moves, a line for each.
 * @param {{ side: "X" | "O", outcome: { winner: "X" | "O" | null } }[]} claims @param {"X" | "O"} [own] the reader's side
 */
export const claimWords = (game, claims, own) =>
  claims
    .map(({ side, outcome: { winner } }) => {
      const result = winner ? fill(gettext("{name} won"), { name: sideName(game, winner) }) : gettext("draw");
      const words = side === own ? gettext("Entered by you: {result}.") : gettext("Entered by {name}: {result}.");
      return fill(words, { name: sideName(game, side), result });
    })
    .join("\n");

/** The same for those who watch, and what is waited for; empty while nobody has entered anything. */
export function entriesWords(game, claims) {
  const [first] = claims;
  if (!first) return "";
  const waits = fill(gettext("Waiting for {name}."), { name: sideName(game, opponent(first.side)) });
  const next = claims.length === 1 ? waits : gettext("The two entries differ.");
  return `${claimWords(game, claims)} ${next}`;
}

/** Why nothing runs, for whoever waits. @param {{ clock: { pauses: string[] }, arbiter: boolean }} state */
export const pauseWords = ({ clock: { pauses }, arbiter }) =>
  pauses.map((reason) => PAUSES[reason]?.(arbiter)).find(Boolean) ?? gettext("The game is paused.");

/** What a screen reader is told about a turn. @param {{ seat: string, move: string | null }} made */
export const turnWords = (game, made) =>
  made.move ? moveWords(game, made) : fill(gettext("{name} pressed the clock"), { name: nameOf(game, made.seat) });
