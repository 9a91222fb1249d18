/** Entering the result of a game without moves on a player's own phone: what was entered, the buttons, the choice. */
import { agrees, enters, entryOf, stageWords } from "../game/result.js";
import { claimWords, sideName } from "../game/words.js";
import { fill, gettext } from "../i18n.js";

export class ResultEntry {
  #root;
  #part;
  #seat;
  #dialog;
  /** @type {import("../game/result.js").Entry | null} */ #entry = null;

  /**
   * @param {object} options
   * @param {HTMLElement} options.root @param {(name: string) => HTMLElement} options.part
   * @param {import("./seat.js").Seat} options.seat
   * @param {(body: object) => void} options.ask
   */
  constructor({ root, part, seat, ask }) {
    this.#root = root;
    this.#part = part;
    this.#seat = seat;
    this.#dialog = part("result");
    part("agree").addEventListener("click", () => ask(agrees(this.#entry)));
    part("enter").addEventListener("click", () => this.#dialog.showModal());
    part("dispute").addEventListener("click", () => ask({ type: "arbiter", seat: seat.own, reason: "" }));
    this.#dialog.addEventListener("click", (event) => {
      const button = event.target.closest("[data-result]");
      if (button && this.#entry) ask(enters(this.#entry, button.dataset.result));
    });
  }

  /** What the player is to do about the entries; null while there are none. */
  get words() {
    return this.#entry && stageWords(this.#seat.state.game, this.#entry);
  }

  /** Whether the other side said something that this one has to answer. */
  get isAsked() {
    return ["asked", "differ"].includes(this.#entry?.stage);
  }

  /** @param {boolean} live whether the server is heard */
  show(live) {
    const { game, claims, arbiter } = this.#seat.state;
    const entry = (this.#entry = entryOf(this.#seat));
    const { stage } = entry ?? {};
    const shown = {
      agree: stage === "asked",
      dispute: stage === "differ" && !game.casual && !arbiter,
      enter: Boolean(entry),
    };
    for (const [name, wanted] of Object.entries(shown)) {
      this.#part(name).hidden = !wanted;
      this.#part(name).disabled = !live;
    }
    this.#part("enter").textContent = stage === "open" ? gettext("Enter the result") : gettext("Another result");
    this.#part("entered").textContent = entry ? claimWords(game, claims, entry.side) : "";
    // While a result is talked about, the clock to press is not what the eye should meet first.
    this.#root.toggleAttribute("data-claimed", Boolean(entry) && stage !== "open");
    this.#showDialog(game, entry, live);
  }

  /** Open or not, it says what the other side has entered meanwhile; a game that is over needs no entry. */
  #showDialog(game, entry, live) {
    if (!entry) return this.#dialog.close();
    const { side, theirs } = entry;
    this.#part("theirs").textContent = theirs ? claimWords(game, this.#seat.state.claims, side) : "";
    const speaker = this.#part("speaker");
    speaker.hidden = this.#seat.sides.length === 1;
    speaker.textContent = fill(gettext("This entry is for {name}."), { name: sideName(game, side) });
    for (const button of this.#dialog.querySelectorAll("[data-result]")) button.disabled = !live;
  }
}
