/**
 * A time control: what was agreed for every seat, with one text form that round-trips. `10+5 m30 g20`; seats that
 * differ are separated by semicolons, the game's limit last: `X=5;O=4 m30;g20`.
 */
import { InvalidControl } from "./faults.js";
import { quoted, readGameLimit, readTerms, writeGameLimit, writeTerms } from "./grammar.js";
import { EXPECTED_TURNS, SEATS, SIDE_OF, Terms } from "./terms.js";
import { shortName } from "./wording.js";

/** @typedef {import("./terms.js").Seat} Seat */

/**
 * Which share belongs to a seat, by how many shares a control has: one for all, one a side, one a seat.
 * @type {Readonly<Record<number, (seat: Seat) => number>>}
 */
const SHARE_OF = {
  1: () => 0,
  2: (seat) => SEATS[2].indexOf(SIDE_OF[seat]),
  4: (seat) => SEATS[4].indexOf(seat),
};

export class TimeControl {
  /** @param {readonly Terms[]} [shares] @param {number | null} [game_ms] */
  constructor(shares = [new Terms()], game_ms = null) {
    this.shares = Object.freeze([...shares]);
    this.game_ms = game_ms;
    Object.freeze(this);
  }

  /**
   * Read a control, or throw `InvalidControl`.
   * @param {string} text
   */
  static parse(text) {
    const pieces = text.split(";").map((piece) => piece.trim());
    /** @param {string[]} parts */
    const limits = (parts) => parts.filter((part) => part.startsWith("g"));
    /** @param {string[]} parts */
    const others = (parts) => parts.filter((part) => !part.startsWith("g"));
    if (pieces.length === 1 && !text.includes("=")) {
      const words = wordsOf(text);
      if (!words.length) throw new InvalidControl("empty");
      const terms = readTerms(others(words));
      return new TimeControl([terms], readGameLimit(limits(words)));
    }
    const shares = readShares(others(pieces));
    return new TimeControl(shares, readGameLimit(limits(pieces)));
  }

  toString() {
    const game = this.game_ms === null ? [] : [writeGameLimit(this.game_ms)];
    if (this.shares.length === 1) return [...writeTerms(this.shares[0]), ...game].join(" ") || "-";
    const seats = SEATS[this.shares.length];
    const shares = this.shares.map((terms, place) => `${seats[place]}=${writeTerms(terms).join(" ") || "-"}`);
    return [...shares, ...game].join(";");
  }

  /**
   * Return the terms of this seat; in fours each partner has the side's share.
   * @param {Seat} seat
   */
  terms(seat) {
    return this.shares[SHARE_OF[this.shares.length](seat)];
  }

  /**
   * Throw `InvalidControl` if this control cannot be played by so many seats.
   * @param {number} seats
   */
  check(seats) {
    if (this.shares.length > seats) throw new InvalidControl("four-seats-only", { text: String(this) });
    if (seats > 2 && this.shares.some((terms) => terms.mode === "hourglass")) {
      throw new InvalidControl("hourglass-for-two", { text: String(this) });
    }
  }

  /**
   * Estimate how long the seat will think in this game: the measure for the lag quota.
   * @param {Seat} seat
   */
  expectedMs(seat) {
    const expected = this.terms(seat).expectedMs(EXPECTED_TURNS[seat]);
    return this.game_ms === null ? expected : Math.min(expected, this.game_ms);
  }

  /**
   * Return a short name, such as `10 min + 5 s, 30 s a move`.
   * @param {(template: string) => string} [translate]
   */
  name(translate = (template) => template) {
    return shortName(this, translate);
  }
}

/** @param {string} text */
const wordsOf = (text) => text.split(/\s+/).filter(Boolean);

/** @param {string[]} pieces @returns {Terms[]} */
function readShares(pieces) {
  /** @type {Map<Seat, Terms>} */
  const granted = new Map();
  let four = false;
  for (const piece of pieces) {
    const equals = piece.indexOf("=");
    const name = piece.slice(0, Math.max(0, equals)).trim();
    if (equals < 0 || !Object.hasOwn(SIDE_OF, name)) {
      throw new InvalidControl("seat-unknown", { piece: quoted(piece) });
    }
    const words = wordsOf(piece.slice(equals + 1));
    if (!words.length) throw new InvalidControl("seat-missing", { seat: name });
    four ||= SEATS[4].some((seat) => seat === name);
    const terms = readTerms(words);
    for (const seat of SEATS[4]) {
      if (name !== seat && name !== SIDE_OF[seat]) continue;
      if (granted.has(seat)) throw new InvalidControl("seat-twice", { piece: quoted(piece) });
      granted.set(seat, terms);
    }
  }
  const missing = SEATS[4].find((seat) => !granted.has(seat));
  if (missing) throw new InvalidControl("seat-missing", { seat: four ? missing : SIDE_OF[missing] });
  const shares = SEATS[4].flatMap((seat) => granted.get(seat) ?? []);
  if (new Set(shares.map((terms) => terms.mode === "hourglass")).size > 1) {
    throw new InvalidControl("hourglass-for-both");
  }
  return mergeShares(shares);
}

/**
 * Return the same terms with the fewest shares, so that a control has only one text form.
 * @param {Terms[]} shares
 */
function mergeShares(shares) {
  const [north, east, south, west] = shares;
  if (!north.equals(south) || !east.equals(west)) return shares;
  return north.equals(east) ? [north] : [north, east];
}
