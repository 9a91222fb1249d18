/** Who sits on which side of the screen. Pure. */
import { EDGES, edgeSeenAt } from "../board/geometry.js";
import { edgeOf } from "../game/scene.js";
import { TABLES } from "../rules/seats.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/seats.js").Seat} Seat */

/**
 * The edge at the bottom of the screen after so many turns of the table.
 * @param {Pick<Game, "seats">} game @param {number} turned @returns {Edge}
 */
export const bottomOf = (game, turned) => (game.seats === 4 ? EDGES[(2 + turned) % 4] : turned % 2 ? "N" : "S");

/**
 * Seats in the order of play, and their sides of the screen.
 * @param {Game} game @param {number} turned @returns {{ seat: Seat, side: Edge }[]}
 */
export const placesOf = (game, turned) =>
  TABLES[game.seats].map((seat) => ({ seat, side: edgeSeenAt(edgeOf(game, seat), bottomOf(game, turned)) }));
