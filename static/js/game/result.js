/**
 * The result of a game whose moves nobody enters: each side says it, on its own phone or on its half of the tablet,
 * and it counts once both say the same. How far that has come, what may be asked for now, and the words. Pure.
 */
import { fill, gettext } from "../i18n.js";
import { SEATS, opponent } from "../rules/seats.js";
import { sideName } from "./words.js";

/**
 * @typedef {object} Entry
 * @property {"X" | "O"} side that speaks
 * @property {"open" | "entered" | "asked" | "differ"} stage nobody, only this side, only the other, both have entered
 * @property {{ winner: "X" | "O" | null, ending: string } | null} theirs what the other side entered
 */

const STAGES = { "": "open", mine: "entered", theirs: "asked", "mine theirs": "differ" };

/** What a side has entered. */
const claimOf = (claims, side) => claims.find((claim) => claim.side === side)?.outcome ?? null;

/** @param {"X" | "O"} side @param {{ side: "X" | "O", outcome: object }[]} claims @returns {Entry} */
export function entryFor(side, claims) {
  const theirs = claimOf(claims, opponent(side));
  const entered = [claimOf(claims, side) && "mine", theirs && "theirs"].filter(Boolean).join(" ");
  return { side, stage: STAGES[entered], theirs };
}

/** @param {import("../play/seat.js").Seat} seat of a phone @returns {Entry | null} null where no result is entered now */
export function entryOf(seat) {
  const { game, status, claims } = seat.state;
  if (game.input !== "presses" || !["running", "paused"].includes(status)) return null;
  return entryFor(speaksFor(seat, claims), claims);
}

/** On a phone that has the seats of both sides: the one that still has to answer. */
function speaksFor({ own, sides }, claims) {
  return sides.find((side) => claimOf(claims, opponent(side)) && !claimOf(claims, side)) ?? SEATS[own].side;
}

const RESULTS = {
  won: (side) => ({ winner: side, ending: "line" }),
  drawn: () => ({ winner: null, ending: "agreement" }),
  lost: (side) => ({ winner: opponent(side), ending: "line" }),
};

/** The request that enters a result. @param {Entry} entry @param {keyof typeof RESULTS} result as this side sees it */
export const enters = ({ side }, result) => ({ type: "confirm", side, ...RESULTS[result](side) });

/** The request that agrees with the other side. @param {Entry} entry */
export const agrees = ({ side, theirs: { winner, ending } }) => ({ type: "confirm", side, winner, ending });

/** What is to be done about the entries; null while there are none. @param {Record<string, any>} game @param {Entry} entry */
export function stageWords(game, { side, stage }) {
  if (stage === "asked") return gettext("Is that right?");
  if (stage === "entered") return fill(gettext("Waiting for {name}."), { name: sideName(game, opponent(side)) });
  if (stage === "open") return null;
  return game.casual
    ? gettext("The two entries differ. Agree, and enter the same result.")
    : gettext("The two entries differ. Enter the same result, or call the arbiter.");
}
