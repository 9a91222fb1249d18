/**
 * Alpha-beta with a memory, deeper by one ply at a time. The stack is kept by hand instead of by recursion, so that a
 * search can stop after any number of positions and go on later: so it can be stopped at once.
 * A win or a loss that it reports is proved: its score counts the plies to the end, which no guess reaches.
 */
import { countBits } from "./bits.js";
import { FOUR, WIN, difference, freedom, fromNode, fromRoot, linesWorth } from "./evaluation.js";
import {
  AT_LEAST, AT_MOST, BestLines, EXACT, MOST_PLIES, PositionMemory, TreeFrames, boundIn, depthIn, moveIn, scoreIn,
} from "./search_memory.js";

/** @typedef {import("./move_generator.js").BoardKind} BoardKind */
/** @typedef {import("./thinking.js").Root} Root */

const OPEN = 0x7fff;
const INFINITE = WIN + 1;
/** No move: in lists of best moves, and where a pass is forced. */
export const NO_MOVE = 127;
/** The order of moves: the stored one, those that refuted a sibling, then by experience. */
const REMEMBERED_FIRST = 1 << 30;
const KILLER_FIRST = 1 << 28;
const MOST_EXPERIENCE = 1 << 26;

export class Search {
  /** @type {BoardKind} */ #kind;
  #memory;
  /** @type {TreeFrames} */ #frames;
  #ply = 0;
  #depth = 0;
  /** The value of the position at the top of the stack; OPEN before it is known. */ #value = OPEN;
  #isEntering = true;
  #isDone = true;
  #alpha = new Int32Array(MOST_PLIES + 1);
  #beta = new Int32Array(MOST_PLIES + 1);
  #firstAlpha = new Int32Array(MOST_PLIES + 1);
  #best = new Int32Array(MOST_PLIES + 1);
  #bestMove = new Int32Array(MOST_PLIES + 1);
  #left = new Int32Array(MOST_PLIES + 1);
  #next = new Int32Array(MOST_PLIES + 1);
  #count = new Int32Array(MOST_PLIES + 1);
  #isTrial = new Uint8Array(MOST_PLIES + 1);
  #killers = new Uint8Array(2 * (MOST_PLIES + 1));
  #experience = new Int32Array(2 * 128);
  #lines = new BestLines();
  /** @type {Root["drawn"]} */ #drawn = [];
  #usesMemory = true;
  #quietLeft = Infinity;
  #draw = 0;
  nodes = 0;

  /**
   * @param {BoardKind} kind @param {PositionMemory} [memory]
   * @param {() => number} [chance]  which of two moves that are as good comes first
   */
  constructor(kind, memory = new PositionMemory(), chance = () => 0) {
    this.#kind = kind;
    this.#memory = memory;
    this.#frames = new TreeFrames(kind.width);
    this.#experience.forEach((_, place, all) => (all[place] = Math.floor(16 * chance())));
  }

  /**
   * Begin a search of this depth.
   * @param {Root} root @param {number} depth
   */
  begin({ mine, theirs, extra, drawn, quietLeft, draw }, depth) {
    const frames = this.#frames;
    frames.mine[0] = mine;
    frames.theirs[0] = theirs;
    frames.extra[0] = extra;
    this.#drawn = drawn;
    this.#quietLeft = quietLeft;
    this.#draw = draw;
    // If moves without a blank cube are counted, the same cubes can have different scores.
    this.#usesMemory = quietLeft > depth + 1;
    this.#depth = Math.min(depth, MOST_PLIES - 2);
    this.#ply = 0;
    this.#left[0] = this.#depth;
    this.#alpha[0] = -INFINITE;
    this.#beta[0] = INFINITE;
    this.#isEntering = true;
    this.#isDone = false;
  }

  get score() {
    return this.#value;
  }

  /** The best moves of both sides from the root so far. */
  get line() {
    return this.#lines.moves;
  }

