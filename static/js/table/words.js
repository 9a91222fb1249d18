/** What the table says: results, events, refusals and the state of the connection. Pure. */
import { declinedWords, endingWords, entriesWords, moveWords, nameOf, namedParams, sideName } from "../game/words.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { OUTDATED } from "../live/socket.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../live/socket.js").Status} Status */
/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("../rules/outcome.js").Outcome} Outcome */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../rules/seats.js").Side} Side */

/** @param {Game} game @param {import("../rules/outcome.js").Outcome} outcome */
export const resultWords = (game, outcome) =>
  outcome.winner
    ? fill(gettext("{name} won: {why}"), { name: sideName(game, outcome.winner), why: endingWords(outcome) })
    : fill(gettext("Draw: {why}"), { why: endingWords(outcome) });

/**
 * As the players of one side read it.
 * @param {Outcome} outcome @param {Side} side
 */
export function ownResult({ winner }, side) {
  if (winner === null) return gettext("Draw");
  return winner === side ? gettext("You won") : gettext("You lost");
}

/** @type {readonly Side[]} */
const SIDES = ["X", "O"];

/** @type {Readonly<Record<string, (called: boolean) => string>>} */
const PAUSES = {
  arbiter: (called) => (called ? gettext("The arbiter was called") : gettext("The arbiter has stopped the clocks")),
  custody: () => gettext("The game changed hands"),
  hall: () => gettext("All games are paused"),
  server: () => gettext("The server was away"),
  players: () => gettext("The players paused"),
  "game-limit": () => gettext("The time for the game is up: the arbiter decides"),
  result: () => gettext("A result was entered"),
};

/** @param {{ clock: { pauses: readonly string[] }, arbiter: boolean }} state */
export const pauseWords = ({ clock: { pauses }, arbiter }) =>
  pauses.map((reason) => PAUSES[reason]?.(arbiter) ?? reason).join(" · ");

/**
 * What an event tells the ear, and whose turn it is then. Null for what needs no word.
 * @param {Game} game
 * @param {GameEvent} event
 * @param {Pick<State, "seat" | "claims">} after  how the game stands since
 */
export function eventWords(game, event, after) {
  const turn = fill(gettext("{name} to move"), { name: nameOf(game, after.seat) });
  const name = event.seat && event.seat !== "game" ? nameOf(game, event.seat) : "";
  if (event.kind === "moved") {
    const { seat, move } = event;
    /** @type {Seat[]} */
    const passes = event.passes;
    const words = [moveWords(game, { seat, move }), ...passes.map((each) => passWords(game, each))];
    words.push(event.outcome ? resultWords(game, event.outcome) : turn);
    return words.join(". ");
  }
  if (event.outcome) return resultWords(game, event.outcome);
  if (event.kind === "pressed" || event.kind === "started") return [EVENTS[event.kind]?.(), turn].filter(Boolean).join(". ");
  if (event.kind === "declined") return declinedWords(game, event);
  if (event.kind === "confirmed" && event.claim) return entriesWords(game, after.claims);
  return EVENTS[event.kind] ? fill(EVENTS[event.kind](), { name }) : null;
}

/** @param {Game} game @param {Seat} seat */
const passWords = (game, seat) =>
  fill(gettext("{name} can take no cube and passes"), { name: nameOf(game, seat) });

/** @type {Readonly<Record<string, () => string>>} */
const EVENTS = {
  started: () => gettext("The game has started"),
  offered: () => gettext("{name} offers a draw"),
  "takeback-asked": () => gettext("{name} asks to take the last move back"),
  accepted: () => gettext("{name} agrees"),
  resigned: () => gettext("{name} wants to resign; the partner is asked"),
  paused: () => gettext("Paused"),
  resumed: () => gettext("The game goes on"),
  "arbiter-called": () => gettext("The arbiter is called. The clocks stand."),
  adjusted: () => gettext("A clock was set"),
  penalised: () => gettext("Penalty: the opponents of {name} get more time"),
  "illegal-noted": () => gettext("Illegal move of {name}. A second one loses the game."),
  "taken-back": () => gettext("Taken back"),
  "position-set": () => gettext("The position was set"),
  reopened: () => gettext("The game was reopened"),
  confirmed: () => gettext("Result confirmed"),
};

/** What a clock answers that need not be pressed: its own player's, or another's. */
export const CLOCK_WORDS = {
  own: () => gettext("Move on the board: your clock stops by itself."),
  other: (/** @type {string} */ name) => fill(gettext("{name} is to move."), { name }),
};

/**
 * How many illegal moves each side has made so far.
 * @param {readonly ("X" | "O")[]} illegal
 * @param {Game} game
 */
export function illegalWords(game, illegal) {
  const counts = SIDES.map((side) => `${sideName(game, side)} ${illegal.filter((each) => each === side).length}`);
  return fill(gettext("Illegal moves so far: {counts}."), { counts: counts.join(", ") });
}

/** @type {Readonly<Record<string, () => string>>} What the desk asked for, once it is done. */
export const INSTRUCTIONS = {
  start: () => gettext("The desk started the game."),
  pause: () => gettext("The desk paused the game."),
  resume: () => gettext("The desk lets the game go on."),
  adjust: () => gettext("The desk set a clock."),
  penalty: () => gettext("The desk gave a penalty."),
  illegal: () => gettext("The desk noted an illegal move."),
  takeback: () => gettext("The desk took a move back."),
  position: () => gettext("The desk set the position."),
};

/**
 * A refusal in the reader's language, with the players' names where the game is known.
 * @param {import("../faults.js").Fault} fault @param {Game} [game]
 */
export const sentence = (fault, game) => {
  const text = fill(gettext(fault.template), game ? namedParams(game, fault.params) : fault.params);
  return CELL_FIRST.test(text) ? text : text[0].toUpperCase() + text.slice(1);
};
const CELL_FIRST = /^[a-e][1-5]\b/; // files are written small

/**
 * The state of the connection, always on screen.
 * @param {Pick<import("../live/socket.js").LiveSocket, "status" | "code">} socket
 * @param {string} since clock time @param {number} waiting entries
 */
export function linkWords({ status, code }, since, waiting) {
  const moves = fill(ngettext("{count} entry waits", "{count} entries wait", waiting), { count: waiting });
  const words = code === OUTDATED ? gettext("The server was updated. Load the page again.") : LINKS[status](since);
  return waiting && status !== "live" ? `${words}, ${moves}` : words;
}

/** @type {Readonly<Record<Status, (since: string) => string>>} */
const LINKS = {
  live: () => gettext("Online"),
  connecting: () => gettext("Connecting …"),
  silent: (since) => fill(gettext("Nothing heard since {since}"), { since }),
  offline: (since) => fill(gettext("Offline since {since}"), { since }),
  closed: () => gettext("This game is not served any more"),
};
