/** Sides win, seats move: X and O are seats of the two-player game, N E S W those of the four-player game. */

/** @typedef {"X" | "O"} Side */
/** @typedef {"X" | "O" | "N" | "E" | "S" | "W"} Seat */

/** @type {Readonly<Record<2 | 4, readonly Seat[]>>} The seats of the game for so many, in the order of play. */
export const TABLES = Object.freeze({
  2: Object.freeze(/** @type {Seat[]} */ (["X", "O"])),
  4: Object.freeze(/** @type {Seat[]} */ (["N", "E", "S", "W"])),
});

/** @param {Side} side @returns {Side} */
export const opponent = (side) => (side === "X" ? "O" : "X");

/**
 * @typedef {object} SeatFacts
 * @property {2 | 4} seats
 * @property {number} ordinal
 * @property {Side} side
 * @property {Seat} next
 * @property {Seat | null} partner
 * @property {readonly (Seat | null)[]} dots  whom the dot of a cube it brings back may point at (docs/rules.md#dots)
 */

/** @type {Readonly<Record<Seat, SeatFacts>>} What follows from a seat's letter. */
export const SEATS = Object.freeze({
  ...factsOf(TABLES[2]),
  ...factsOf(TABLES[4]),
});

/** @param {readonly Seat[]} table @returns {any} */
function factsOf(table) {
  return Object.fromEntries(table.map((seat) => [seat, facts(table, seat)]));
}

/** @param {readonly Seat[]} table @param {Seat} seat @returns {SeatFacts} */
function facts(table, seat) {
  const place = table.indexOf(seat);
  const partner = table.length === 4 ? table[(place + 2) % 4] : null;
  return Object.freeze({
    seats: table.length === 4 ? 4 : 2,
    ordinal: place,
    side: place % 2 ? "O" : "X",
    next: table[(place + 1) % table.length],
    partner,
    dots: partner ? [seat, partner] : [null],
  });
}
