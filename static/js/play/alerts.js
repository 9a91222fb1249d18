/** Alerts for a player who looks elsewhere: a sound once the page was touched, a vibration, the title of the tab. */
import { Sounds } from "../ui/sounds.js";

/** @type {Readonly<Record<"turn" | "moved" | "low" | "over" | "no", import("../ui/sounds.js").Tune>>} */
const TUNES = { turn: "ask", moved: "push", low: "low", over: "over", no: "no" };
const MUTED = "play-muted";
const TICKS = "play-ticks";

export class Alerts {
  #title = document.title;
  #sounds;
  #storage;

  /** @param {import("../storage.js").Store} storage remembers whether this device is to be silent */
  constructor(storage) {
    this.#storage = storage;
    this.#sounds = new Sounds({ get: () => !this.muted }, document);
  }

  get muted() {
    return this.#storage.getItem(MUTED) === "yes";
  }

  /** @param {boolean} muted */
  set muted(muted) {
    this.#storage.setItem(MUTED, muted ? "yes" : "no");
  }

  /** Whether ticks count the last seconds. */
  get ticks() {
    return this.#storage.getItem(TICKS) !== "no";
  }

  /** @param {boolean} ticks */
  set ticks(ticks) {
    this.#storage.setItem(TICKS, ticks ? "yes" : "no");
  }

  tick() {
    if (this.ticks) this.#sounds.play("tick");
  }

  /** @param {keyof typeof TUNES} what */
  ring(what) {
    this.#sounds.play(TUNES[what]);
  }

  /**
   * Put words before the title, for a tab in the background.
   * @param {string} words
   */
  title(words) {
    document.title = words ? `● ${words} · ${this.#title}` : this.#title;
  }
}
