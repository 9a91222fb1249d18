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

/** @param {Wish} wish @param {Seat} seat @param {string} [alone] */
function seatName(wish, seat, alone) {
  const name = playerName(wish, seat, alone);
  return wish.seats === 4 ? `${name} (${nameOf(null, seat)})` : name;
}

