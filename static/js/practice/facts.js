/** Who plays a game for practice, in words, and the facts that board and sentences want to know. Pure. */
import { nameOf } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { TABLES } from "../rules/seats.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./game.js").Wish} Wish */

/**
 * What a seat is called: people by their place, the computer by its level.
 * @param {Wish} wish @param {Seat} seat @param {string} [alone] who plays without other people
 */
export function playerName({ players, seats }, seat, alone = gettext("You")) {
  const level = players[seat] ?? null;
  if (level !== null) return fill(gettext("Computer {level}"), { level });
  const people = TABLES[seats].filter((each) => (players[each] ?? null) === null);
  return people.length === 1 ? alone : fill(gettext("Player {number}"), { number: people.indexOf(seat) + 1 });
}

/**
 * As the server would tell it of a game of its own.
 * @param {Wish} wish @param {string} [alone] who plays without other people
 * @returns {import("../live/messages").Game}
 */
export function gameFacts(wish, alone) {
  const players = Object.fromEntries(TABLES[wish.seats].map((seat) => [seat, { name: seatName(wish, seat, alone) }]));
  return {
    code: "",
    ...{ rules: "", control: wish.control, first: wish.first, seats: wish.seats, players },
    ...{ input: "moves", keeper: "table", casual: true, topic: "", place: "", gone: null },
  };
}

/**
 * With four the place is the shortest name: clocks stand three in a row on a phone.
 * @param {Wish} wish @param {Seat} seat @param {string} [alone]
 */
function seatName(wish, seat, alone) {
  const level = wish.players[seat] ?? null;
  if (wish.seats === 2 || (level === null && isAlone(wish))) return playerName(wish, seat, alone);
  return level === null ? nameOf(null, seat) : `${nameOf(null, seat)}\u00a0${level}`;
}

/** @param {Wish} wish */
const isAlone = ({ players, seats }) => TABLES[seats].filter((seat) => (players[seat] ?? null) === null).length === 1;
