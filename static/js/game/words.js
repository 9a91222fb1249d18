/** Words for players, moves, results and refusals; for events in event_words.js, for times in clock_words.js. Pure. */
import { fill, gettext } from "../i18n.js";
import { parseMove } from "../rules/moves.js";
import { SEATS, TABLES, opponent } from "../rules/seats.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/state.js").Claim} Claim */
/** @typedef {import("../rules/outcome.js").Outcome} Outcome */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../rules/seats.js").Side} Side */

const SEAT_NAMES = {
  X: () => gettext("Crosses"),
  O: () => gettext("Circles"),
  N: () => gettext("North"),
  E: () => gettext("East"),
  S: () => gettext("South"),
  W: () => gettext("West"),
};

/**
 * Return the player's name, or the seat's.
 * @param {Game | null} game @param {Seat} seat
 */
export const nameOf = (game, seat) => game?.players?.[seat]?.name || SEAT_NAMES[seat]();

/**
 * Name all players of a side: "Ada and Ben".
 * @param {Game} game @param {Side} side
 */
export function sideName(game, side) {
  const names = TABLES[game.seats]
    .filter((seat) => SEATS[seat].side === side)
    .map((seat) => nameOf(game, seat));
  return names.length === 1 ? names[0] : fill(gettext("{one} and {other}"), { one: names[0], other: names[1] });
}

const COMES_BACK = {
  N: () => gettext("{name}: {cell} comes back from the north"),
  E: () => gettext("{name}: {cell} comes back from the east"),
  S: () => gettext("{name}: {cell} comes back from the south"),
  W: () => gettext("{name}: {cell} comes back from the west"),
};

/**
 * Describe a move in words.
 * @param {Game} game @param {{ seat: Seat, move: string }} made
 */
export function moveWords(game, { seat, move }) {
  const { cell, edge, dot } = parseMove(move);
  const words = fill(COMES_BACK[edge](), { name: nameOf(game, seat), cell });
  return dot ? fill(gettext("{move}, its dot points at {name}"), { move: words, name: nameOf(game, dot) }) : words;
}

/**
 * Describe a turn for screen readers.
 * @param {{ seat: Seat, move: string | null }} made
 * @param {Game} game
 */
export const turnWords = (game, made) =>
  made.move ? moveWords(game, { seat: made.seat, move: made.move }) : fill(gettext("{name} pressed the clock"), { name: nameOf(game, made.seat) });

const ENDINGS = {
  line: () => gettext("five in a line"),
  "opponent-line": () => gettext("the other side's move completed this line"),
  repetition: () => gettext("the same position again and again"),
  "move-limit": () => gettext("no blank cube was taken for too long"),
  agreement: () => gettext("agreed"),
  resignation: () => gettext("resigned"),
  flag: () => gettext("time is up"),
  "game-limit": () => gettext("the time for the game is up"),
  ruling: () => gettext("decided by the arbiter"),
  forfeit: () => gettext("forfeit"),
};

/** @param {Outcome} outcome */
export const endingWords = ({ ending }) => ENDINGS[ending]();

/**
 * Describe the ending for the players of one side, including whose move made the line of the other.
 * @param {Outcome} outcome @param {Side} side
 */
export function ownEndingWords(outcome, side) {
  const slipped = outcome.ending === "opponent-line" && outcome.winner !== side;
  return slipped ? gettext("your own move completed their line") : endingWords(outcome);
}

/** @param {Game} game @param {Outcome} outcome */
export const resultWords = (game, outcome) =>
  outcome.winner
    ? fill(gettext("{name} won: {why}"), { name: sideName(game, outcome.winner), why: endingWords(outcome) })
    : fill(gettext("Draw: {why}"), { why: endingWords(outcome) });

/**
 * Describe the result for the players of one side.
 * @param {Outcome} outcome @param {Side} side
 */
export function ownResult({ winner }, side) {
  if (winner === null) return gettext("Draw");
  return winner === side ? gettext("You won") : gettext("You lost");
}

/**
 * Say who won, and why.
 * @param {Outcome} outcome
 * @param {Game} game
 */
export function verdict(game, outcome) {
  const reason = endingWords(outcome);
  if (outcome.winner === null) return { winner: gettext("Draw"), reason };
  return { winner: fill(gettext("{name} won"), { name: sideName(game, outcome.winner) }), reason };
}

/**
 * Describe the result that each side has entered for a game without moves, a line for each.
 * @param {readonly Claim[]} claims @param {Side} [own] the reader's side
 * @param {Game} game
 */
export const claimWords = (game, claims, own) =>
  claims
    .map(({ side, outcome: { winner } }) => {
      const result = winner ? fill(gettext("{name} won"), { name: sideName(game, winner) }) : gettext("draw");
      const words = side === own ? gettext("Entered by you: {result}.") : gettext("Entered by {name}: {result}.");
      return fill(words, { name: sideName(game, side), result });
    })
    .join("\n");

/**
 * Describe the entries for spectators, and what is missing; empty while no side has entered a result.
 * @param {Game} game @param {readonly Claim[]} claims
 */
export function entriesWords(game, claims) {
  const [first] = claims;
  if (!first) return "";
  const waits = fill(gettext("Waiting for {name}."), { name: sideName(game, opponent(first.side)) });
  const next = claims.length === 1 ? waits : gettext("The two entries differ.");
  return `${claimWords(game, claims)} ${next}`;
}

/**
 * Say what a side has to do about the entries; null while there are none.
 * @param {Game} game @param {import("./result.js").Entry} entry
 */
export function stageWords(game, { side, stage }) {
  if (stage === "asked") return gettext("Is that right?");
  if (stage === "entered") return fill(gettext("Waiting for {name}."), { name: sideName(game, opponent(side)) });
  if (stage === "open") return null;
  return game.casual
    ? gettext("The two entries differ. Agree, and enter the same result.")
    : gettext("The two entries differ. Enter the same result, or call the arbiter.");
}

/**
 * Return a refusal in the reader's language, with the players' names if the game is known.
 * @param {import("../faults.js").Fault} fault @param {Game} [game]
 */
export const sentence = (fault, game) => {
  const text = fill(gettext(fault.template), game ? namedParams(game, fault.params) : fault.params);
  return CELL_FIRST.test(text) ? text : text[0].toUpperCase() + text.slice(1);
};
const CELL_FIRST = /^[a-e][1-5]\b/; // files are written in lower case

/**
 * Replace the seats in the parameters of a refusal by the players' names.
 * @param {Game} game @param {Record<string, any>} params
 */
export const namedParams = (game, params) =>
  Object.fromEntries(Object.entries(params).map(([key, value]) => [key, PEOPLE[key]?.(game, value) ?? value]));

/** @param {Game} game @param {any} value */
const seatParam = (game, value) => (value in SEAT_NAMES ? nameOf(game, value) : null);

/** @type {Readonly<Record<string, (game: Game, value: any) => string | null>>} */
const PEOPLE = {
  seat: seatParam,
  turn: seatParam,
  partner: seatParam,
  dot: seatParam,
  side: (game, value) => (value in SEAT_NAMES ? sideName(game, value) : null),
};

/**
 * Explain the refusal of a move with a call: the cube is back, and no move was made.
 * @param {import("../faults.js").Fault} fault
 */
export function notMadeWords({ code }) {
  const words = gettext("The move was not made: play it without the call, or another one.");
  return code === "no-line-to-call" ? `. ${words}` : "";
}
