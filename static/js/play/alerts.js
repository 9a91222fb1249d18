/** Telling a player who looks elsewhere: a sound once the page was touched, a buzz, the title of the tab. */
import { Sounds } from "../ui/sounds.js";

const TUNES = { turn: "ask", moved: "push", low: "low", over: "over", no: "no" };
const MUTED = "play-muted";

export class Alerts {
  #title = document.title;
  #sounds;
  #storage;

  /** @param {Pick<Storage, "getItem" | "setItem">} storage remembers whether this device is to be silent */
  constructor(storage) {
    this.#storage = storage;
    this.#sounds = new Sounds({ get: () => !this.muted }, document);
  }

  get muted() {
    return this.#storage.getItem(MUTED) === "yes";
  }

  set muted(muted) {
    this.#storage.setItem(MUTED, muted ? "yes" : "no");
  }

  /** @param {keyof typeof TUNES} what */
  ring(what) {
    this.#sounds.play(TUNES[what]);
  }

  /** Words before the title, for a tab in the background. @param {string} words */
  title(words) {
    document.title = words ? `● ${words} · ${this.#title}` : this.#title;
  }
}
