/**
 * The arbiter's PIN on this tablet. The server is asked while it can be reached; without Wi-Fi the tablet checks by
 * itself, with few tries, and what is done then is marked for review.
 */
import { Fault, gettext_noop } from "../faults.js";
import { gettext } from "../i18n.js";
import { passes } from "../pin.js";
import { sentence } from "./words.js";

const TRIES_KEY = "fiveline.pin.tries";
const REACH_MS = 4_000;

class PinRefused extends Fault {
  static sentences = {
    "pin-wrong": gettext_noop("That is not the arbiter's PIN. Tries left: {left}."),
    "pin-spent": gettext_noop("Too many wrong tries without the server. Connect the tablet, then try again."),
    "pin-unknown": gettext_noop("Without the server this tablet cannot check the PIN. Connect it first."),
    "no-link": gettext_noop("This tablet serves no table: open it by the table's own link or code."),
  };
}

export class Unlocking {
  #config;
  #storage;
  #dialog = document.getElementById("pin");
  #field = document.getElementById("pin-field");
  #error = document.getElementById("pin-error");

  /** How the tools were unlocked: by nobody's leave in casual games. @type {"casual" | "server" | "offline" | null} */
  how = null;

  /** @param {{ unlock: string, lock: string, verifier: object | null }} config @param {Storage} storage */
  constructor(config, storage) {
    this.#config = config;
    this.#storage = storage;
  }

  /** Ask for the PIN unless the game is a casual one. @returns {Promise<boolean>} whether the tools may be used */
  async open({ casual }) {
    if (casual) this.how = "casual";
    if (this.how) return true;
    this.#field.value = "";
    this.#error.hidden = true;
    this.#dialog.showModal();
    return new Promise((resolve) => {
      const form = document.getElementById("pin-form");
      const submit = async (event) => {
        event.preventDefault();
        try {
          this.how = await this.#check(this.#field.value);
          this.#dialog.close();
        } catch (fault) {
          if (!(fault instanceof Error)) throw fault;
          this.#error.hidden = false;
          this.#error.textContent = fault instanceof Fault ? sentence(fault) : fault.message;
          this.#field.select();
        }
      };
      form.addEventListener("submit", submit);
      this.#dialog.addEventListener("close", () => {
        form.removeEventListener("submit", submit);
        resolve(this.how !== null);
      }, { once: true });
    });
  }

  /** Lock again; the server as soon as `settled` says that it has everything. */
  async close(settled) {
    const was = this.how;
    this.how = null;
    if (was !== "server") return;
    await settled;
    // Unlocked again meanwhile: the next closing locks.
    if (this.how === null) await this.#post(this.#config.lock, {}).catch(() => null);
  }

  async #check(pin) {
    if (!this.#config.unlock) throw new PinRefused("no-link");
    const answer = await this.#post(this.#config.unlock, { pin }).catch(() => null);
    if (answer?.ok) {
      this.#storage.removeItem(TRIES_KEY);
      return "server";
    }
    if (answer) throw new Error((await answer.json()).error || gettext("The server refused this."));
    return this.#checkHere(pin);
  }

  async #checkHere(pin) {
    const { verifier } = this.#config;
    if (!verifier) throw new PinRefused("pin-unknown");
    const used = Number(this.#storage.getItem(TRIES_KEY) ?? 0);
    if (used >= verifier.tries) throw new PinRefused("pin-spent");
    this.#storage.setItem(TRIES_KEY, String(used + 1));
    if (!(await passes(verifier, pin))) throw new PinRefused("pin-wrong", { left: verifier.tries - used - 1 });
    this.#storage.removeItem(TRIES_KEY);
    return "offline";
  }

  #post(url, fields) {
    const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? "";
    return fetch(url, {
      method: "POST",
      headers: { Accept: "application/json", "X-CSRFToken": token },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(REACH_MS),
    });
  }
}
