/** Where a page keeps things in the browser. One that keeps nothing still plays. */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Store */

/**
 * localStorage, or something that forgets with the page.
 * @returns {{ storage: Store, lasts: boolean }}
 */
export function openStorage() {
  try {
    const probe = "fiveline.probe";
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return { storage: localStorage, lasts: true };
  } catch {
    const kept = new Map();
    /** @type {Store} */
    const storage = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
    return { storage, lasts: false };
  }
}
