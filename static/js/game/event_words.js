/** Words for events of a game, pauses, actions of the desk, and the state of the connection. Pure. */
import { fill, gettext, ngettext } from "../i18n.js";
import { OUTDATED } from "../live/socket.js";
import { entriesWords, moveWords, nameOf, resultWords, sideName } from "./words.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../live/messages").Gone} Gone */
/** @typedef {import("../live/socket.js").Status} Status */
/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../rules/seats.js").Side} Side */

/** @type {readonly Side[]} */
const SIDES = ["X", "O"];

/**
 * Describe an event for screen readers, and whose turn it is then. Null if it needs no words.
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

/** @type {Readonly<Record<string, () => string>>} What was turned down; an offer of a draw or a takeback otherwise. */
const DECLINED = {
  resign: () => gettext("{name} wants to play on."),
  result: () => gettext("{name} plays on: the result does not count, and the clock runs again."),
};

/**
 * Describe who declined, and what follows.
 * @param {Game} game @param {GameEvent} event
 */
export const declinedWords = (game, { seat, asked }) =>
  fill(asked ? DECLINED[asked]() : gettext("{name} declines: the game goes on."), { name: nameOf(game, seat) });

/** @type {Readonly<Record<string, (called: boolean) => string>>} In short for the players at the table. */
const PAUSES = {
  arbiter: (called) => (called ? gettext("The arbiter was called") : gettext("The arbiter has stopped the clocks")),
  custody: () => gettext("The game changed hands"),
  hall: () => gettext("All games are paused"),
  server: () => gettext("The server was away"),
  players: () => gettext("The players paused"),
  "game-limit": () => gettext("The time for the game is up: the arbiter decides"),
  result: () => gettext("A result was entered"),
};

/**
 * Name all reasons why no clock runs, at the table.
 * @param {{ clock: { pauses: readonly string[] }, arbiter: boolean }} state
 */
export const pauseWords = ({ clock: { pauses }, arbiter }) =>
  pauses.map((reason) => PAUSES[reason]?.(arbiter) ?? reason).join(" · ");

/** @type {Readonly<Record<string, (called: boolean) => string>>} As a sentence for those who wait elsewhere. */
const PAUSE_SENTENCES = {
  server: () => gettext("The server was away; nobody has lost time."),
  arbiter: (called) => (called ? gettext("The arbiter was called.") : gettext("The arbiter has stopped the clocks.")),
  result: () => gettext("A result was entered: the clocks stand until it is answered."),
};

/**
 * Say why no clock runs, on pages and phones.
 * @param {{ clock: { pauses: readonly string[] }, arbiter: boolean }} state
 */
export const pauseSentence = ({ clock: { pauses }, arbiter }) =>
  pauses.map((reason) => PAUSE_SENTENCES[reason]?.(arbiter)).find(Boolean) ?? gettext("The game is paused.");

/** @type {Readonly<Record<Gone["why"], (gone: Gone) => string>>} Why a game ended elsewhere (games/close_reason.py). */
const GONE = {
  entered: ({ result }) => fill(gettext("Called off at the desk: {result}"), { result }),
  reported: ({ result }) => fill(gettext("The players reported the result: {result}"), { result }),
  undone: () => gettext("This round was undone at the desk"),
  redrawn: () => gettext("The desk changed the pairing: this game is not played"),
  "called-off": () => gettext("This game was called off at the desk"),
  abandoned: () => gettext("Nobody touched this game for long: it was called off"),
  moved: ({ table }) =>
    table ? fill(gettext("Moved to table {number}"), { number: table }) : gettext("Taken from this table by the desk"),
};

/** @param {Gone} gone */
export const goneTitle = (gone) => (GONE[gone.why] ?? GONE["called-off"])(gone);

/**
 * Name the winner, since "1 – 0" alone does not say who comes first.
 * @param {Game} game @param {Gone} gone
 */
export const goneWinner = (game, { winner }) =>
  winner ? fill(gettext("{name} won."), { name: sideName(game, winner) }) : "";

/** @param {Game} game @param {Gone} gone */
export const goneSentence = (game, gone) => [goneTitle(gone), goneWinner(game, gone)].filter(Boolean).join(". ");

/**
 * Say how many entries that were refused here are kept by the server for the arbiter.
 * @param {import("../offline/outbox.js").Outbox} outbox @param {readonly string[]} codes  of those refusals
 */
export function keptEntriesWords({ refused }, codes) {
  const count = refused.filter(({ refusal }) => codes.includes(refusal?.code ?? "")).length;
  const words = ngettext(
    "{count} entry made here since is kept for the arbiter.",
    "{count} entries made here since are kept for the arbiter.",
    count,
  );
  return count ? fill(words, { count }) : "";
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
 * Say how many illegal moves each side has made so far.
 * @param {readonly ("X" | "O")[]} illegal
 * @param {Game} game
 */
export function illegalWords(game, illegal) {
  const counts = SIDES.map((side) => `${sideName(game, side)} ${illegal.filter((each) => each === side).length}`);
  return fill(gettext("Illegal moves so far: {counts}."), { counts: counts.join(", ") });
}

/** The answers of a clock that need not be pressed: the player's own, or another. */
export const CLOCK_WORDS = {
  own: () => gettext("Move on the board: your clock stops by itself."),
  other: (/** @type {string} */ name) => fill(gettext("{name} is to move."), { name }),
};

/**
 * Describe the state of the connection, which is always on screen.
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
