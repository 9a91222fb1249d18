/** What follows a quick game on the tablet: one tap for a rematch, and the ways on. */
import { gettext } from "../i18n.js";
import { byId, fieldsOf, findMaybe } from "../ui/dom.js";
import { toast } from "../ui/toasts.js";
import { post } from "./post.js";

export class AfterGame {
  /** Only the page of a quick game has it. */
  #form = findMaybe(document, "#after", HTMLFormElement);

  constructor() {
    this.#form?.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#rematch();
    });
  }

  /** @param {boolean} isOver */
  show(isOver) {
    if (this.#form) this.#form.hidden = !isOver;
  }

  /** The server opens the next game; without it there is none to play. */
  async #rematch() {
    if (!this.#form) return;
    const button = byId("rematch", HTMLButtonElement);
    button.disabled = true;
    const { data } = await post(this.#form.action, { body: fieldsOf(this.#form), type: "json" });
    /** @type {{ address?: string, error?: string }} */
    const { address, error } = data ?? {};
    if (address) {
      location.assign(address);
      return;
    }
    button.disabled = false;
    toast(error ?? gettext("The server cannot be reached. Check the network, then try again."), { tone: "error" });
  }
}
