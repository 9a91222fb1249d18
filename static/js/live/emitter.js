/** Emits events to listeners: `const off = thing.on("state", listener)`. */

/** @template {Record<string, any>} [Events=Record<string, any>] the value of each kind of event */
export class Emitter {
  /** @type {Map<keyof Events, Set<(value: any) => void>>} */
  #listeners = new Map();

  /**
   * @template {keyof Events} Kind
   * @param {Kind} kind @param {(value: Events[Kind]) => void} listener
   * @returns {() => void} stops listening
   */
  on(kind, listener) {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  /**
   * @template {keyof Events} Kind
   * @param {Kind} kind @param {Events[Kind]} value
   */
  emit(kind, value) {
    for (const listener of this.#listeners.get(kind) ?? []) listener(value);
  }
}
