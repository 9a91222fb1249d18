/** How a game stands, for boards: what a state or an event says, as a board wants it. Pure. */
import { parseMove } from "../rules/moves.js";
import { TABLES } from "../rules/seats.js";

/** @typedef {import("../live/messages").EventMessage} EventMessage */
/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../live/messages").Standing} Standing */
/** @typedef {import("../live/messages").StateMessage} StateMessage */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/seats.js").Seat} Seat */

/** @typedef {import("../board/board_state.js").Push} Push */

/**
 * The edge of the board where a seat sits: with two the starter sits South (docs/rules.md#seats).
 * @param {Pick<Game, "seats" | "first">} game @param {Seat} seat @returns {Edge}
 */
export const edgeOf = (game, seat) => (seat !== "X" && seat !== "O" ? seat : seat === game.first ? "S" : "N");

/**
 * Clockwise from the seat at the bottom, which comes last: who is seen left, above and right of the board.
 * @param {Game} game @param {Seat} bottom
 */
export function around(game, bottom) {
  const table = TABLES[game.seats];
  const place = table.indexOf(bottom);
  return [...table.slice(place + 1), ...table.slice(0, place + 1)];
}

/** @param {string | null} text @returns {Push | null} */
export const lastMove = (text) => (text ? parseMove(text) : null);

/**
 * What a board shows of a state or an event; an empty board where only the clocks are kept.
 * @param {Pick<Standing, "position" | "last" | "outcome">} options
 */
export const sceneOf = ({ position, last, outcome }) => ({
  ...(position ? { position } : {}),
  last: position ? lastMove(last?.move ?? null) : null,
  lines: outcome?.lines ?? [],
});

/**
 * What a board shows of a frame of the past.
 * @param {import("./replay.js").Frame} frame
 */
export const sceneOfFrame = ({ position, move, lines }) => ({
  ...(position ? { position } : {}),
  last: position ? lastMove(move) : null,
  lines,
});

/**
 * How a game stands after one more event, with the facts of the game and what belongs to the viewer as they were.
 * @param {StateMessage} state @param {EventMessage} message
 * @returns {StateMessage}
 */
export const mergeEvent = (state, { type, game, event, suspect, ...standing }) => ({
  ...state,
  ...standing,
  clock: event.clock,
  touched_ms: event.at_ms,
});
