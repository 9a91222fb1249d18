/** Over the board while nobody may move: start the game, or let it go on. */
import { controlWords } from "../game/clock_words.js";
import { pauseWords } from "../game/event_words.js";
import { nameOf } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { byId } from "../ui/dom.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/state.js").State} State */

export class Cover {
  #el = byId("cover");
  #words = byId("cover-words");
  #more = byId("cover-more");
  #button = byId("go", HTMLButtonElement);
  #label = byId("go-words");

  /** @param {() => void} onGo */
  constructor(onGo) {
    this.#button.addEventListener("click", onGo);
  }

  /**
   * @param {State} state @param {Game} game
   * @param {{ blocked: string | null, isStarting: boolean }} now  `isStarting`: Start was pressed, and waits for the server
   */
  render(state, game, { blocked, isStarting }) {
    const { status } = state;
    this.#el.hidden = (status !== "waiting" && status !== "paused") || isStarting || byOthers(blocked);
    if (this.#el.hidden) return;
    this.#el.dataset.status = status;
    const waits = status === "waiting";
    this.#words.textContent = waits
      ? fill(gettext("{name} to start"), { name: nameOf(game, state.seat) })
      : pauseWords(state);
    this.#more.textContent = waits ? controlWords(state.agreement.control) : resumeHint(state);
    this.#label.textContent = waits ? gettext("Start") : gettext("Resume");
    this.#button.disabled = blocked !== null;
  }
}

/**
 * The notice of a tablet that may not write stands here instead.
 * @param {string | null} blocked
 */
const byOthers = (blocked) => blocked === "other-device" || blocked === "other-tab" || blocked === "server-keeps" || blocked === "gone";

/** @param {State} state */
const resumeHint = ({ agreement }) => (agreement.casual ? "" : gettext("The arbiter lets the game go on."));
