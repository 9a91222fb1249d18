/** The questions and messages beside the clock of a seat: offers, results, confirmations. Pure. */
import { agreeRequest, entryRequest, entryFor } from "../game/result.js";
import { claimWords, nameOf, ownEndingWords, ownResult, stageWords } from "../game/words.js";
import { fill, gettext, labelled } from "../i18n.js";
import { SEATS } from "../rules/seats.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../referee/state.js").Claim} Claim */
/** @typedef {import("../referee/state.js").Proposal} Proposal */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("../rules/outcome.js").Outcome} Outcome */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../rules/seats.js").Side} Side */

/** @typedef {"doubtful" | "both" | "one" | "none"} Confirms  who confirms a result; `doubtful`: unless both have said it */

/**
 * @typedef {object} Question
 * @property {string} words
 * @property {"ask" | "tell" | "said" | "hint" | "won" | "lost" | "drawn"} tone
 * @property {{ words: string, main?: boolean, request?: Request, choose?: boolean, dot?: Seat, isOwn?: boolean }[]} answers
 *   `request` is asked of the referee; `choose` opens or closes the choice of a result; `dot` completes a move
 */

/** @typedef {import("../board/input.js").Hand["asks"]} Asks */

/** @type {readonly Side[]} */
const SIDES = ["X", "O"];

/**
 * @param {Seat} seat @param {State} state @param {Game} game
 * @param {{ choosing: boolean, asks: Asks, confirms: Confirms }} view  whether this seat is entering a result, which choice
 *   the board needs from it next, if it is on turn, and who has to confirm results
 * @returns {Question | null}
 */
export function questionFor(seat, state, game, { choosing, asks, confirms }) {
  const { side, partner } = SEATS[seat];
  if (asks === "dot") return dotQuestion(seat, game);
  if (state.outcome) return resultQuestion(state.outcome, state.confirmed, side, confirms);
  if (choosing) return chooseResult(side, game.seats);
  if (state.proposal) return proposalQuestion(seat, state.proposal, game, side);
  const entered = claimQuestion(seat, state.claims, game);
  if (entered) return entered;
  if (partner && state.resigning.includes(partner)) {
    const words = fill(gettext("{name} wants to resign"), { name: nameOf(game, partner) });
    const answers = [
      { words: gettext("Resign as well"), request: { type: "resign", seat } },
      { words: gettext("No, play on"), main: true, request: { type: "decline", seat } },
    ];
    return { words, tone: "ask", answers };
  }
  return hint(state, game, asks);
}

/**
 * Ask at the seat on turn where the dot of the cube points, in fours.
 * @param {Seat} seat @param {Game} game @returns {Question}
 */
function dotQuestion(seat, game) {
  const answers = SEATS[seat].dots.flatMap((dot) => {
    if (dot === null) return [];
    const isOwn = dot === seat;
    const words = isOwn ? gettext("Dot to me") : fill(gettext("Dot to {name}"), { name: nameOf(game, dot) });
    return [{ words, dot, isOwn }];
  });
  return { words: gettext("Whom does the dot point at?"), tone: "ask", answers };
}

/** @type {Readonly<Record<string, () => string>>} What to do next, by what the board wants. */
const STEPS = {
  take: () => gettext("Tap a cube on the rim, then where it comes back; or drag it there."),
  end: () => gettext("Now tap where it comes back, or drag it there."),
  press: () => gettext("Press your clock: then the move counts."),
};

/**
 * Explain how moves are made, until every player has made one.
 * @param {State} state @param {Game} game @param {Asks} asks @returns {Question | null}
 */
function hint({ ply }, { seats }, asks) {
  if (asks === null || !STEPS[asks] || ply >= seats) return null;
  return { words: STEPS[asks](), tone: "hint", answers: [] };
}

/** @param {Seat} seat @param {Proposal} proposal @param {Game} game @param {Side} side @returns {Question} */
function proposalQuestion(seat, proposal, game, side) {
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

/** The endings to which both sides have agreed already. */
const SAID_BY_BOTH = ["agreement", "resignation"];

/**
 * By the club's choice: whether a side is asked to confirm a result.
 * @type {Readonly<Record<Confirms, (outcome: Outcome, confirmed: readonly Side[]) => boolean>>}
 */
const CONFIRMS = {
  doubtful: ({ ending }) => !SAID_BY_BOTH.includes(ending),
  both: () => true,
  one: (outcome, confirmed) => confirmed.length === 0,
  none: () => false,
};

/** @param {Confirms} confirms @param {Outcome} outcome @param {readonly Side[]} confirmed */
const mayConfirm = (confirms, outcome, confirmed) => CONFIRMS[confirms](outcome, confirmed);

/**
 * Return whether this side is asked to confirm the result.
 * @param {Outcome} outcome @param {readonly Side[]} confirmed @param {Side} side @param {Confirms} confirms
 */
const isAsked = (outcome, confirmed, side, confirms) =>
  !confirmed.includes(side) && mayConfirm(confirms, outcome, confirmed);

/**
 * Return whether a side at the table still has to confirm the result.
 * @param {State} state @param {Confirms} confirms
 */
export const awaitsConfirmation = ({ outcome, confirmed }, confirms) =>
  outcome !== null && SIDES.some((side) => isAsked(outcome, confirmed, side, confirms));

/**
 * @param {Outcome} outcome @param {readonly Side[]} confirmed @param {Side} side @param {Confirms} confirms
 * @returns {Question}
 */
function resultQuestion(outcome, confirmed, side, confirms) {
  const tone = outcome.winner === null ? "drawn" : outcome.winner === side ? "won" : "lost";
  const words = labelled(ownResult(outcome, side), ownEndingWords(outcome, side));
  const request = { type: "confirm", side, winner: outcome.winner, ending: outcome.ending };
  const answers = isAsked(outcome, confirmed, side, confirms) ? [{ words: gettext("Confirm the result"), main: true, request }] : [];
  return { words: confirmed.includes(side) ? `${words} ✓` : words, tone, answers };
}

/** @param {Side} side @param {2 | 4} seats @returns {Question} */
function chooseResult(side, seats) {
  const alone = seats === 2;
  const entry = { side };
  return {
    words: gettext("How did the game end?"),
    tone: "ask",
    answers: [
      { words: alone ? gettext("I won") : gettext("We won"), main: true, request: entryRequest(entry, "won") },
      { words: gettext("Draw"), request: entryRequest(entry, "drawn") },
      { words: alone ? gettext("I lost") : gettext("We lost"), request: entryRequest(entry, "lost") },
      { words: gettext("Cancel"), choose: false },
    ],
  };
}

/**
 * Return the question about entered results for this seat; null while there are none.
 * @param {Seat} seat @param {readonly Claim[]} claims @param {Game} game @returns {Question | null}
 */
function claimQuestion(seat, claims, game) {
  const { side } = SEATS[seat];
  const entry = entryFor(side, claims);
  if (entry.stage === "open") return null;
  // The entry of this player is shown only while there is no other, because there is little room beside a clock.
  const told = entry.theirs ? claims.filter((claim) => claim.side !== side) : claims;
  const words = `${claimWords(game, told, side)} ${stageWords(game, entry)}`;
  const playOn = { type: "decline", seat };
  if (entry.stage === "entered") {
    return { words, tone: "tell", answers: [{ words: gettext("Play on after all"), request: playOn }] };
  }
  return {
    words,
    tone: "ask",
    answers: [
      { words: gettext("That is right"), main: true, request: agreeRequest(entry) },
      { words: gettext("Another result"), choose: true },
      { words: gettext("No, play on"), request: playOn },
    ],
  };
}
