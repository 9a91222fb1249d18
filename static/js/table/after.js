/** The choices after a quick game on the tablet: a rematch by one tap, and links. */
import { gettext } from "../i18n.js";
import { byId, fieldsOf, findMaybe } from "../ui/dom.js";
import { toast } from "../ui/toasts.js";
import { post } from "./post.js";

export class AfterGame {
  /** The form of the rematch, only on the page of a quick game. */
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

  /** Ask the server to open the next game, which is impossible offline. */
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
