/** Who sits on which side of the screen. Pure. */
import { EDGES, edgeSeenAt } from "../board/geometry.js";
import { edgeOf } from "../game/scene.js";
import { TABLES } from "../rules/seats.js";

/** The edge at the bottom of the screen after so many turns of the table. */
export const bottomOf = (game, turned) => (game.seats === 4 ? EDGES[(2 + turned) % 4] : turned % 2 ? "N" : "S");

/** @returns {{ seat: string, side: "N" | "E" | "S" | "W" }[]} seats in the order of play, and their sides of the screen */
export const placesOf = (game, turned) =>
  TABLES[game.seats].map((seat) => ({ seat, side: edgeSeenAt(edgeOf(game, seat), bottomOf(game, turned)) }));
