/** The engine for pages: one question at a time, answered by a worker, or by the page itself if there is none. */
import { EngineRunner } from "./engine_runner.js";

/** @typedef {import("./engine_question.js").Answer} Answer */
/** @typedef {import("./engine_question.js").Question} Question */

export class Engine {
  /** @type {Worker | null} */ #worker = null;
  /** @type {EngineRunner | null} */ #runner = null;
  #asked = 0;
  /** @type {{ question: Question, tell: (answer: Answer) => void } | null} */ #waiting = null;

  /** @param {string} address of the worker's script; empty: the page thinks itself */
  constructor(address) {
    if (!address || !globalThis.Worker) {
      this.#runner = new EngineRunner();
      return;
    }
    const worker = new Worker(address, { type: "module" });
    worker.addEventListener("message", ({ data: { id, answer } }) => this.#onAnswer(id, answer));
    worker.addEventListener("error", () => this.#thinkHere());
    this.#worker = worker;
  }

  /**
   * @param {Question} question  ends the one before, which then is never answered
   * @param {(answer: Answer) => void} [onBetter]  while it thinks
   * @returns {Promise<Answer>}
   */
  ask(question, onBetter = () => {}) {
    this.#asked += 1;
    return new Promise((resolve) => {
      const tell = (/** @type {Answer} */ answer) => (answer.isLast ? resolve(answer) : onBetter(answer));
      this.#waiting = { question, tell };
      if (this.#runner) this.#runner.answer(question, tell);
      else this.#worker?.postMessage({ id: this.#asked, question });
    });
  }

  /** Demand the best answer so far at once. */
  stop() {
    if (this.#runner) this.#runner.stop();
    else this.#worker?.postMessage({ stop: true });
  }

  close() {
    this.#runner?.stop();
    this.#worker?.terminate();
  }

  /** @param {number} id @param {Answer} answer */
  #onAnswer(id, answer) {
    if (id === this.#asked) this.#waiting?.tell(answer);
  }

  /** Think on the page, because the browser lacks module workers or the script did not load. */
  #thinkHere() {
    if (this.#runner) return;
    this.#worker?.terminate();
    this.#runner = new EngineRunner();
    if (this.#waiting) this.#runner.answer(this.#waiting.question, this.#waiting.tell);
  }
}
