/** Why a game is played no longer although its own board did not end it, in words (games/departure.py). Pure. */
import { fill, gettext } from "../i18n.js";
import { sideName } from "./words.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../live/messages").Gone} Gone */

/** @type {Readonly<Record<Gone["why"], (gone: Gone) => string>>} */
const TITLES = {
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
export const goneTitle = (gone) => (TITLES[gone.why] ?? TITLES["called-off"])(gone);

/**
 * Whose result it is: "1 – 0" alone does not say who was named first.
 * @param {Game} game @param {Gone} gone
 */
export const goneWinner = (game, { winner }) =>
  winner ? fill(gettext("{name} won."), { name: sideName(game, winner) }) : "";

/** @param {Game} game @param {Gone} gone */
export const goneSentence = (game, gone) => [goneTitle(gone), goneWinner(game, gone)].filter(Boolean).join(". ");
