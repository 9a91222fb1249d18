/**
 * The levels of the computer. A weak level does not play random moves: it searches less deeply and misjudges the same
 * pushes as people, those that move many cubes. Matches prove the order of the levels (docs/engine.md).
 */
import { gettext } from "../i18n.js";
import { SEATS } from "../rules/seats.js";
import { calledMove } from "./engine_question.js";
import { DRAW_AVOIDED, WIN, isLoss, isWin } from "./evaluation.js";
import { PositionMemory } from "./search_memory.js";
import { Thinking } from "./thinking.js";

/** @typedef {import("../rules/play.js").Play} Play */
/** @typedef {{ move: string, cubes: number, after: Play }} Candidate  `cubes`: how many the push moves */

/**
 * @typedef {object} Level
 * @property {number} number
 * @property {() => string} name
 * @property {number} depth  plies it looks ahead
 * @property {number} nodes  positions it looks at for a move, at most
 * @property {number} error  how far it misjudges a push that moves one cube; more with more cubes
 * @property {number} blindness  how often it does not notice that a move wins, or that the answer does
 */

/** @type {readonly Level[]} */
export const LEVELS = Object.freeze([
  { number: 1, name: () => gettext("First game"), depth: 1, nodes: 5_000, error: 16, blindness: 0.35 },
  { number: 2, name: () => gettext("Beginner"), depth: 2, nodes: 20_000, error: 12, blindness: 0 },
  { number: 3, name: () => gettext("Learner"), depth: 3, nodes: 60_000, error: 6, blindness: 0 },
  { number: 4, name: () => gettext("Club player"), depth: 4, nodes: 200_000, error: 2, blindness: 0 },
  { number: 5, name: () => gettext("Strong player"), depth: 6, nodes: 600_000, error: 0, blindness: 0 },
  { number: 6, name: () => gettext("As strong as it gets"), depth: 40, nodes: 1_000_000, error: 0, blindness: 0 },
]);

/** @param {number} number @returns {Level} */
export const levelOf = (number) => LEVELS[Math.min(LEVELS.length, Math.max(1, number)) - 1];

/** Moves whose scores differ by no more than this count as equal; one of them is chosen by chance. */
const AS_GOOD = 1;

/** The choice of a move at a level: each move gets a score by a search, and an error by the level. */
export class LevelChoice {
  #play;
  #level;
  #chance;
  /** @type {Candidate[]} */ #waiting;
  /** @type {{ move: string, score: number }[]} */ #judged = [];
  /** @type {Thinking | null} */ #thinking = null;
  #memory;
  #nodes = 0;
  /** @type {Thinking | null} For a level that does not err: all moves at once. */ #whole = null;

  /** @param {Play} play not over @param {Level} level @param {number} seed @param {PositionMemory} [memory] */
  constructor(play, level, seed, memory = new PositionMemory()) {
    this.#play = play.afterPasses();
    this.#level = level;
    this.#chance = chanceFrom(seed + 7_919 * this.#play.ply);
    this.#memory = memory;
    this.#waiting = level.error ? candidatesOf(this.#play) : [];
    if (!level.error) this.#whole = new Thinking(this.#play, { ...level, draw: -DRAW_AVOIDED }, memory, this.#chance);
  }

  /** @param {number} nodes @returns {boolean} whether the move is chosen */
  step(nodes) {
    if (this.#whole) return this.#whole.step(nodes);
    let left = nodes;
    while (this.#waiting.length && left > 0) {
      const [{ after }] = this.#waiting;
      const allowed = Math.ceil(this.#level.nodes / this.#waiting.length);
      const limits = { depth: this.#level.depth - 1, nodes: allowed, draw: -DRAW_AVOIDED * this.#sign(after) };
      const thinking = after.outcome ? null : (this.#thinking ??= new Thinking(after, limits, this.#memory));
      const before = thinking?.nodes ?? 0;
      if (thinking && !thinking.step(left)) return false;
      left -= Math.max(1, (thinking?.nodes ?? 0) - before);
      this.#nodes += thinking?.nodes ?? 1;
      this.#judge(thinking);
    }
    return this.#waiting.length === 0;
  }

  /** @param {Thinking | null} thinking null where the move ends the game */
  #judge(thinking) {
    const [{ move, cubes, after }] = this.#waiting.splice(0, 1);
    this.#thinking = null;
    const score = thinking ? this.#sign(after) * thinking.finding.score : endScore(after, this.#side);
    this.#judged.push({ move, score: this.#misjudged(score, cubes) });
  }

  get #side() {
    return SEATS[this.#play.position.seat].side;
  }

  /**
   * Return the sign of a score, since the same side moves again after a forced pass.
   * @param {Play} after
   */
  #sign({ position }) {
    return SEATS[position.seat].side === this.#side ? 1 : -1;
  }

  /** @param {number} score @param {number} cubes */
  #misjudged(score, cubes) {
    const { error, blindness } = this.#level;
    const doubt = bellFrom(this.#chance) * error * cubes + this.#chance() * AS_GOOD;
    const isDecided = isWin(score) || isLoss(score);
    if (isDecided && this.#chance() >= blindness) return score;
    return isDecided ? doubt : score + doubt;
  }

  get nodes() {
    return this.#nodes + ((this.#whole ?? this.#thinking)?.nodes ?? 0);
  }

  /** The best move at this level. */
  get move() {
    if (this.#whole) return this.#whole.finding.move ?? firstMove(this.#play);
    if (!this.#judged.length) return firstMove(this.#play);
    return this.#judged.reduce((best, each) => (each.score > best.score ? each : best)).move;
  }

  /** Search to the end at once. */
  finish() {
    while (!this.step(1_000_000));
    return this.move;
  }
}

/**
 * Return any move, for a search that was stopped before its first result.
 * @param {Play} play
 */
const firstMove = (play) => calledMove(play, play.position.moves()[0]).move;

/** @param {Play} play @returns {Candidate[]} */
function candidatesOf(play) {
  return play.position.moves().map((move) => {
    const { move: text, after } = calledMove(play, move);
    return { move: text, cubes: cubesMoved(move), after };
  });
}

/** @param {import("../rules/moves.js").Move} move */
function cubesMoved({ cell, edge }) {
  const [column, row] = ["abcde".indexOf(cell[0]), "12345".indexOf(cell[1])];
  return { E: 4 - column, W: column, N: 4 - row, S: row }[edge];
}

/** @param {Play} play that is over @param {import("../rules/seats.js").Side} side */
function endScore({ outcome }, side) {
  if (!outcome?.winner) return -DRAW_AVOIDED;
  return outcome.winner === side ? WIN - 1 : 1 - WIN;
}

/**
 * Make a generator of random numbers from a seed: the same one gives the same games.
 * @param {number} seed @returns {() => number} from 0 to below 1 (the generator mulberry32)
 */
export function chanceFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Draw a number around 0, seldom farther away than two: the sum of a few random ones.
 * @param {() => number} chance
 */
const bellFrom = (chance) => chance() + chance() + chance() + chance() - 2;
