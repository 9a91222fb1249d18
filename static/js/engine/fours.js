/**
 * The game of four as a search sees it. Partners want the same, so sides take turns as in the game of two; what differs
 * is who may take what: a dot gives a cube to one partner alone, and who can take nothing passes.
 */
import { CELLS, ordinal } from "../rules/cells.js";
import { SEATS, TABLES } from "../rules/seats.js";
import { DOWN, ENTERED, PUSHES, PUSH_COUNT, RIM, SLIDING, STAYING, TAKEN, UP, hasLine, makesLine } from "./bits.js";
import { cubesOf } from "./two.js";

/** Where the seat stands in `extra`; below it a bit for each cube whose dot points at the later partner, S or W. */
const SEAT_AT = 25;
const DOTS = (1 << SEAT_AT) - 1;
/**
 * Whether a seat is the later one of its partners.
 * @param {number} seat
 */
const isLater = (seat) => seat >= 2;

const WIDTH = 2 * PUSH_COUNT;

/** @type {import("./frames.js").BoardKind} */
export const FOURS = {
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
