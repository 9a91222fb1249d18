/**
 * A queue of results, sent one after the other in the order of entry: those typed meanwhile wait and are shown, and
 * those that could not be sent are sent again. Each entry names its game, so that none is entered twice if its answer
 * was lost.
 */

/** @typedef {"done" | "refused" | "unreachable"} Answer */
/**
 * @typedef {object} QueuedResult
 * @property {string} label  what the person entered: `12 1-0`
 * @property {string} row  the board it is for, by the id of its row; empty if there is none
 * @property {string} action  where it is sent to
 * @property {Record<string, string>} fields
 * @property {boolean} isTyped  a line that was typed, to be corrected if it is refused
 */

/** The time between two attempts while the server cannot be reached. */
const AGAIN_MS = 2000;

export class ResultQueue {
  /** @type {QueuedResult[]} */ #waiting = [];
  /** @type {QueuedResult[]} */ #refused = [];
  #isSending = false;
  #isUnreachable = false;
  #send;
  #onChange;
  #later;

  /**
   * @param {object} options
   * @param {(entry: QueuedResult) => Promise<Answer>} options.send
   * @param {(refused: QueuedResult | null) => void} options.onChange  after every change, with what was just refused
   * @param {(call: () => void, after_ms: number) => unknown} [options.later]
   */
  constructor({ send, onChange, later = (call, after_ms) => setTimeout(call, after_ms) }) {
    this.#send = send;
    this.#onChange = onChange;
    this.#later = later;
  }

  /** The entries that are not answered, the oldest first. */
  get waiting() {
    return [...this.#waiting];
  }

  /** The lines that were refused and not corrected yet. */
  get refused() {
    return [...this.#refused];
  }

  /** The entry that could not be sent and is sent again soon; those behind it wait as well. */
  get unsent() {
    return this.#isUnreachable ? this.#waiting[0] : undefined;
  }

  /** @param {string} row */
  countFor(row) {
    return this.#waiting.filter((entry) => entry.row === row).length;
  }

  /** @param {QueuedResult} entry */
  add(entry) {
    this.#waiting.push(entry);
    this.#refused = this.#refused.filter(({ row }) => row !== entry.row);
    this.#onChange(null);
    this.#go();
  }

  /** @param {QueuedResult} entry that is corrected or cancelled */
  forget(entry) {
    this.#refused = this.#refused.filter((each) => each !== entry);
    this.#onChange(null);
  }

  async #go() {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let entry = this.#waiting[0]; entry; entry = this.#waiting[0]) {
      const answer = await this.#send(entry);
      this.#isUnreachable = answer === "unreachable";
      if (this.#isUnreachable) {
        this.#onChange(null);
        this.#later(() => {
          this.#isSending = false;
          this.#go();
        }, AGAIN_MS);
        return;
      }
      this.#waiting.shift();
      const refused = answer === "refused" && entry.isTyped ? entry : null;
      if (refused) this.#refused.push(refused);
      this.#onChange(refused);
    }
    this.#isSending = false;
  }
}
