/** The game of two as a search sees it: both sides play the same pushes, so a position needs no name of its mover. */
import { CELLS, ordinal } from "../rules/cells.js";
import { SEATS } from "../rules/seats.js";
import { DOWN, ENTERED, PUSHES, PUSH_COUNT, RIM, SLIDING, STAYING, TAKEN, UP, hasLine, makesLine } from "./bits.js";

/**
 * The cubes of both sides, as bits.
 * @param {import("../rules/position.js").Position} position
 */
export function cubesOf(position) {
  const { side } = SEATS[position.seat];
  let [mine, theirs] = [0, 0];
  for (const cell of CELLS) {
    const shows = position.side(cell);
    if (shows === side) mine |= 1 << ordinal(cell);
    else if (shows) theirs |= 1 << ordinal(cell);
  }
  return { mine, theirs };
}

/** @type {import("./frames.js").BoardKind} */
export const TWO = {
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
