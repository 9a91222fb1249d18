/**
 * A game that somebody has started before the server said who keeps it: the start, and a move made meanwhile, wait for
 * that word. Pure; never touches the document.
 */

/** @typedef {{ byKey: boolean, move: { text: string, timeStamp?: number } | null }} Early */

export class EarlyStart {
  /** @type {Early | null} */ #early = null;

  get waits() {
    return this.#early !== null;
  }

  /** Whether a move may still be made on it. */
  get wantsMove() {
    return this.#early?.move === null;
  }

  /** @param {boolean} byKey whoever plays by keyboard goes on from the board */
  begin(byKey) {
    this.#early ??= { byKey, move: null };
  }

  /** @param {string} text @param {number} [timeStamp] of its last touch @returns {boolean} whether it has to wait */
  keepMove(text, timeStamp) {
    if (this.#early) this.#early.move = { text, timeStamp };
    return this.waits;
  }

  /** The word has come, or another game: nothing waits any more. @returns {Early | null} what waited */
  take() {
    const early = this.#early;
    this.#early = null;
    return early;
  }
}
