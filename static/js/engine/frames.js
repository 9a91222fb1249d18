/**
 * The places of a search: one frame a ply with the cubes as the seat to move sees them, and its children. Typed arrays
 * that are written again and again, so that a search of millions of positions makes no garbage.
 */

/** Deeper than any search gets within the patience of people. */
export const MOST_PLIES = 64;

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
    /** What the last `expand` found besides open children: a move that wins, one that loses; -1 if there is none. */
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

/**
 * @typedef {object} BoardKind  the game of two or of four, as a search sees it
 * @property {number} width
 * @property {(frames: TreeFrames, ply: number, all?: boolean) => number} expand  writes the children that leave the
 *   game open and says how many; without `all` it stops at the first move that wins
 * @property {(extra: number) => number} passed  `extra` after a forced pass
 * @property {(position: import("../rules/position.js").Position) => { mine: number, theirs: number, extra: number }} read
 * @property {(move: number, extra: number) => import("../rules/moves.js").Move} moveOf
 */
