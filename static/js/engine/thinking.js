/**
 * One question to the engine: how good is this game for the seat to move, and what is its best move? Answered deeper
 * and deeper, in small steps, until a limit is reached, the game is decided or the caller stops.
 */
import { Position } from "../rules/position.js";
import { calledMove } from "./engine_question.js";
import { pliesToEnd } from "./evaluation.js";
import { KINDS } from "./move_generator.js";
import { NO_MOVE, Search } from "./search.js";
import { PositionMemory } from "./search_memory.js";

/** @typedef {import("../rules/play.js").Play} Play */

/**
 * @typedef {object} Root  a game as the numbers that a search begins with
 * @property {number} mine @property {number} theirs @property {number} extra
 * @property {readonly { mine: number, theirs: number, extra: number }[]} drawn  positions that would end the game
 * @property {number} draw  what a draw is worth to the seat to move
 * @property {number} quietLeft  moves without a blank cube until the game is drawn
 */

/**
 * @typedef {object} Limits
 * @property {number} [depth] @property {number} [nodes]
 * @property {number} [draw]  what a draw is worth to the seat to move
 */

/**
 * @typedef {object} Finding
 * @property {string | null} move  the best one, as text; null while none is known
 * @property {string[]} line  the best moves of both sides
 * @property {number} score  for the seat to move
 * @property {number | null} ends_in  plies until the game is decided, where that is proved
 * @property {number} depth @property {number} nodes
 */

const DEEPEST = 40;

export class Thinking {
  #play;
  #root;
  #limits;
  #search;
  #depth = 0;
  #isDone = false;
  /** @type {Finding} */ finding = { move: null, line: [], score: 0, ends_in: null, depth: 0, nodes: 0 };

  /**
   * @param {Play} play  that is not over @param {Limits} [limits] @param {PositionMemory} [memory] of the same game;
   *   scores of draws by repetition are wrong in another game, so memories with such positions are cleared
   * @param {() => number} [chance]
   */
  constructor(play, limits = {}, memory = new PositionMemory(), chance = undefined) {
    this.#play = play.afterPasses();
    this.#root = rootOf(this.#play, limits.draw ?? 0);
    this.#limits = { depth: DEEPEST, nodes: Infinity, ...limits };
    if (this.#root.drawn.length) memory.clear();
    this.#search = new Search(KINDS[this.#play.position.seats], memory, chance);
    this.#depth = Math.min(0, this.#limits.depth - 1);
    this.#deepen();
  }

  /** The number of searched positions. */
  get nodes() {
    return this.#search.nodes;
  }

  /**
   * Search for so many positions more.
   * @param {number} nodes @returns {boolean} whether the answer is final
   */
  step(nodes) {
    const allowed = Math.min(nodes, this.#limits.nodes - this.#search.nodes);
    if (!this.#isDone && this.#search.run(allowed)) this.#conclude();
    if (this.#search.nodes >= this.#limits.nodes) this.#isDone = true;
    return this.#isDone;
  }

  /**
   * Search to the end, at once.
   * @returns {Finding}
   */
  finish() {
    while (!this.step(1_000_000));
    return this.finding;
  }

  #deepen() {
    this.#depth += 1;
    this.#search.begin(this.#root, this.#depth);
  }

  #conclude() {
    const line = movesOfLine(this.#play, this.#search.line);
    const { score, nodes } = this.#search;
    const ends_in = pliesToEnd(score);
    this.finding = { move: line[0] ?? null, line, score, ends_in, depth: this.#depth, nodes };
    const isDecided = ends_in !== null && ends_in <= this.#depth;
    if (isDecided || this.#depth >= this.#limits.depth) this.#isDone = true;
    else this.#deepen();
  }
}

/** @param {Play} play @param {number} draw @returns {Root} */
function rootOf({ position, rules, seen, quiet }, draw) {
  const kind = KINDS[position.seats];
  const nearly = rules.repetition ? seen.filter((key) => seen.filter((each) => each === key).length >= rules.repetition - 1) : [];
  return {
    ...kind.read(position),
    draw,
    drawn: [...new Set(nearly)].map((key) => kind.read(Position.parse(key))),
    quietLeft: rules.move_limit ? Math.max(1, rules.move_limit - quiet) : Infinity,
  };
}

/**
 * Convert a line of a search to moves, with the calls that the rule set demands.
 * @param {Play} play @param {readonly number[]} line @returns {string[]}
 */
function movesOfLine(play, line) {
  const kind = KINDS[play.position.seats];
  const moves = [];
  let now = play;
  for (const each of line) {
    if (now.outcome) break;
    if (each === NO_MOVE) continue; // the referee passes without a request
    const text = calledMove(now, kind.moveOf(each, kind.read(now.position).extra));
    moves.push(text.move);
    now = text.after;
  }
  return moves;
}
