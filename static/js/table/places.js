/** Who sits on which side of the screen, and what each seat may do at a moment. Pure. */
import { EDGES, edgeSeenAt } from "../board/geometry.js";
import { SEATS, TABLES } from "../rules/seats.js";

/**
 * The edge of the board at which a seat sits: with two the starter sits South (RULES, seats).
 * @param {Record<string, any>} game @param {string} seat
 */
export const edgeOf = (game, seat) => (game.seats === 4 ? seat : seat === game.first ? "S" : "N");

/** The edge at the bottom of the screen after so many turns of the table. */
export const bottomOf = (game, turned) => (game.seats === 4 ? EDGES[(2 + turned) % 4] : turned % 2 ? "N" : "S");

/** @returns {{ seat: string, side: "N" | "E" | "S" | "W" }[]} seats in the order of play, and their sides of the screen */
export const placesOf = (game, turned) =>
  TABLES[game.seats].map((seat) => ({ seat, side: edgeSeenAt(edgeOf(game, seat), bottomOf(game, turned)) }));

/** The ply before this seat's side last moved: where taking its move back leads to. Null if it has not moved. */
export function plyBefore(moves, seat) {
  const { side } = SEATS[seat];
  for (let ply = moves.length - 1; ply >= 0; ply--) if (SEATS[moves[ply].seat].side === side) return ply;
  return null;
}

/**
 * The buttons of a seat.
 * @param {string} seat @param {import("../replay.js").State} state
 * @param {{ moves: object[], armed: boolean, blocked: boolean }} view  `armed`: the next move is called
 * @returns {Record<string, { hidden: boolean, disabled?: boolean, pressed?: boolean }>}
 */
export function actionsOf(seat, state, { moves, armed, blocked }) {
  const { rules, casual, input } = state.agreement;
  const goesOn = state.clock.started && !state.outcome;
  const asks = Boolean(state.proposal);
  const crowded = SEATS[seat].seats === 4 && rules.announce === "required";
  const mayOffer = state.seat === seat && state.status === "running" && !asks && state.offered !== SEATS[seat].side;
  return {
    quixo: {
      hidden: !goesOn || input !== "moves" || rules.announce !== "required",
      disabled: blocked,
      pressed: armed && state.seat === seat,
    },
    result: { hidden: !goesOn || input !== "presses", disabled: blocked },
    offer: { hidden: !goesOn || !rules.draw_offers || input !== "moves", disabled: blocked || !mayOffer },
    // Beside the call of a game for four there is no room: the menu has it.
    takeback: { hidden: !goesOn || !casual || crowded, disabled: blocked || asks || plyBefore(moves, seat) === null },
    resign: { hidden: !goesOn, disabled: blocked || state.resigning.includes(seat) },
  };
}
