/** The moves of a position as a search sees them, for two and for four players. */
import { CELLS, ordinal } from "../rules/cells.js";
import { SEATS, TABLES } from "../rules/seats.js";
import { DOWN, ENTERED, PUSHES, PUSH_COUNT, RIM, SLIDING, STAYING, TAKEN, UP, hasLine, makesLine } from "./bits.js";

/** @typedef {import("./search_memory.js").TreeFrames} TreeFrames */

/**
 * @typedef {object} BoardKind  the game of two or of four, as a search sees it
 * @property {number} width
 * @property {(frames: TreeFrames, ply: number, all?: boolean) => number} expand  writes the children that leave the
 *   game open and says how many; without `all` it stops at the first move that wins
 * @property {(extra: number) => number} passed  `extra` after a forced pass
 * @property {(position: import("../rules/position.js").Position) => { mine: number, theirs: number, extra: number }} read
 * @property {(move: number, extra: number) => import("../rules/moves.js").Move} moveOf
 */

/**
 * Return the cubes of both sides, as bits.
 * @param {import("../rules/position.js").Position} position
 */
function cubesOf(position) {
  const { side } = SEATS[position.seat];
  let [mine, theirs] = [0, 0];
  for (const cell of CELLS) {
    const shows = position.side(cell);
    if (shows === side) mine |= 1 << ordinal(cell);
    else if (shows) theirs |= 1 << ordinal(cell);
  }
  return { mine, theirs };
}

/** @type {BoardKind} The game of two: both sides play the same pushes, so a position needs no name of its mover. */
const TWO = {
  width: PUSH_COUNT,

  expand(frames, ply, all = false) {
    const { childMine, childTheirs, childMove } = frames;
    const mine = frames.mine[ply];
    const theirs = frames.theirs[ply];
    const takeable = RIM & ~theirs;
    let next = ply * PUSH_COUNT;
    frames.winning = -1;
    frames.losing = -1;
    frames.decided = 0;
    for (let push = 0; push < PUSH_COUNT; push++) {
      if (!(TAKEN[push] & takeable)) continue;
      const staying = STAYING[push];
      const sliding = SLIDING[push];
      const down = DOWN[push];
      const up = UP[push];
      const theirsAfter = (theirs & staying) | (((theirs & sliding) >> down) << up);
      const mineAfter = (mine & staying) | (((mine & sliding) >> down) << up) | ENTERED[push];
      if (hasLine(theirsAfter) && makesLine(theirs, theirsAfter)) {
        frames.losing = push;
        frames.decided += 1;
      } else if (hasLine(mineAfter) && makesLine(mine, mineAfter)) {
        frames.winning = push;
        frames.decided += 1;
        if (!all) return 0;
      } else {
        childMine[next] = theirsAfter;
        childTheirs[next] = mineAfter;
        childMove[next] = push;
        next += 1;
      }
    }
    return next - ply * PUSH_COUNT;
  },

  passed: (extra) => extra,
  read: (position) => ({ ...cubesOf(position), extra: 0 }),
  moveOf: (move) => ({ ...PUSHES[move], dot: null, call: false }),
};

/** The bit of the seat in `extra`; below it a bit for each cube whose dot points at the later partner, S or W. */
const SEAT_AT = 25;
const DOTS = (1 << SEAT_AT) - 1;
/**
 * Return whether a seat is the later one of its partners.
 * @param {number} seat
 */
const isLater = (seat) => seat >= 2;

const WIDTH = 2 * PUSH_COUNT;

/**
 * The game of four. Partners have the same goal, so sides take turns as in the game of two; only the allowed cubes differ:
 * a dot gives a cube to one partner alone, and a player who can take none passes.
 * @type {BoardKind}
 */
const FOURS = {
  width: WIDTH,

  expand(frames, ply, all = false) {
    const { childMine, childTheirs, childExtra, childMove } = frames;
    const mine = frames.mine[ply];
    const theirs = frames.theirs[ply];
    const dots = frames.extra[ply] & DOTS;
    const seat = frames.extra[ply] >> SEAT_AT;
    const partners = mine & (isLater(seat) ? ~dots : dots);
    const takeable = RIM & ~theirs & ~partners;
    const nextSeat = ((seat + 1) & 3) << SEAT_AT;
    let next = ply * WIDTH;
    frames.winning = -1;
    frames.losing = -1;
    frames.decided = 0;
    for (let push = 0; push < PUSH_COUNT; push++) {
      if (!(TAKEN[push] & takeable)) continue;
      const staying = STAYING[push];
      const sliding = SLIDING[push];
      const down = DOWN[push];
      const up = UP[push];
      const theirsAfter = (theirs & staying) | (((theirs & sliding) >> down) << up);
      const mineAfter = (mine & staying) | (((mine & sliding) >> down) << up) | ENTERED[push];
      if (hasLine(theirsAfter) && makesLine(theirs, theirsAfter)) {
        frames.losing = 2 * push;
        frames.decided += 2;
      } else if (hasLine(mineAfter) && makesLine(mine, mineAfter)) {
        frames.winning = 2 * push;
        frames.decided += 2;
        if (!all) return 0;
      } else {
        const others = (dots & staying) | (((dots & sliding) >> down) << up);
        for (let toPartner = 0; toPartner < 2; toPartner++) {
          childMine[next] = theirsAfter;
          childTheirs[next] = mineAfter;
          childExtra[next] = nextSeat | others | (isLater(seat) !== (toPartner === 1) ? ENTERED[push] : 0);
          childMove[next] = 2 * push + toPartner;
          next += 1;
        }
      }
    }
    return next - ply * WIDTH;
  },

  passed: (extra) => (extra & DOTS) | ((((extra >> SEAT_AT) + 1) & 3) << SEAT_AT),

  read(position) {
    const dots = CELLS.filter((cell) => isLater(TABLES[4].indexOf(position.cube(cell) ?? "N")));
    const bits = dots.reduce((mask, cell) => mask | (1 << ordinal(cell)), 0);
    return { ...cubesOf(position), extra: bits | (SEATS[position.seat].ordinal << SEAT_AT) };
  },

  moveOf(move, extra) {
    const { dots } = SEATS[TABLES[4][extra >> SEAT_AT]];
    return { ...PUSHES[move >> 1], dot: dots[move & 1], call: false };
  },
};

/** @type {Readonly<Record<2 | 4, BoardKind>>} */
export const KINDS = { 2: TWO, 4: FOURS };
