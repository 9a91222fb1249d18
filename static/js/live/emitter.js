/** Plain events for whoever asked: `const off = thing.on("state", listener)`. */
export class Emitter {
  #listeners = new Map();

  /** @param {string} kind @param {(value: any) => void} listener @returns {() => void} stops listening */
  on(kind, listener) {
    const listeners = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** @param {string} kind @param {any} [value] */
  emit(kind, value) {
    for (const listener of this.#listeners.get(kind) ?? []) listener(value);
  }
}
