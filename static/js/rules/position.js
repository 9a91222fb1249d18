/**
 * Positions: cubes and the seat to move. Immutable. Inside, one letter for each cell from a1 to e5: `.` for a blank
 * cube, otherwise the seat whose mark it shows and, in fours, whom its dot points at.
 */
import { CELLS, COLUMNS, EDGES, ROWS, onRim, ordinal } from "./cells.js";
import { IllegalMove, InvalidPosition } from "./faults.js";
import { SEATS, TABLES } from "./seats.js";

/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("./cells.js").Edge} Edge */
/** @typedef {import("./moves.js").Move} Move */
/** @typedef {import("./seats.js").Seat} Seat */

const BLANK = ".";

export class Position {
  /** @param {string} cubes 25 letters @param {Seat} seat who is to move */
  constructor(cubes, seat) {
    this.cubes = cubes;
    this.seat = seat;
    Object.freeze(this);
  }

  /**
   * Return the board of 25 blank cubes; any seat may start, by default the first of the table.
   * @param {2 | 4} [seats] @param {Seat} [first]
   */
  static initial(seats = 2, first = TABLES[seats][0]) {
    if (SEATS[first]?.seats !== seats) throw new InvalidPosition("not-a-seat", { seat: first });
    return new Position(BLANK.repeat(25), first);
  }

  /** @param {string} text `...../...../..X../...../O.... X` */
  static parse(text) {
    const space = text.indexOf(" ");
    const rows = (space < 0 ? text : text.slice(0, space)).split("/");
    if (space < 0 || rows.length !== 5) throw new InvalidPosition("not-a-position", { text });
    const mover = text.slice(space + 1);
    const seat = isSeat(mover) ? mover : null;
    if (seat === null) throw new InvalidPosition("not-a-seat", { seat: mover });
    for (const rank of rows) {
      if ([...rank].length !== 5) throw new InvalidPosition("bad-rank", { rank });
    }
    const letters = rows.reverse().flatMap((row) => [...row]);
    for (const [place, cube] of letters.entries()) {
      if (cube !== BLANK && !(isSeat(cube) && TABLES[SEATS[seat].seats].includes(cube))) {
        throw new InvalidPosition("bad-cube", { cube, cell: CELLS[place], seat });
      }
    }
    return new Position(letters.join(""), seat);
  }

  toString() {
    const ranks = [20, 15, 10, 5, 0].map((start) => this.cubes.slice(start, start + 5));
    return `${ranks.join("/")} ${this.seat}`;
  }

  /** Return what a repetition repeats: cubes, dots and seat to move, which is the text. */
  get key() {
    return this.toString();
  }

  get seats() {
    return SEATS[this.seat].seats;
  }

  /**
   * Return the seat whose mark the cube shows (in fours: whom its dot points at); null if it is blank.
   * @param {Cell} cell @returns {Seat | null}
   */
  cube(cell) {
    const letter = this.cubes[ordinal(cell)];
    return letter === BLANK ? null : /** @type {Seat} */ (letter);
  }

  /**
   * Return the side whose symbol the cube shows, regardless of its dot; null if it is blank.
   * @param {Cell} cell
   */
  side(cell) {
    const seat = this.cube(cell);
    return seat && SEATS[seat].side;
  }

  /** Count the blank cubes. They never become more. */
  get blanks() {
    return this.cubes.split(BLANK).length - 1;
  }

  /** List the cells that may be taken: on the rim, and not marked for another seat. */
  get takeable() {
    return CELLS.filter((cell) => this.canTake(cell));
  }

  /** @param {Cell} cell */
  canTake(cell) {
    const shows = this.cube(cell);
    return onRim(cell) && (shows === null || shows === this.seat);
  }

  /**
   * List the edges where the cube may come back; none if it may not be taken.
   * @param {Cell} cell @returns {readonly Edge[]}
   */
  targets(cell) {
    return this.canTake(cell) ? WAYS_BACK[cell] : [];
  }

  /**
   * List every legal move, from a1 to e5, edges in the order N E S W, with four once for each dot.
   * @returns {Move[]}
   */
  moves() {
    const { dots } = SEATS[this.seat];
    return this.takeable.flatMap((cell) =>
      WAYS_BACK[cell].flatMap((edge) => dots.map((dot) => ({ cell, edge, dot, call: false }))),
    );
  }

  /** Tell whether the seat to move can take no cube, so that the turn passes (docs/rules.md#forced-passes). */
  get isStuck() {
    return this.takeable.length === 0;
  }

  /**
   * Return the position after a legal move. `findLinesMade` says what lines it made.
   * @param {import("./moves.js").Move} move
   */
  play(move) {
    const { dots, next } = SEATS[this.seat];
    if (!this.targets(move.cell).includes(move.edge) || !dots.includes(move.dot)) this.#refuse(move);
    const cubes = [...this.cubes];
    const places = slidePath(move.cell, move.edge).map(ordinal);
    for (let step = 0; step < places.length - 1; step++) cubes[places[step]] = this.cubes[places[step + 1]];
    cubes[places[places.length - 1]] = move.dot ?? this.seat;
    return new Position(cubes.join(""), next);
  }

  /** Return the same cubes with the next seat to move: only if this one can take nothing. */
  afterPass() {
    if (!this.isStuck) throw new IllegalMove("may-not-pass", { seat: this.seat });
    return new Position(this.cubes, SEATS[this.seat].next);
  }

  /** @param {Move} move @returns {never} */
  #refuse({ cell, edge, dot }) {
    const { seat } = this;
    const { side, partner } = SEATS[seat];
    const shows = this.cube(cell);
    if (this.isStuck) throw new IllegalMove("must-pass", { seat });
    if (!onRim(cell)) throw new IllegalMove("not-on-edge", { cell });
    if (shows && SEATS[shows].side !== side) throw new IllegalMove("opponents-cube", { cell });
    if (shows && shows !== seat) throw new IllegalMove("dot-at-partner", { cell, partner: shows });
    if (!WAYS_BACK[cell].includes(edge)) throw new IllegalMove("same-place", { cell });
    if (!partner) throw new IllegalMove("dot-not-wanted", { cell });
    if (!dot) throw new IllegalMove("dot-missing", { cell, seat, partner });
    throw new IllegalMove("dot-at-opponent", { cell, dot });
  }
}

/** @param {string} letter @returns {letter is Seat} */
const isSeat = (letter) => Object.hasOwn(SEATS, letter);

/**
 * List the cells from where the cube is taken to where it comes back.
 * @param {Cell} cell @param {Edge} edge
 */
function slidePath(cell, edge) {
  const upright = edge === "N" || edge === "S";
  const line = upright ? COLUMNS["abcde".indexOf(cell[0])] : ROWS["12345".indexOf(cell[1])];
  const place = line.indexOf(cell);
  return edge === "N" || edge === "E" ? line.slice(place) : line.slice(0, place + 1).reverse();
}

/** docs/rules.md#moves: from the rim, never back to the same place. */
const WAYS_BACK = Object.fromEntries(
  CELLS.map((cell) => [cell, onRim(cell) ? EDGES.filter((edge) => slidePath(cell, edge).length > 1) : []]),
);
