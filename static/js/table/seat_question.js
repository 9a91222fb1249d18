/** Shows questions and messages at a seat: sentences have a place of their own; only answers replace the buttons. */
import { gettext, inLanguage } from "../i18n.js";
import { onTouch } from "../touch/touch_buttons.js";
import { element, find, symbolOf } from "../ui/dom.js";

/** @typedef {import("./questions.js").Question} Question */
/** @typedef {Question["answers"][number] & { choice?: boolean }} Answer  `choice`: yes or no to what was asked here */

const SAID_MS = 4_000;

export class SeatQuestion {
  #language;
  #onAnswer;
  #question;
  #asked;
  #answers;
  #actions;
  /** @type {Question | null} What the game asks. */ #open = null;
  /** @type {{ words: string, timer: number } | null} What was said for a moment. */ #said = null;
  /** @type {{ words: string, choose: (isMeant: boolean) => void } | null} What a key has asked for and must confirm. */
  #confirming = null;
  #shown = "";

  /**
   * @param {HTMLElement} seat  the element of the seat @param {string} language  what its player reads
   * @param {(answer: Answer, timeStamp?: number) => void} onAnswer
   */
  constructor(seat, language, onAnswer) {
    this.#language = language;
    this.#onAnswer = onAnswer;
    this.#question = find(seat, "[data-question]");
    this.#asked = find(seat, "[data-asked]");
    this.#answers = find(seat, "[data-answers]");
    this.#actions = find(seat, "[data-actions]");
  }

  /** @param {Question | null} question of the game */
  ask(question) {
    this.#open = question;
    this.#show();
  }

  /**
   * Show a message to the player for a moment.
   * @param {string} words @param {number} [time_ms]
   */
  say(words, time_ms = SAID_MS) {
    clearTimeout(this.#said?.timer);
    this.#said = { words, timer: setTimeout(() => this.hush(), time_ms) };
    this.#show();
  }

  /** Remove the message, which is settled. */
  hush() {
    clearTimeout(this.#said?.timer);
    this.#said = null;
    this.#show();
  }

  /**
   * Ask for a confirmation in this half only, without covering the board of others.
   * @param {string} words @returns {Promise<boolean>}
   */
  async confirm(words) {
    const isMeant = await new Promise((choose) => {
      this.#confirming?.choose(false);
      this.#confirming = { words, choose };
      this.#show();
      find(this.#answers, "button").focus();
    });
    this.#confirming = null;
    this.#show();
    return isMeant;
  }

  /** @returns {{ words: string, tone: Question["tone"], answers: Answer[] } | null} */
  get #current() {
    if (this.#confirming) {
      const [yes, no] = inLanguage(this.#language, () => [gettext("Yes"), gettext("No")]);
      const answers = [{ words: yes, choice: true }, { words: no, choice: false }];
      return { words: this.#confirming.words, tone: "ask", answers };
    }
    if (this.#said && !this.#open?.answers.length) return { words: this.#said.words, tone: "said", answers: [] };
    return this.#open;
  }

  #show() {
    const question = this.#current;
    this.#question.toggleAttribute("data-empty", !question);
    this.#answers.hidden = !question?.answers.length;
    this.#actions.hidden = !this.#answers.hidden;
    const shown = JSON.stringify(question);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#question.dataset.tone = question?.tone ?? "";
    this.#asked.replaceChildren(...(question ? [element("span", "", question.words)] : []));
    this.#answers.replaceChildren(...(question?.answers ?? []).map((answer) => this.#button(answer)));
    if (question?.answers[0]?.dot) find(this.#answers, "button").focus({ preventScroll: true });
  }

  /** @param {Answer} answer */
  #button(answer) {
    const button = element("button", `button seat-action${answer.main ? " button-main" : ""}`);
    button.type = "button";
    if (answer.dot) {
      // This answer ends a move, so it counts from the touch; its arrow points as the dot will, seen from this seat.
      button.dataset.dot = answer.dot;
      button.append(symbolOf("end-arrow", { viewBox: "0 0 60 60", class: answer.isOwn ? "dot-own" : "dot-partner" }));
      onTouch(button, (timeStamp) => this.#onAnswer(answer, timeStamp));
    } else {
      button.addEventListener("click", () => this.#choose(answer));
    }
    button.append(element("span", "", answer.words));
    return button;
  }

  /** @param {Answer} answer */
  #choose(answer) {
    if (answer.choice === undefined) this.#onAnswer(answer);
    else this.#confirming?.choose(answer.choice);
  }
}
