/**
 * The arbiter's PIN on this tablet. The server is asked while it can be reached; without Wi-Fi the tablet checks
 * the PIN, with few tries, and the decisions made then are marked for review.
 */
import { Fault, gettext_noop } from "../faults.js";
import { sentence } from "../game/words.js";
import { gettext } from "../i18n.js";
import { verifyPin } from "./pin_check.js";
import { isFromServer } from "../refresh/request.js";
import { byId } from "../ui/dom.js";
import { post } from "./post.js";

/** @typedef {import("./pin_check.js").Verifier} Verifier */
/** @typedef {import("../storage.js").Store} Store */

const TRIES_KEY = "fiveline.pin.tries";

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
  #dialog = byId("pin", HTMLDialogElement);
  #field = byId("pin-field", HTMLInputElement);
  #error = byId("pin-error");
  /** The last request to the server: they are sent in order, so that a lock cannot overtake the next unlocking. */
  #turn = Promise.resolve();

  /** @type {"casual" | "server" | "offline" | null} How the tools were unlocked: without a PIN in casual games. */
  how = null;

  /** @param {{ unlock: string, lock: string, verifier: Verifier | null }} config @param {Store} storage */
  constructor(config, storage) {
    this.#config = config;
    this.#storage = storage;
  }

  /**
   * Ask for the PIN unless the game is a casual one.
   * @param {{ casual: boolean }} agreement @returns {Promise<boolean>} whether the tools may be used
   */
  async open({ casual }) {
    if (casual) this.how = "casual";
    if (this.how) return true;
    this.#field.value = "";
    this.#error.hidden = true;
    this.#dialog.showModal();
    return new Promise((resolve) => {
      const form = byId("pin-form");
      /** @param {Event} event */
      const submit = async (event) => {
        event.preventDefault();
        try {
          await this.#check(this.#field.value);
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

  /**
   * Lock the tools again, on the server as soon as `settled` is resolved.
   * @param {Promise<void>} settled
   */
  async close(settled) {
    const was = this.how;
    this.how = null;
    if (was !== "server") return;
    await settled;
    await this.#inTurn(async () => {
      // The tools were unlocked again meanwhile: the next call of `close` locks them.
      if (this.how === null) await this.#post(this.#config.lock, {});
    });
  }

  /**
   * Check the PIN and unlock, or say why not.
   * @param {string} pin
   */
  async #check(pin) {
    if (!this.#config.unlock) throw new PinRefused("no-link");
    const answer = await this.#inTurn(async () => {
      const reply = await this.#post(this.#config.unlock, { pin });
      if (!reply.failure) this.how = "server";
      return reply;
    });
    if (!answer.failure) this.#storage.removeItem(TRIES_KEY);
    else if (isFromServer(answer)) throw new Error(answer.data?.error || gettext("The server refused this."));
    else await this.#checkHere(pin);
  }

  /**
   * Send a request once the server has answered all earlier ones.
   * @template T @param {() => Promise<T>} ask @returns {Promise<T>}
   */
  #inTurn(ask) {
    const answer = this.#turn.then(ask);
    this.#turn = answer.then(() => undefined);
    return answer;
  }

  /** @param {string} pin */
  async #checkHere(pin) {
    const { verifier } = this.#config;
    if (!verifier) throw new PinRefused("pin-unknown");
    const used = Number(this.#storage.getItem(TRIES_KEY) ?? 0);
    if (used >= verifier.tries) throw new PinRefused("pin-spent");
    this.#storage.setItem(TRIES_KEY, String(used + 1));
    if (!(await verifyPin(verifier, pin))) throw new PinRefused("pin-wrong", { left: verifier.tries - used - 1 });
    this.#storage.removeItem(TRIES_KEY);
    this.how = "offline";
  }

  /** @param {string} url @param {Record<string, string>} fields */
  #post(url, fields) {
    // On an HTTPS page the cookie has another name, and is preferred to the plain one.
    const own = /(?:^|; )__Host-csrftoken=([^;]+)/.exec(document.cookie);
    const token = (own ?? /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie))?.[1] ?? "";
    return post(url, { type: "json", headers: { "X-CSRFToken": token }, body: new URLSearchParams(fields) });
  }
}
