/** One seat on the screen: its clock, buttons and question, turned towards its player. */
import { drawFace, hasBeside } from "../game/clock_view.js";
import { spokenFigures } from "../game/clock_words.js";
import { nameOf } from "../game/words.js";
import { fill, gettext, inLanguage, pgettext } from "../i18n.js";
import { SEATS } from "../rules/seats.js";
import { onHold, onTouch } from "../touch/touch_buttons.js";
import { byId, find, findAll, setAttribute, setText } from "../ui/dom.js";
import { SeatQuestion } from "./seat_question.js";

/** @typedef {import("../clock/reading.js").Face} Face */
/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./questions.js").Question} Question */
/** @typedef {import("./seat_question.js").Answer} Answer */

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

/** @typedef {{ hidden: boolean, disabled?: boolean, pressed?: boolean }} ButtonLook */

/**
 * @typedef {object} Listeners
 * @property {(timeStamp?: number) => void} press  the clock was touched
 * @property {(name: string) => void} act  a button of the seat
 * @property {(answer: Answer, timeStamp?: number) => void} answer  to what the seat was asked
 * @property {() => void} cancel  Escape: one step back in the move
 */

export class SeatPanel {
  #parts;
  #question;
  #language;

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
      buttons: findAll(this.el, "[data-actions] [data-do]", HTMLButtonElement),
    };
    this.#question = new SeatQuestion(this.el, language, on.answer);
    find(this.el, ".mark use", SVGElement).setAttribute("href", `#mark-${SEATS[seat].side.toLowerCase()}`);
    onTouch(this.#parts.clock, on.press);
    this.el.addEventListener("keydown", ({ key }) => key === "Escape" && on.cancel());
    for (const button of this.#parts.buttons) this.#wire(button, on);
  }

  /**
   * Call `say` in the language of this seat's player.
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
      const words = this.#in(() => fill(gettext("{what}?"), { what: LABELS[name]() }));
      onHold(button, () => act(name), () => this.#question.confirm(words), () => this.say(tooShort));
    } else {
      button.addEventListener("click", () => act(name));
    }
  }

  /** @param {Face} face @param {import("../game/clock_view.js").Drawing} drawing */
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
   * Set the accessible name of the clock, which has the time. A focused clock keeps its name until something changes:
   * screen readers would read a name that changes each second.
   * @param {Face} face @param {boolean} changed
   */
  #label(face, changed) {
    const { clock, name } = this.#parts;
    if (clock === document.activeElement && !changed) return;
    const state = face.running ? gettext("running") : face.flagged ? gettext("flag fallen") : "";
    const words = [fill(gettext("Clock of {name}"), { name: name.textContent ?? "" }), spokenFigures(face), state];
    setAttribute(clock, "aria-label", words.filter(Boolean).join(", "));
  }

  /**
   * @param {object} view
   * @param {Game} view.game @param {Record<string, ButtonLook>} view.actions
   * @param {() => Question | null} view.question @param {boolean} view.confirms  the clock confirms a move
   */
  render({ game, actions, question, confirms }) {
    const { name, press, clock, buttons } = this.#parts;
    setText(name, this.#in(() => nameOf(game, this.seat)));
    press.hidden = !confirms;
    clock.toggleAttribute("data-confirms", confirms);
    for (const button of buttons) {
      const { hidden = true, disabled = false, pressed = false } = actions[button.dataset.do ?? ""] ?? {};
      button.hidden = hidden;
      button.disabled = disabled;
      if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", String(pressed));
    }
    this.#question.ask(this.#in(question));
  }

  /** @param {() => string} words that this player should read @param {number} [time_ms] */
  say(words, time_ms) {
    this.#question.say(this.#in(words), time_ms);
  }

  /** Remove the message. */
  hush() {
    this.#question.hush();
  }
}
