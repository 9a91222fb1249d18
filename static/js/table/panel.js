/** One seat on the screen: its clock, its buttons, and what it is asked; turned towards whoever sits there. */
import { drawFace, hasBeside } from "../game/clock_view.js";
import { spokenFigures } from "../game/clock_words.js";
import { nameOf } from "../game/words.js";
import { fill, gettext, inLanguage, pgettext } from "../i18n.js";
import { SEATS } from "../rules/seats.js";
import { onHold, onTouch } from "../touch/touch_buttons.js";
import { byId, element, find, findAll, setAttribute, setText, symbolOf } from "../ui/dom.js";

/** @typedef {import("../clock/reading.js").Face} Face */
/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./questions.js").Question} Question */

const SAID_MS = 4_000;

/** @type {Readonly<Record<string, () => string>>} What stands on the buttons of a seat, and in its clock for the ear. */
const LABELS = {
  quixo: () => gettext("Quixo!"),
  result: () => gettext("Result"),
  offer: () => gettext("Offer a draw"),
  takeback: () => pgettext("moves", "Take back"),
  resign: () => gettext("Resign"),
  running: () => gettext("running"),
  paused: () => gettext("paused"),
  flagged: () => gettext("flag fallen"),
  press: () => gettext("Press to confirm"),
};

export const tooShort = () => gettext("Hold the button longer.");

/** @typedef {Question["answers"][number] & { choice?: boolean }} Answer  `choice`: yes or no to what was asked here */
/** @typedef {{ hidden: boolean, disabled?: boolean, pressed?: boolean }} ButtonLook */

/**
 * @typedef {object} Listeners
 * @property {(timeStamp?: number) => void} press  the clock was touched
 * @property {(name: string) => void} act  a button of the seat
 * @property {(answer: Answer, timeStamp?: number) => void} answer  to what the seat was asked
 * @property {() => void} cancel  Escape: one step back in the move
 */

export class Panel {
  #parts;
  /** @type {{ words: string, timer: number } | null} */ #said = null;
  #asked = "";
  /** @type {{ words: string, choose: (isMeant: boolean) => void } | null} What a key has asked for and must confirm. */
  #confirming = null;

  /**
   * @param {object} options
   * @param {Seat} options.seat @param {Edge} options.side  where on the screen
   * @param {string} options.language  what its player reads; empty for the tablet's
   * @param {Listeners} options.on
   */
  constructor({ seat, side, language, on }) {
    this.seat = seat;
    this.side = side;
    this.#language = language;
    this.el = /** @type {HTMLElement} */ (find(byId("seat-template", HTMLTemplateElement).content, "*").cloneNode(true));
    this.el.dataset.seat = seat;
    this.el.dataset.side = side;
    this.el.dataset.zone = seat;
    if (language) this.el.lang = language;
    for (const label of findAll(this.el, "[data-label]")) {
      label.textContent = this.#in(LABELS[label.dataset.label ?? ""]);
    }
    this.#parts = {
      clock: find(this.el, "[data-clock]"),
      name: find(this.el, "[data-name]"),
      press: find(this.el, "[data-press]"),
      question: find(this.el, "[data-question]"),
      asked: find(this.el, "[data-asked]"),
      answers: find(this.el, "[data-answers]"),
      actions: find(this.el, "[data-actions]"),
    };
    find(this.el, ".mark use", SVGElement).setAttribute("href", `#mark-${SEATS[seat].side.toLowerCase()}`);
    onTouch(this.#parts.clock, on.press);
    this.el.addEventListener("keydown", ({ key }) => key === "Escape" && on.cancel());
    for (const button of findAll(this.#parts.actions, "[data-do]", HTMLButtonElement)) this.#wire(button, on);
    this.#answer = on.answer;
  }

  #answer;
  #language;

  /**
   * As the player of this seat reads it.
   * @template Said
   * @param {() => Said} say @returns {Said}
   */
  #in(say) {
    return inLanguage(this.#language, say);
  }

  /** @param {HTMLButtonElement} button @param {Listeners} on */
  #wire(button, { act }) {
    const name = button.dataset.do ?? "";
    if (button.hasAttribute("data-hold")) {
      button.setAttribute("aria-description", this.#in(() => gettext("Hold the button")));
      const question = this.#in(() => fill(gettext("{what}?"), { what: LABELS[name]() }));
      onHold(button, () => act(name), () => this.#confirm(question), () => this.say(tooShort));
    } else {
      button.addEventListener("click", () => act(name));
    }
  }

  /**
   * @param {Face} face @param {import("../game/clock_view.js").Drawing} drawing
   */
  drawClock(face, drawing) {
    const { clock } = this.#parts;
    const changed = clock.dataset.state !== drawing.state;
    clock.toggleAttribute("data-beside", hasBeside(drawing.clock, face));
    this.#in(() => {
      drawFace(clock, face, { ...drawing, isLow: face.low && !drawing.clock.over });
      this.#label(face, changed);
    });
  }

  /**
   * The clock's name tells the time. One that is being listened to keeps its name until something happens: a name
   * that changed each second would be read each second.
   * @param {Face} face @param {boolean} changed
   */
  #label(face, changed) {
    const { clock, name } = this.#parts;
    if (clock === document.activeElement && !changed) return;
    const state = face.running ? gettext("running") : face.flagged ? gettext("flag fallen") : "";
    const words = [fill(gettext("Clock of {name}"), { name: name.textContent ?? "" }), spokenFigures(face), state];
    const label = words.filter(Boolean).join(", ");
    setAttribute(clock, "aria-label", label);
  }

