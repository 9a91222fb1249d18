/**
 * The memory of a search: a frame for each ply with the cubes and its children, the best lines, and the positions it has
 * met. Typed arrays that are reused, so that a search of millions of positions makes no garbage.
 */

/** Deeper than any search within its time limit. */
export const MOST_PLIES = 64;

/** The stack of a search: a frame for each ply with the cubes as the seat to move sees them, and its children. */
export class TreeFrames {
  /** @param {number} width the most moves a position has */
  constructor(width) {
    this.width = width;
    this.mine = new Int32Array(MOST_PLIES + 1);
    this.theirs = new Int32Array(MOST_PLIES + 1);
    /** In fours: dots, and from bit 25 up the seat to move. */
    this.extra = new Int32Array(MOST_PLIES + 1);
    this.childMine = new Int32Array(MOST_PLIES * width);
    this.childTheirs = new Int32Array(MOST_PLIES * width);
    this.childExtra = new Int32Array(MOST_PLIES * width);
    this.childMove = new Uint8Array(MOST_PLIES * width);
    this.childOrder = new Int32Array(MOST_PLIES * width);
    /** A winning and a losing move that the last `expand` found besides open children; -1 if there is none. */
    this.winning = -1;
    this.losing = -1;
    this.decided = 0;
  }

  /** @param {number} ply @param {number} child its place among all children */
  descend(ply, child) {
    this.mine[ply + 1] = this.childMine[child];
    this.theirs[ply + 1] = this.childTheirs[child];
    this.extra[ply + 1] = this.childExtra[child];
  }
}

const ROW = MOST_PLIES + 2;

/** The best moves of both sides from each ply on: a row for each, which begins with its own move. */
export class BestLines {
  #moves = new Uint8Array(ROW * ROW);
  #lengths = new Int32Array(ROW);

  /** @param {number} ply */
  clear(ply) {
    this.#lengths[ply] = 0;
  }

  /**
   * Store that the game ends with this move.
   * @param {number} ply @param {number} move
   */
  end(ply, move) {
    this.#moves[ply * ROW] = move;
    this.#lengths[ply] = 1;
  }

  /**
   * Store this move, followed by the best line from the next ply on.
   * @param {number} ply @param {number} move
   */
  extend(ply, move) {
    const length = this.#lengths[ply + 1];
    this.#moves[ply * ROW] = move;
    this.#moves.copyWithin(ply * ROW + 1, (ply + 1) * ROW, (ply + 1) * ROW + length);
    this.#lengths[ply] = length + 1;
  }

  /** The best line from the root. */
  get moves() {
    return [...this.#moves.subarray(0, this.#lengths[0])];
  }
}

/** The kinds of a stored score: exact, or a bound. */
export const EXACT = 0;
export const AT_LEAST = 1;
export const AT_MOST = 2;

const SCORE_OFFSET = 1 << 15;

/**
 * The positions that were met: score, depth and best move. The index is a hash; the whole position is stored with it, so
 * that no other one is taken for it.
 */
export class PositionMemory {
  /** @param {number} [bits] of the number of places */
  constructor(bits = 18) {
    const size = 1 << bits;
    this.shift = 32 - bits;
    this.mine = new Int32Array(size).fill(-1);
    this.theirs = new Int32Array(size);
    this.extra = new Int32Array(size);
    /** Score (16 bits), depth (6), bound (2), move (7). */
    this.entry = new Int32Array(size);
  }

  clear() {
    this.mine.fill(-1);
  }

  /** @param {number} mine @param {number} theirs @param {number} extra */
  #placeOf(mine, theirs, extra) {
    const mixed = Math.imul(mine, 0x9e3779b1) ^ Math.imul(theirs, 0x85ebca77) ^ Math.imul(extra, 0xc2b2ae3d);
    return Math.imul(mixed ^ (mixed >>> 15), 0x27d4eb2f) >>> this.shift;
  }

  /**
   * @param {number} mine @param {number} theirs @param {number} extra
   * @returns {number} an entry, or -1 if this position is not remembered
   */
  recall(mine, theirs, extra) {
    const place = this.#placeOf(mine, theirs, extra);
    const isSame = this.mine[place] === mine && this.theirs[place] === theirs && this.extra[place] === extra;
    return isSame ? this.entry[place] : -1;
  }

  /**
   * Store a position. It replaces the same one, and another one only if that was not searched more deeply.
   * @param {number} mine @param {number} theirs @param {number} extra
   * @param {number} score @param {number} depth @param {number} bound @param {number} move
   */
  keep(mine, theirs, extra, score, depth, bound, move) {
    const place = this.#placeOf(mine, theirs, extra);
    this.mine[place] = mine;
    this.theirs[place] = theirs;
    this.extra[place] = extra;
    this.entry[place] = (score + SCORE_OFFSET) | (depth << 16) | (bound << 22) | (move << 24);
  }
}

/** @param {number} entry */
export const scoreIn = (entry) => (entry & 0xffff) - SCORE_OFFSET;
/** @param {number} entry */
export const depthIn = (entry) => (entry >> 16) & 63;
/** @param {number} entry */
export const boundIn = (entry) => (entry >> 22) & 3;
/** @param {number} entry */
export const moveIn = (entry) => entry >> 24;
