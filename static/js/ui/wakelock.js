/**
 * Keeps the screen on while a game is on the table. Only secure pages may request that: on others the menu says what to
 * do. (A hidden video, the usual trick, depends on each browser's power saving; see docs/decisions/browser.md.)
 */
export class ScreenWakeLock {
  /** @type {{ released: boolean, release(): Promise<void> } | null} */ #lock = null;
  #wanted = false;

  constructor() {
    document.addEventListener("visibilitychange", () => this.#ask());
  }

  get isPossible() {
    return "wakeLock" in navigator;
  }

  /** @param {boolean} wanted */
  keep(wanted) {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#ask();
  }

  async #ask() {
    if (!this.isPossible) return;
    if (!this.#wanted) {
      await this.#lock?.release();
      this.#lock = null;
    } else if (document.visibilityState === "visible" && (!this.#lock || this.#lock.released)) {
      // The browser refuses when the battery is nearly empty, and the page cannot change that.
      this.#lock = await /** @type {any} */ (navigator).wakeLock.request("screen").catch(() => null);
    }
  }
}
