/** The notice over a game that was taken from this table: the reason and a link, readable from both sides. */
import { goneTitle, goneWinner, keptEntriesWords } from "../game/event_words.js";
import { inLanguage } from "../i18n.js";
import { byId, find, findAll } from "../ui/dom.js";

/** @typedef {import("./session.js").GameSession} GameSession */

/** The refusals after which the server stores the entry for the arbiter. */
const KEPT_LATE = ["voided", "old-epoch", "old-generation"];

export class DepartureNotice {
  #el = byId("gone");
  #root = byId("table");

  #settings;

  /** @param {import("./settings.js").Settings} settings @param {() => void} onGoOn */
  constructor(settings, onGoOn) {
    this.#settings = settings;
    byId("go-on").addEventListener("click", onGoOn);
  }

  get isShown() {
    return !this.#el.hidden;
  }

  /** @param {GameSession} session whose game is gone */
  show({ game }) {
    const { gone } = game;
    if (!gone) return;
    const words = () => [goneWinner(game.known.game, gone), keptEntriesWords(game.outbox, KEPT_LATE)].filter(Boolean).join(" ");
    for (const side of findAll(this.#el, ".table-gone-words")) {
      const language = this.#settings.languageAt(side.matches(".table-gone-far") ? "N" : "S");
      if (language) side.lang = language;
      find(side, "h2").textContent = inLanguage(language, () => goneTitle(gone));
      find(side, "p").textContent = inLanguage(language, words);
    }
    // The entries of this tablet are sent first.
    byId("go-on", HTMLButtonElement).disabled = game.waiting > 0;
    this.#el.hidden = false;
    this.#root.toggleAttribute("data-gone", true);
  }

  hide() {
    this.#el.hidden = true;
    this.#root.removeAttribute("data-gone");
  }
}
