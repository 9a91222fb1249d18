/**
 * What a search remembers of positions it has met: how good, how deeply looked at, the best move. A place is found by a
 * hash; the whole position is kept beside it, so that no other one is ever taken for it.
 */

/** How a remembered score is meant. */
export const EXACT = 0;
export const AT_LEAST = 1;
export const AT_MOST = 2;

const SCORE_OFFSET = 1 << 15;

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
   * The same position is written over, another one only by what was looked at as deeply: the deep ones cost most.
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
