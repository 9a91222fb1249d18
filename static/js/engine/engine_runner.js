/**
 * Answers one question at a time in slices of a few milliseconds, between which it can be stopped. Runs in a worker;
 * if there is none (a packed site that is opened as a file) the page itself runs it and stays responsive.
 */
import { playOf } from "./engine_question.js";
import { LevelChoice, levelOf } from "./levels.js";
import { PositionMemory } from "./search_memory.js";
import { Thinking } from "./thinking.js";

/** @typedef {import("./engine_question.js").Answer} Answer */
/** @typedef {import("./engine_question.js").Question} Question */

/** The positions between two looks at the clock: under a millisecond on a tablet. */
const STEP_NODES = 1_000;
/** A request to stop waits this long at most. */
const SLICE_MS = 8;
const LONGEST_MS = 4_000;

export class EngineRunner {
  #now;
  #breathe;
  #memory = new PositionMemory();
  #current = 0;
  #isStopped = false;

  /**
   * @param {{ now?: () => number, breathe?: () => Promise<unknown> }} means  milliseconds; lets others be heard
   */
  constructor({ now = () => performance.now(), breathe = nextTurn } = {}) {
    this.#now = now;
    this.#breathe = breathe;
  }

  /** Make the running search answer with its best move so far. */
  stop() {
    this.#isStopped = true;
  }

  /**
   * Answer a question; a new one ends the one before.
   * @param {Question} question @param {(answer: Answer) => void} tell  called with each better answer
   */
  async answer(question, tell) {
    const turn = ++this.#current;
    this.#isStopped = false;
    this.#memory.clear(); // so that an answer never depends on earlier questions
    const { ponder, read } = this.#begin(question);
    const end_ms = this.#now() + (question.time_ms ?? LONGEST_MS);
    let isDone = false;
    let depth = 0;
    while (!isDone && turn === this.#current && !this.#isStopped && this.#now() < end_ms) {
      const slice_ms = Math.min(end_ms, this.#now() + SLICE_MS);
      while (!isDone && this.#now() < slice_ms) isDone = ponder(STEP_NODES);
      const found = read();
      if (!isDone && found.depth > depth) tell({ ...found, isLast: false });
      depth = found.depth;
      if (!isDone) await this.#breathe();
    }
    if (turn === this.#current) tell({ ...read(), isLast: true });
  }

  /** @param {Question} question */
  #begin({ play: plain, level, seed = 1, depth, nodes }) {
    const play = playOf(plain);
    if (level !== undefined) {
      const choice = new LevelChoice(play, levelOf(level), seed, this.#memory);
      const read = () => ({ ...UNKNOWN, move: choice.move, nodes: choice.nodes });
      return { ponder: (/** @type {number} */ count) => choice.step(count), read };
    }
    const thinking = new Thinking(play, { ...(depth && { depth }), ...(nodes && { nodes }) }, this.#memory);
    const read = () => ({ ...thinking.finding, move: thinking.finding.move ?? "", nodes: thinking.nodes });
    return { ponder: (/** @type {number} */ count) => thinking.step(count), read };
  }
}

const UNKNOWN = { line: [], score: 0, ends_in: null, depth: 0 };

/** Wait for the next task by a message, since timers of browsers wait at least four milliseconds. */
function nextTurn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(null);
    };
    port2.postMessage(null);
  });
}
