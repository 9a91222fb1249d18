/**
 * Notices of the desk to the boards, shown for a while at each place (a seat of the table, a phone, the wall). A tap on
 * one counts for the element beneath, and hides the notice at that place.
 */
import { fill, gettext } from "../i18n.js";
import { asTexts, readStored, writeStored } from "../storage.js";
import { element, findMaybe } from "./dom.js";

/** @typedef {import("../live/messages").Notice} Notice */

const SEEN_KEY = "fiveline.notices";
const SEEN_VERSION = 1;
/** The number of dismissed notices to remember; older ones have expired. */
const MOST_SEEN = 40;
/** Taps within this time after it appears do not hide a notice, since the player has not read it. */
const READ_MS = 1_500;

export class BoardNotices {
  #places;
  #storage;
  #time;
  /** @type {readonly Notice[]} */ #notices = [];
  /** @type {Map<string, number>} Since when each is shown, by its key. */ #shown = new Map();
  #alarm = 0;
  #said = element("p", "unseen");

  /**
   * @param {object} options
   * @param {() => HTMLElement[]} options.places  where they are shown, each for itself
   * @param {import("../storage.js").Store} options.storage  remembers what was waved away
   * @param {import("../live/timesource.js").TimeSource} options.time
   */
  constructor({ places, storage, time }) {
    this.#places = places;
    this.#storage = storage;
    this.#time = time;
    this.#said.setAttribute("role", "status");
    document.body.append(this.#said);
    document.addEventListener("pointerdown", (event) => this.#wave(event), { capture: true, passive: true });
  }

  /** @param {readonly Notice[] | undefined} notices all that are meant for who looks here */
  hear(notices = []) {
    this.#notices = notices;
    this.show();
  }

  /** Show the present notices at every place, since places may have changed. */
  show() {
    clearTimeout(this.#alarm);
    const now_ms = this.#time.server_ms;
    const open = this.#notices.filter(({ until_ms }) => until_ms > now_ms);
    const seen = this.#seen;
    this.#places().forEach((place, index) => {
      const next = open.filter(({ id }) => !seen.includes(`${id}.${index}`)).at(-1);
      this.#showAt(place, next ? { key: `${next.id}.${index}`, text: next.text } : null);
    });
    if (open.length) {
      const first_ms = Math.min(...open.map(({ until_ms }) => until_ms));
      this.#alarm = setTimeout(() => this.show(), Math.max(500, first_ms - now_ms));
    }
  }

  /** @param {HTMLElement} place @param {{ key: string, text: string } | null} next */
  #showAt(place, next) {
    const strip = findMaybe(place, ":scope > .board-notice");
    if (!next || strip?.dataset.key !== next.key) strip?.remove();
    if (!next || strip?.dataset.key === next.key) return;
    const fresh = element("span", "board-notice", fill(gettext("Desk: {text}"), { text: next.text }));
    fresh.dataset.key = next.key;
    place.append(fresh);
    this.#shown.set(next.key, performance.now());
    if (this.#said.textContent !== fresh.textContent) this.#said.textContent = fresh.textContent;
  }

  /** @param {PointerEvent} event */
  #wave({ clientX, clientY }) {
    for (const place of this.#places()) {
      const strip = findMaybe(place, ":scope > .board-notice");
      const key = strip?.dataset.key ?? "";
      if (!strip || performance.now() - (this.#shown.get(key) ?? 0) < READ_MS) continue;
      const { left, right, top, bottom } = strip.getBoundingClientRect();
      if (clientX < left || clientX > right || clientY < top || clientY > bottom) continue;
      writeStored(this.#storage, SEEN_KEY, SEEN_VERSION, [...this.#seen, key].slice(-MOST_SEEN));
      this.show();
    }
  }

  /** @returns {string[]} */
  get #seen() {
    return readStored(this.#storage, SEEN_KEY, SEEN_VERSION, asTexts) ?? [];
  }
}
