/** What a seat is asked or told beside its clock: offers, results, what both sides have to say. Pure. */
import { fill, gettext } from "../i18n.js";
import { SEATS, opponent } from "../rules/seats.js";
import { endingWords, nameOf, ownResult } from "./words.js";

/**
 * @typedef {object} Question
 * @property {string} words
 * @property {"ask" | "tell" | "won" | "lost" | "drawn"} tone
 * @property {{ words: string, main?: boolean, request?: object, choose?: boolean }[]} answers
 *   `request` is asked of the referee; `choose` opens or closes the choice of a result
 */

/**
 * @param {string} seat @param {import("../replay.js").State} state @param {Record<string, any>} game
 * @param {{ choosing: boolean }} view  whether this seat is entering a result by hand
 * @returns {Question | null}
 */
export function questionFor(seat, state, game, { choosing }) {
  const { side, partner } = SEATS[seat];
  if (state.outcome) return result(seat, state, side);
  if (choosing) return chooseResult(seat, side);
  if (state.proposal) return proposal(seat, state, game, side);
  const claim = state.claims.find((each) => each.side !== side);
  if (claim) return otherClaim(claim, side);
  if (state.claims.some((each) => each.side === side)) {
    return { words: gettext("Entered. Now the opponents enter it as well."), tone: "tell", answers: [] };
  }
  if (partner && state.resigning.includes(partner)) {
    const words = fill(gettext("{name} wants to resign"), { name: nameOf(game, partner) });
    const answers = [{ words: gettext("Resign as well"), request: { type: "resign", seat } }];
    return { words, tone: "ask", answers };
  }
  return null;
}

function proposal(seat, { proposal }, game, side) {
  const draw = proposal.asked === "draw";
  if (SEATS[proposal.by].side === side || proposal.agreed.includes(seat)) {
    return { words: draw ? gettext("Draw offered") : gettext("Asked to take back"), tone: "tell", answers: [] };
  }
  const words = draw ? gettext("{name} offers a draw") : gettext("{name} asks to take the last move back");
  return {
    words: fill(words, { name: nameOf(game, proposal.by) }),
    tone: "ask",
    answers: [
      { words: gettext("Accept"), main: true, request: { type: "accept", seat } },
      { words: gettext("Decline"), request: { type: "decline", seat } },
    ],
  };
}

function result(seat, { outcome, confirmed }, side) {
  const tone = outcome.winner === null ? "drawn" : outcome.winner === side ? "won" : "lost";
  const words = `${ownResult(outcome, side)}: ${endingWords(outcome)}`;
  const request = { type: "confirm", side, winner: outcome.winner, ending: outcome.ending };
  const answers = confirmed.includes(side) ? [] : [{ words: gettext("Confirm the result"), main: true, request }];
  return { words: confirmed.includes(side) ? `${words} ✓` : words, tone, answers };
}

function chooseResult(seat, side) {
  const claim = (winner, ending) => ({ type: "confirm", side, winner, ending });
  return {
    words: gettext("How did the game end?"),
    tone: "ask",
    answers: [
      { words: gettext("We won"), main: true, request: claim(side, "line") },
      { words: gettext("Draw"), request: claim(null, "agreement") },
      { words: gettext("We lost"), request: claim(opponent(side), "line") },
      { words: gettext("Cancel"), choose: false },
    ],
  };
}

function otherClaim({ outcome }, side) {
  const words =
    outcome.winner === null
      ? gettext("The opponents entered: draw")
      : outcome.winner === side
        ? gettext("The opponents entered: you won")
        : gettext("The opponents entered: they won");
  const request = { type: "confirm", side, winner: outcome.winner, ending: outcome.ending };
  return {
    words,
    tone: "ask",
    answers: [
      { words: gettext("That is right"), main: true, request },
      { words: gettext("No"), choose: true },
    ],
  };
}
