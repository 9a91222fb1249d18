/** Converts states and events of a game to scenes for boards. Pure. */
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
 * Return the edge of the board where a seat sits: with two the starter sits South (docs/rules.md#seats).
 * @param {Pick<Game, "seats" | "first">} game @param {Seat} seat @returns {Edge}
 */
export const edgeOf = (game, seat) => (seat !== "X" && seat !== "O" ? seat : seat === game.first ? "S" : "N");

/**
 * List the seats clockwise from the one at the bottom, which comes last: left, above and right of the board.
 * @param {Game} game @param {Seat} bottom
 */
export function seatsAround(game, bottom) {
  const table = TABLES[game.seats];
  const place = table.indexOf(bottom);
  return [...table.slice(place + 1), ...table.slice(0, place + 1)];
}

/** @param {string | null} text @returns {Push | null} */
export const lastMove = (text) => (text ? parseMove(text) : null);

/**
 * Return the scene of a state or an event; an empty board if only the clocks are used.
 * @param {Pick<Standing, "position" | "last" | "outcome">} options
 */
export const sceneOf = ({ position, last, outcome }) => ({
  ...(position ? { position } : {}),
  last: position ? lastMove(last?.move ?? null) : null,
  lines: outcome?.lines ?? [],
});

/**
 * Return the scene of a frame of a replay.
 * @param {import("./replay.js").Frame} frame
 */
export const sceneOfFrame = ({ position, move, lines }) => ({
  ...(position ? { position } : {}),
  last: position ? lastMove(move) : null,
  lines,
});

/**
 * Return the state after one more event; the facts of the game and of the viewer stay the same.
 * @param {StateMessage} state @param {EventMessage} message
 * @returns {StateMessage}
 */
export const mergeEvent = (state, { type, game, event, suspect, ...standing }) => ({
  ...state,
  ...standing,
  clock: event.clock,
  touched_ms: event.at_ms,
});