  /**
   * @param {object} view
   * @param {Game} view.game @param {Record<string, ButtonLook>} view.actions
   * @param {() => Question | null} view.question @param {boolean} view.confirms  the clock confirms a move
   */
  render({ game, actions, question, confirms }) {
    const { name, press, clock } = this.#parts;
    setText(name, this.#in(() => nameOf(game, this.seat)));
    press.hidden = !confirms;
    clock.toggleAttribute("data-confirms", confirms);
    for (const button of findAll(this.#parts.actions, "[data-do]", HTMLButtonElement)) {
      const { hidden = true, disabled = false, pressed = false } = actions[button.dataset.do ?? ""] ?? {};
      button.hidden = hidden;
      button.disabled = disabled;
      if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", String(pressed));
    }
    this.#question = this.#in(question);
    this.#showQuestion();
  }

  /** @type {Question | null} */ #question = null;

  /**
   * Something this player should read, for a moment.
   * @param {() => string} words @param {number} [time_ms]
   */
  say(words, time_ms = SAID_MS) {
    clearTimeout(this.#said?.timer);
    this.#said = { words: this.#in(words), timer: setTimeout(() => this.hush(), time_ms) };
    this.#showQuestion();
  }

  /** What was said is settled. */
  hush() {
    clearTimeout(this.#said?.timer);
    this.#said = null;
    this.#showQuestion();
  }

  /**
   * Whether it is meant, asked in this half alone: nobody else's board is covered.
   * @param {string} words @returns {Promise<boolean>}
   */
  async #confirm(words) {
    const isMeant = await new Promise((choose) => {
      this.#confirming?.choose(false);
      this.#confirming = { words, choose };
      this.#showQuestion();
      find(this.#parts.answers, "button").focus();
    });
    this.#confirming = null;
    this.#showQuestion();
    return isMeant;
  }

  /** @returns {{ words: string, tone: Question["tone"], answers: Answer[] } | null} */
  get #shownQuestion() {
    if (this.#confirming) {
      const [yes, no] = this.#in(() => [gettext("Yes"), gettext("No")]);
      const answers = [{ words: yes, choice: true }, { words: no, choice: false }];
      return { words: this.#confirming.words, tone: "ask", answers };
    }
    if (this.#said && !this.#question?.answers.length) return { words: this.#said.words, tone: "said", answers: [] };
    return this.#question;
  }

  /** The sentence has a place of its own; only answers take that of the buttons. */
  #showQuestion() {
    const { question: el, asked, answers, actions } = this.#parts;
    const question = this.#shownQuestion;
    el.toggleAttribute("data-empty", !question);
    answers.hidden = !question?.answers.length;
    actions.hidden = !answers.hidden;
    const shown = JSON.stringify(question);
    if (shown === this.#asked) return;
    this.#asked = shown;
    el.dataset.tone = question?.tone ?? "";
    asked.replaceChildren(...(question ? [element("span", "", question.words)] : []));
    answers.replaceChildren(...(question?.answers ?? []).map((answer) => this.#button(answer)));
    if (question?.answers[0]?.dot) find(answers, "button").focus({ preventScroll: true });
  }

  /** @param {Answer} answer */
  #choose(answer) {
    if (answer.choice === undefined) this.#answer(answer);
    else this.#confirming?.choose(answer.choice);
  }

  /** @param {Answer} answer */
  #button(answer) {
    const button = element("button", `button seat-action${answer.main ? " button-main" : ""}`);
    button.type = "button";
    if (answer.dot) {
      // It ends a move, so it counts from the touch; the arrow points as the dot will, seen from this seat.
      button.dataset.dot = answer.dot;
      button.append(symbolOf("end-arrow", { viewBox: "0 0 60 60", class: answer.isOwn ? "dot-own" : "dot-partner" }));
      onTouch(button, (timeStamp) => this.#answer(answer, timeStamp));
    } else {
      button.addEventListener("click", () => this.#choose(answer));
    }
    button.append(element("span", "", answer.words));
    return button;
  }
}
