/** The entry of the result of a game without moves on a player's phone: entries, buttons and choice. */
import { agreeRequest, entryRequest, entryOf } from "../game/result.js";
import { claimWords, sideName, stageWords } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { closestTo, findAll } from "../ui/dom.js";

/** @typedef {import("../game/result.js").Entry} Entry */
/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/rulings.js").Request} Request */

export class ResultEntry {
  #root;
  #part;
  #seat;
  #dialog;
  /** @type {import("../game/result.js").Entry | null} */ #entry = null;

  /**
   * @param {object} options
   * @param {HTMLElement} options.root @param {import("../ui/dom.js").Part} options.part
   * @param {import("./seat.js").PlayerSeat} options.seat
   * @param {(body: Request) => void} options.ask
   */
  constructor({ root, part, seat, ask }) {
    this.#root = root;
    this.#part = part;
    this.#seat = seat;
    this.#dialog = part("result", HTMLDialogElement);
    part("agree").addEventListener("click", () => this.#entry && ask(agreeRequest(this.#entry)));
    part("enter").addEventListener("click", () => this.#dialog.showModal());
    part("play-on").addEventListener("click", () => ask({ type: "decline", seat: seat.own }));
    part("dispute").addEventListener("click", () => ask({ type: "arbiter", seat: seat.own, reason: "" }));
    this.#dialog.addEventListener("click", (event) => {
      const result = closestTo(event, "[data-result]")?.dataset.result;
      if (result && this.#entry) ask(entryRequest(this.#entry, /** @type {import("../game/result.js").Result} */ (result)));
    });
  }

  /** The sentence on what the player has to do about the entries; null while there are none. */
  get words() {
    return this.#entry && stageWords(this.#seat.state.game, this.#entry);
  }

  /** Whether the other side has made an entry that this one has to answer. */
  get isAsked() {
    return this.#entry?.stage === "asked" || this.#entry?.stage === "differ";
  }

  /** @param {boolean} live whether the server is heard */
  show(live) {
    const { game, claims, disputed, arbiter } = this.#seat.state;
    const entry = (this.#entry = entryOf(this.#seat));
    const { stage } = entry ?? {};
    const shown = {
      agree: stage === "asked",
      dispute: stage === "differ" && !game.casual && !arbiter,
      "play-on": stage === "asked" || stage === "entered" || (stage === "differ" && game.casual),
      enter: entry !== null && !(stage === "open" && disputed.includes(entry.side)),
    };
    for (const [name, wanted] of Object.entries(shown)) {
      const button = this.#part(name, HTMLButtonElement);
      button.hidden = !wanted;
      button.disabled = !live;
    }
    this.#part("enter").textContent = stage === "open" ? gettext("Enter the result") : gettext("Another result");
    this.#part("entered").textContent = entry ? claimWords(game, claims, entry.side) : "";
    // While a result is being agreed, the clock to press is not the most important element.
    this.#root.toggleAttribute("data-claimed", Boolean(entry) && stage !== "open");
    this.#showDialog(game, entry, live);
  }

  /**
   * Update the dialog with the entry of the other side, also while it is closed; a finished game needs none.
   * @param {Game} game @param {Entry | null} entry @param {boolean} live
   */
  #showDialog(game, entry, live) {
    if (!entry) {
      this.#dialog.close();
      return;
    }
    const { side, theirs } = entry;
    this.#part("theirs").textContent = theirs ? claimWords(game, this.#seat.state.claims, side) : "";
    const speaker = this.#part("speaker");
    speaker.hidden = this.#seat.sides.length === 1;
    speaker.textContent = fill(gettext("This entry is for {name}."), { name: sideName(game, side) });
    for (const button of findAll(this.#dialog, "[data-result]", HTMLButtonElement)) button.disabled = !live;
  }
}
