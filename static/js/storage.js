/**
 * Reads and writes the storage of the browser; every other module uses this one (a test checks it). A page without
 * storage still works. Structured values have a version: a value that cannot be read, because it is damaged or of
 * another version, is moved to `<key>.unreadable`, and the page continues as if nothing had been stored.
 */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">} Store */

const UNREADABLE = ".unreadable";
/** The version of values that were stored before versions were: they are stored bare. */
const FIRST_VERSION = 1;

/** Open the browser's storage, or one in memory that forgets with the page. */
export const openStorage = () => open(() => localStorage);

/** Open what a tab stores for itself until it is closed. */
export const openTabStorage = () => open(() => sessionStorage);

/** @param {() => Store} area @returns {{ storage: Store, lasts: boolean }} */
function open(area) {
  try {
    const storage = area();
    const probe = "fiveline.probe";
    storage.setItem(probe, "1");
    storage.removeItem(probe);
    return { storage, lasts: true };
  } catch {
    return { storage: memoryStore(), lasts: false };
  }
}

/** @returns {Store} */
function memoryStore() {
  const values = new Map();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

/**
 * Read a stored value. Sets it aside if it cannot be read.
 * @template T
 * @param {Store} storage @param {string} key @param {number} version  the one that is understood
 * @param {(value: any) => T} read  makes of it what the caller needs, and throws if it cannot
 * @returns {T | null} null if there is nothing, or nothing readable
 */
export function readStored(storage, key, version, read) {
  const text = storage.getItem(key);
  if (text === null) return null;
  try {
    const stored = JSON.parse(text);
    const isBare = typeof stored?.version !== "number" || !("value" in stored);
    const { version: found, value } = isBare ? { version: FIRST_VERSION, value: stored } : stored;
    if (found !== version) throw new TypeError(`${key} has version ${found}`);
    return read(value);
  } catch {
    setAside(storage, key, text);
    return null;
  }
}

/**
 * Store a value for `readStored`.
 * @param {Store} storage @param {string} key @param {number} version @param {unknown} value
 * @returns {boolean} whether it was stored: there may be no room
 */
export function writeStored(storage, key, version, value) {
  try {
    storage.setItem(key, JSON.stringify(version === FIRST_VERSION ? value : { version, value }));
    return true;
  } catch {
    return false;
  }
}

/**
 * Read an object, for `readStored`.
 * @param {any} value @returns {Record<string, any>}
 */
export function asObject(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("not an object");
  return value;
}

/**
 * Read a list of texts, for `readStored`.
 * @param {any} value @returns {string[]}
 */
export function asTexts(value) {
  if (!Array.isArray(value) || value.some((each) => typeof each !== "string")) throw new TypeError("not a list of texts");
  return value;
}

/** @param {Store} storage @param {string} key @param {string} text */
function setAside(storage, key, text) {
  const place = key + UNREADABLE;
  const before = storage.getItem(place);
  storage.removeItem(key); // first, so that there is room
  try {
    storage.setItem(place, before === null ? text : `${before}\n${text}`);
  } catch {
    // No room for both: the older one stays.
  }
}

/**
 * List what was set aside, by the key under which it was stored.
 * @param {Store} storage @returns {Record<string, string>}
 */
export function listUnreadable(storage) {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "");
  const places = keys.filter((key) => key.endsWith(UNREADABLE)).sort();
  return Object.fromEntries(places.map((place) => [place.slice(0, -UNREADABLE.length), storage.getItem(place) ?? ""]));
}

/** @param {Store} storage */
export function deleteUnreadable(storage) {
  for (const key of Object.keys(listUnreadable(storage))) storage.removeItem(key + UNREADABLE);
}
