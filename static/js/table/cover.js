/** Over the board while nobody may move: start the game, or let it go on. */
import { nameOf } from "../game/words.js";
import { gettext, fill } from "../i18n.js";
import { controlWords, pauseWords } from "./words.js";

export class Cover {
  #el = document.getElementById("cover");
  #words = document.getElementById("cover-words");
  #more = document.getElementById("cover-more");
  #button = document.getElementById("go");
  #label = document.getElementById("go-words");

  /** @param {() => void} onGo */
  constructor(onGo) {
    this.#button.addEventListener("click", onGo);
  }

  /** @param {import("../referee.js").State} state @param {Record<string, any>} game @param {string | null} blocked */
  render(state, game, blocked) {
    const { status } = state;
    this.#el.hidden = (status !== "waiting" && status !== "paused") || byOthers(blocked);
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

/** The notice of a tablet that may not write stands here instead. */
const byOthers = (blocked) => blocked === "other-device" || blocked === "other-tab" || blocked === "server-keeps";

const resumeHint = ({ agreement }) => (agreement.casual ? "" : gettext("The arbiter lets the game go on."));
