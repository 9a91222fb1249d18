/** The engine as a page sees it: asked one thing at a time, answered by a worker, or by the page itself where there is none. */
import { EngineDesk } from "./desk.js";

/** @typedef {import("./questions.js").Answer} Answer */
/** @typedef {import("./questions.js").Question} Question */

export class Engine {
  /** @type {Worker | null} */ #worker = null;
  /** @type {EngineDesk | null} */ #desk = null;
  #asked = 0;
  /** @type {{ question: Question, tell: (answer: Answer) => void } | null} */ #waiting = null;

  /** @param {string} address of the worker's script; empty: the page thinks itself */
  constructor(address) {
    if (!address || !globalThis.Worker) {
      this.#desk = new EngineDesk();
      return;
    }
    const worker = new Worker(address, { type: "module" });
    worker.addEventListener("message", ({ data: { id, answer } }) => this.#hear(id, answer));
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
      if (this.#desk) this.#desk.answer(question, tell);
      else this.#worker?.postMessage({ id: this.#asked, question });
    });
  }

  /** The answer is wanted now, as good as it is. */
  stop() {
    if (this.#desk) this.#desk.stop();
    else this.#worker?.postMessage({ stop: true });
  }

  close() {
    this.#desk?.stop();
    this.#worker?.terminate();
  }

  /** @param {number} id @param {Answer} answer */
  #hear(id, answer) {
    if (id === this.#asked) this.#waiting?.tell(answer);
  }

  /** A browser that knows workers but not of this kind, or a script that did not come. */
  #thinkHere() {
    if (this.#desk) return;
    this.#worker?.terminate();
    this.#desk = new EngineDesk();
    if (this.#waiting) this.#desk.answer(this.#waiting.question, this.#waiting.tell);
  }
}
