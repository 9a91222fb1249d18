/** One seat on the screen: its clock, its buttons, and what it is asked; turned towards whoever sits there. */
import { formatMs, formatUpMs } from "../clock/display.js";
import { nameOf } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { SEATS } from "../rules/seats.js";
import { onHold, onLongPress } from "./touch.js";

const SAID_MS = 4_000;

export const tooShort = () => gettext("Hold the button longer.");

export class Panel {
  #parts;
  #said = null;
  #asked = "";

  /**
   * @param {object} options
   * @param {string} options.seat @param {"N" | "E" | "S" | "W"} options.side  where on the screen
   * @param {object} options.on  `press()`, `longPress()`, `act(name)`, `answer(answer)`, `ask(words)`
   */
  constructor({ seat, side, on }) {
    this.seat = seat;
    this.el = document.getElementById("seat-template").content.firstElementChild.cloneNode(true);
    this.el.dataset.seat = seat;
    this.el.dataset.side = side;
    this.el.dataset.zone = seat;
    this.#parts = Object.fromEntries(
      ["clock", "name", "note", "time", "press", "question", "asked", "answers", "actions"].map((part) => [
        part,
        this.el.querySelector(`[data-${part}]`),
      ]),
    );
    this.el.querySelector(".mark use").setAttribute("href", `#mark-${SEATS[seat].side.toLowerCase()}`);
    onLongPress(this.#parts.clock, on.longPress);
    this.#parts.clock.addEventListener("click", on.press);
    for (const button of this.#parts.actions.querySelectorAll("[data-do]")) this.#wire(button, on);
    this.#answer = on.answer;
  }

  #answer;

  #wire(button, { act, ask }) {
    const name = button.dataset.do;
    if (button.hasAttribute("data-hold")) {
      button.setAttribute("aria-description", gettext("Hold the button"));
      const question = fill(gettext("{what}?"), { what: button.textContent.trim() });
      onHold(button, () => act(name), () => ask(question), () => this.say(tooShort()));
    } else {
      button.addEventListener("click", () => act(name));
    }
  }

  /** The large figure and what stands beside it. @param {import("../clock/reading.js").Face} face */
  face(face, { status, tenths_below_ms }) {
    const { clock, time, note } = this.#parts;
    const text = face.counts_up ? formatUpMs(face.time_ms) : formatMs(face.time_ms, tenths_below_ms);
    if (time.dataset.shown !== text) {
      time.dataset.shown = text;
      const [whole, tenths] = text.split(".");
      time.replaceChildren(whole);
      if (tenths !== undefined) time.append(Object.assign(document.createElement("small"), { textContent: `.${tenths}` }));
      time.style.setProperty("--chars", String(text.replace(/[.:]/g, "").length + 0.5));
    }
    clock.dataset.state = face.flagged ? "flagged" : face.running ? "running" : faceState(status, face);
    clock.toggleAttribute("data-low", face.low && status !== "over");
    const beside = besideWords(face, tenths_below_ms);
    if (note.textContent !== beside) note.textContent = beside;
  }

  /**
   * @param {object} view
   * @param {Record<string, any>} view.game @param {Record<string, { hidden: boolean, disabled?: boolean, pressed?: boolean }>} view.actions
   * @param {import("./questions.js").Question | null} view.question @param {boolean} view.confirms  the clock confirms a move
   * @param {string} view.label  what the clock says to a screen reader
   */
  render({ game, actions, question, confirms, label }) {
    const { name, press, clock } = this.#parts;
    name.textContent = nameOf(game, this.seat);
    press.hidden = !confirms;
    clock.toggleAttribute("data-confirms", confirms);
    clock.setAttribute("aria-label", label);
    for (const button of this.#parts.actions.querySelectorAll("[data-do]")) {
      const { hidden = true, disabled = false, pressed = false } = actions[button.dataset.do] ?? {};
      button.hidden = hidden;
      button.disabled = disabled;
      if (button.hasAttribute("aria-pressed")) button.setAttribute("aria-pressed", String(pressed));
    }
    this.#question = question;
    this.#showQuestion();
  }

  #question = null;

  /** Something this player should read, for a moment. @param {string} words @param {number} [time_ms] */
  say(words, time_ms = SAID_MS) {
    clearTimeout(this.#said?.timer);
    this.#said = { words, timer: setTimeout(() => this.hush(), time_ms) };
    this.#showQuestion();
  }

  /** What was said is settled: the buttons come back. */
  hush() {
    clearTimeout(this.#said?.timer);
    this.#said = null;
    this.#showQuestion();
  }

  #showQuestion() {
    const { question: el, asked, answers, actions } = this.#parts;
    const said = this.#said && { words: this.#said.words, tone: "said", answers: [] };
    const question = this.#question?.answers.length ? this.#question : (said ?? this.#question);
    el.hidden = !question;
    actions.hidden = Boolean(question?.answers.length);
    const shown = JSON.stringify(question);
    if (!question || shown === this.#asked) return;
    this.#asked = shown;
    el.dataset.tone = question.tone;
    asked.textContent = question.words;
    answers.replaceChildren(...question.answers.map((answer) => this.#button(answer)));
  }

  #button(answer) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `button seat-action${answer.main ? " button-main" : ""}`;
    button.textContent = answer.words;
    button.addEventListener("click", () => this.#answer(answer));
    return button;
  }
}

/** A clock that stands says why: the game waits, or it was stopped. */
const faceState = (status, { on_move }) => (status === "paused" && on_move ? "paused" : "waiting");

function besideWords({ delay_ms, move_ms, periods }, tenths_below_ms) {
  const words = [];
  if (delay_ms) words.push(`+${formatMs(delay_ms, 0)}`);
  if (move_ms !== null) words.push(fill(gettext("move {time}"), { time: formatMs(move_ms, tenths_below_ms) }));
  if (periods) words.push(`${periods} ×`);
  return words.join(" · ");
}