  /**
   * @param {number} budget of positions
   * @returns {boolean} whether the search is finished
   */
  run(budget) {
    const end = this.nodes + budget;
    while (!this.#isDone && this.nodes < end) {
      if (this.#isEntering) this.#value = this.#enter();
      if (this.#value === OPEN) this.#goOn();
      else this.#return();
    }
    return this.#isDone;
  }

  /** Return the value of the position at the top, or OPEN if its children have to be searched. */
  #enter() {
    const ply = this.#ply;
    const frames = this.#frames;
    const { mine, theirs, extra } = frames;
    this.nodes += 1;
    this.#isEntering = false;
    this.#lines.clear(ply);
    if (ply > 0 && this.#isDrawn(ply)) return ply & 1 ? -this.#draw : this.#draw;
    const left = this.#left[ply];
    const worth = left <= 0 ? linesWorth(mine[ply]) : 0;
    if (left <= 0 && worth < FOUR) return this.#guess(worth, ply);
    // No score here is better than a win at once, nor worse than a loss with the next move.
    if (this.#alpha[ply] >= WIN - ply - 1) return this.#alpha[ply];
    const known = left > 0 && this.#usesMemory ? this.#memory.recall(mine[ply], theirs[ply], extra[ply]) : -1;
    if (ply > 0 && known !== -1 && depthIn(known) >= left) {
      const score = fromRoot(scoreIn(known), ply);
      const bound = boundIn(known);
      if (bound === EXACT || (bound === AT_LEAST ? score >= this.#beta[ply] : score <= this.#alpha[ply])) return score;
    }
    const count = this.#kind.expand(frames, ply);
    if (frames.winning !== -1) {
      this.#lines.end(ply, frames.winning);
      return WIN - ply - 1;
    }
    if (left <= 0) return this.#guess(worth, ply);
    this.#firstAlpha[ply] = this.#alpha[ply];
    this.#best[ply] = -INFINITE;
    this.#bestMove[ply] = NO_MOVE;
    this.#next[ply] = 0;
    if (frames.losing !== -1) {
      this.#best[ply] = -(WIN - ply - 1);
      this.#bestMove[ply] = frames.losing;
      this.#lines.end(ply, frames.losing);
    } else if (count === 0) {
      return this.#pass(ply);
    }
    this.#count[ply] = count;
    this.#order(ply, count, known === -1 ? NO_MOVE : moveIn(known));
    return OPEN;
  }

  /**
   * Pass, because no cube can be taken: the only child has the same cubes.
   * @param {number} ply
   */
  #pass(ply) {
    const frames = this.#frames;
    const child = ply * this.#kind.width;
    frames.childMine[child] = frames.theirs[ply];
    frames.childTheirs[child] = frames.mine[ply];
    frames.childExtra[child] = this.#kind.passed(frames.extra[ply]);
    frames.childMove[child] = NO_MOVE;
    frames.childOrder[child] = 0;
    this.#count[ply] = 1;
    return OPEN;
  }

  /** @param {number} worth of the own lines @param {number} ply */
  #guess(worth, ply) {
    const { mine, theirs } = this.#frames;
    return difference(worth || linesWorth(mine[ply]), linesWorth(theirs[ply])) + freedom(mine[ply], theirs[ply]);
  }

  /**
   * Return whether the position repeats one of the search, or would end the game by repetition.
   * @param {number} ply
   */
  #isDrawn(ply) {
    const { mine, theirs, extra } = this.#frames;
    const [here, other, rest] = [mine[ply], theirs[ply], extra[ply]];
    const taken = countBits(here | other);
    let before = ply - 1;
    for (; before >= 0; before--) {
      if (mine[before] === here && theirs[before] === other && extra[before] === rest && (ply - before) % 2 === 0) return true;
      if (countBits(mine[before] | theirs[before]) !== taken) break; // blanks never increase
    }
    if (ply - before - 1 >= this.#quietLeft) return true;
    return before < 0 && this.#drawn.some((each) => each.mine === here && each.theirs === other && each.extra === rest);
  }

  /** @param {number} ply @param {number} count @param {number} remembered */
  #order(ply, count, remembered) {
    const { childMove, childOrder, width } = this.#frames;
    const first = ply * width;
    const side = (ply & 1) << 7;
    const [killer, second] = [this.#killers[2 * ply], this.#killers[2 * ply + 1]];
    for (let child = first; child < first + count; child++) {
      const move = childMove[child];
      if (move === remembered) childOrder[child] = REMEMBERED_FIRST;
      else if (move === killer) childOrder[child] = KILLER_FIRST + 1;
      else if (move === second) childOrder[child] = KILLER_FIRST;
      else childOrder[child] = this.#experience[side | move];
    }
  }

  /** Descend into the next child, or return with the best of all. */
  #goOn() {
    const ply = this.#ply;
    if (this.#next[ply] >= this.#count[ply]) {
      this.#finish(ply);
      return;
    }
    this.#bringForward(ply);
    this.#isTrial[ply] = this.#next[ply] > 0 && this.#beta[ply] - this.#alpha[ply] > 1 ? 1 : 0;
    this.#descend(ply);
  }

  /** @param {number} ply */
  #descend(ply) {
    const frames = this.#frames;
    frames.descend(ply, ply * frames.width + this.#next[ply]);
    this.#beta[ply + 1] = -this.#alpha[ply];
    this.#alpha[ply + 1] = this.#isTrial[ply] ? -this.#alpha[ply] - 1 : -this.#beta[ply];
    this.#left[ply + 1] = this.#left[ply] - 1;
    this.#ply = ply + 1;
    this.#isEntering = true;
  }

  /** Take the value of the child one ply up. */
  #return() {
    if (this.#ply === 0) {
      this.#isDone = true;
      return;
    }
    this.#ply -= 1;
    const ply = this.#ply;
    const value = -this.#value;
    this.#value = OPEN;
    if (this.#isTrial[ply] && value > this.#alpha[ply] && value < this.#beta[ply]) {
      this.#isTrial[ply] = 0; // better than expected: search again with the full window
      this.#descend(ply);
      return;
    }
    const move = this.#frames.childMove[ply * this.#frames.width + this.#next[ply]];
    this.#next[ply] += 1;
    if (value > this.#best[ply]) {
      this.#best[ply] = value;
      this.#bestMove[ply] = move;
      if (value > this.#alpha[ply] || ply === 0) {
        this.#alpha[ply] = Math.max(value, this.#alpha[ply]);
        this.#lines.extend(ply, move);
      }
      if (value >= this.#beta[ply]) {
        this.#noteRefutation(ply, move);
        this.#finish(ply);
      }
    }
  }

  /** @param {number} ply */
  #finish(ply) {
    const { mine, theirs, extra } = this.#frames;
    const best = this.#best[ply];
    const bound = best >= this.#beta[ply] ? AT_LEAST : best > this.#firstAlpha[ply] ? EXACT : AT_MOST;
    if (this.#usesMemory) {
      const score = fromNode(best, ply);
      this.#memory.keep(mine[ply], theirs[ply], extra[ply], score, this.#left[ply], bound, this.#bestMove[ply]);
    }
    this.#value = best;
  }

  /** @param {number} ply @param {number} move */
  #noteRefutation(ply, move) {
    if (this.#killers[2 * ply] !== move) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply];
      this.#killers[2 * ply] = move;
    }
    const place = ((ply & 1) << 7) | move;
    this.#experience[place] += this.#left[ply] * this.#left[ply];
    if (this.#experience[place] > MOST_EXPERIENCE) this.#experience.forEach((each, at, all) => (all[at] = each >> 1));
  }

  /**
   * Move the most promising of the remaining children to the front.
   * @param {number} ply
   */
  #bringForward(ply) {
    const { width, childMine, childTheirs, childExtra, childMove, childOrder } = this.#frames;
    const here = ply * width + this.#next[ply];
    const end = ply * width + this.#count[ply];
    let chosen = here;
    for (let child = here + 1; child < end; child++) if (childOrder[child] > childOrder[chosen]) chosen = child;
    if (chosen === here) return;
    for (const column of [childMine, childTheirs, childExtra, childMove, childOrder]) {
      const kept = column[here];
      column[here] = column[chosen];
      column[chosen] = kept;
    }
  }
}
