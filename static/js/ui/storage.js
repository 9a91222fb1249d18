/** Where a page keeps things in the browser. One that keeps nothing still plays. */

/** localStorage, or something that forgets with the page. */
export function openStorage() {
  try {
    const probe = "fiveline.probe";
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return { storage: localStorage, lasts: true };
  } catch {
    const kept = new Map();
    const storage = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => kept.set(key, value),
      removeItem: (key) => kept.delete(key),
    };
    return { storage, lasts: false };
  }
}
