/**
 * The result of a game whose moves are not entered: each side enters it, on its phone or its half of the tablet, and it
 * counts once both agree. The stage of that, and the possible requests; the words are in words.js. Pure.
 */
import { SEATS, opponent } from "../rules/seats.js";

/** @typedef {import("../referee/state.js").Claim} Claim */
/** @typedef {import("../rules/outcome.js").Outcome} Outcome */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../rules/seats.js").Side} Side */

/**
 * @typedef {object} Entry
 * @property {Side} side that speaks
 * @property {"open" | "entered" | "asked" | "differ"} stage no side, only this one, only the other, both with different results
 * @property {Outcome | null} theirs what the other side entered
 */

/** @type {Readonly<Record<string, Entry["stage"]>>} */
const STAGES = { "": "open", mine: "entered", theirs: "asked", "mine theirs": "differ" };

/**
 * Return the result that a side has entered.
 * @param {readonly Claim[]} claims @param {Side} side
 */
const claimOf = (claims, side) => claims.find((claim) => claim.side === side)?.outcome ?? null;

/** @param {Side} side @param {readonly Claim[]} claims @returns {Entry} */
export function entryFor(side, claims) {
  const theirs = claimOf(claims, opponent(side));
  const entered = [claimOf(claims, side) && "mine", theirs && "theirs"].filter(Boolean).join(" ");
  return { side, stage: STAGES[entered], theirs };
}

/** @param {import("../play/seat.js").PlayerSeat} seat of a phone @returns {Entry | null} null where no result is entered now */
export function entryOf(seat) {
  const { game, status, claims } = seat.state;
  if (game.input !== "presses" || !["running", "paused"].includes(status)) return null;
  return entryFor(speaksFor(seat, claims), claims);
}

/**
 * Return the side that still has to answer, on a phone that has the seats of both.
 * @param {{ own: Seat, sides: Side[] }} side @param {readonly Claim[]} claims
 */
function speaksFor({ own, sides }, claims) {
  return sides.find((side) => claimOf(claims, opponent(side)) && !claimOf(claims, side)) ?? SEATS[own].side;
}

/** @typedef {"won" | "drawn" | "lost"} Result  as one side sees it */

/** @type {Readonly<Record<Result, (side: Side) => { winner: Side | null, ending: string }>>} */
const RESULTS = {
  won: (side) => ({ winner: side, ending: "line" }),
  drawn: () => ({ winner: null, ending: "agreement" }),
  lost: (side) => ({ winner: opponent(side), ending: "line" }),
};

/**
 * Make the request that enters a result.
 * @param {Pick<Entry, "side">} entry @param {Result} result
 */
export const entryRequest = ({ side }, result) => ({ type: "confirm", side, ...RESULTS[result](side) });

/**
 * Make the request that agrees with the other side.
 * @param {Entry} entry
 */
export const agreeRequest = ({ side, theirs }) => ({
  type: "confirm",
  side,
  winner: theirs?.winner ?? null,
  ending: theirs?.ending,
});
