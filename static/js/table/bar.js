/** The bar between the players, for the whole game, and the cover over the board while no player may move. */
import { controlWords } from "../game/clock_words.js";
import { goneTitle, keptEntriesWords, linkWords, pauseWords } from "../game/event_words.js";
import { nameOf, resultWords, sentence } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { ReadOnly } from "../offline/table_game.js";
import { RESULT } from "../referee/timing.js";
import { onHold } from "../touch/touch_buttons.js";
import { clockTime } from "../ui/daytime.js";
import { byId, element, find, setAttribute, setText } from "../ui/dom.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("./session.js").GameSession} GameSession */

/** @type {Readonly<Record<string, { icon: string, words: () => string }>>} What the button for the whole game does. */
const GO = {
  waiting: { icon: "play", words: () => gettext("Start") },
  running: { icon: "pause", words: () => gettext("Pause") },
  paused: { icon: "play", words: () => gettext("Resume") },
};

export class Bar {
  #status = byId("status");
  #link = byId("link-state");
  #series = byId("series");
  #repeated = byId("repeated");
  #conferring = byId("conferring");
  #pause = byId("pause", HTMLButtonElement);
  #call = byId("call-arbiter", HTMLButtonElement);

  /** @param {{ confirm: (words: string) => Promise<boolean>, on: { go: () => void, arbiter: () => void, tooShort: () => void } }} options */
  constructor({ confirm, on }) {
    this.#pause.addEventListener("click", on.go);
    onHold(this.#call, on.arbiter, () => confirm(gettext("Call the arbiter? The clocks stop.")), on.tooShort);
    this.#call.setAttribute("aria-description", gettext("Hold the button"));
  }

  /** @param {GameSession} session @param {State} state */
  render(session, state) {
    const { blocked, known } = session.game;
    const { game } = known;
    const { rules, casual } = state.agreement;
    const { gone } = session.game;
    this.#renderStatus(gone ? goneTitle(gone) : statusWords(state, game));
    setText(this.#series, game.series ?? "");
    const counts = state.repeated > 1 && rules.repetition && !state.outcome;
    const repeated = { count: state.repeated, limit: rules.repetition ?? "" };
    setText(this.#repeated, counts ? fill(gettext("Position for the {count}. time, draw at {limit}"), repeated) : "");
    setText(this.#conferring, game.seats === 4 ? conferringWords(rules) : "");
    this.#renderGo(state.status, casual, isBlocked(session), state.clock.pauses.join() === RESULT);
    this.#call.hidden = casual || !state.clock.started || Boolean(state.outcome);
    this.#call.disabled = blocked !== null || state.arbiter;
    byId("blocked").hidden = !isBlocked(session);
    byId("blocked").dataset.why = blocked ?? "";
    setText(byId("blocked-words"), blocked ? `${sentence(new ReadOnly(blocked))} ${keptEntriesWords(session.game.outbox, ["old-epoch"])}` : "");
    byId("take-over").hidden = blocked !== "other-device";
    this.link(session);
  }

  /** @param {string} words in a new box: they come, and nothing moves */
  #renderStatus(words) {
    if (this.#status.textContent !== words) this.#status.replaceChildren(element("span", "", words));
  }

  /** @param {State["status"]} status @param {boolean} casual @param {boolean} disabled @param {boolean} onlyResult */
  #renderGo(status, casual, disabled, onlyResult) {
    const go = GO[status];
    // The seats, not the bar, ask about an entered result.
    const gone = !go || (status === "running" && !casual) || onlyResult;
    this.#pause.toggleAttribute("data-gone", gone); // invisible, not removed, so that the words beside it do not move
    this.#pause.disabled = gone || disabled;
    if (gone) return;
    setAttribute(find(this.#pause, "use", SVGElement), "href", `#icon-${go.icon}`);
    setText(find(this.#pause, ".bar-label"), go.words());
    this.#pause.classList.toggle("button-main", status !== "running");
  }

  /** @param {GameSession} session */
  link({ socket, game }) {
    const words = linkWords(socket, clockTime(socket.since_ms), game.waiting);
    this.#link.dataset.state = socket.status;
    this.#link.dataset.waiting = String(game.waiting);
    setText(this.#link, words);
  }
}

/**
 * Show the time of day, minute by minute.
 * @param {import("../live/timesource.js").TimeSource} time
 */
export function showWallClock(time) {
  byId("wall-clock").textContent = clockTime(time.server_ms);
  setTimeout(() => showWallClock(time), 60_000 - (time.server_ms % 60_000) + 50);
}

/**
 * Return whether nothing can be entered here, for another reason than a missing answer of the server.
 * @param {GameSession} session
 */
export const isBlocked = ({ game: { blocked }, socket }) =>
  blocked !== null && blocked !== "unknown" && blocked !== "gone" && !(blocked === "not-asked" && socket.status !== "offline");

/** @param {State} state @param {Game} game */
function statusWords(state, game) {
  const name = nameOf(game, state.seat);
  const words = {
    waiting: () => fill(gettext("{name} to start"), { name }),
    running: () => fill(gettext("{name} to move"), { name }),
    paused: () => fill(gettext("Paused: {why}"), { why: pauseWords(state) }),
    over: () => (state.outcome ? resultWords(game, state.outcome) : ""),
  };
  return words[state.status]();
}

/** @param {import("../rules/options.js").RuleSet} rules */
const conferringWords = ({ conferring }) =>
  conferring === "allowed" ? gettext("Partners may confer") : gettext("Partners stay silent");

/** The cover over the board while no player may move, with the button to start or resume. */
export class Cover {
  #el = byId("cover");
  #words = byId("cover-words");
  #more = byId("cover-more");
  #button = byId("go", HTMLButtonElement);
  #label = byId("go-words");

  /** @param {() => void} onGo */
  constructor(onGo) {
    this.#button.addEventListener("click", onGo);
  }

  /**
   * @param {State} state @param {Game} game
   * @param {{ blocked: string | null, isStarting: boolean }} now  `isStarting`: Start was pressed, and waits for the server
   */
  render(state, game, { blocked, isStarting }) {
    const { status } = state;
    this.#el.hidden = (status !== "waiting" && status !== "paused") || isStarting || byOthers(blocked);
    if (this.#el.hidden) return;
    this.#el.dataset.status = status;
    const waits = status === "waiting";
    this.#words.textContent = waits
      ? fill(gettext("{name} to start"), { name: nameOf(game, state.seat) })
      : pauseWords(state);
    this.#more.textContent = waits ? controlWords(state.agreement.control) : resumeHint(state);
    this.#label.textContent = waits ? gettext("Start") : gettext("Resume");
    this.#button.disabled = blocked !== null;
  }
}

/**
 * Return whether another device or tab writes, so that the notice of that is shown instead.
 * @param {string | null} blocked
 */
const byOthers = (blocked) => blocked === "other-device" || blocked === "replaced" || blocked === "other-tab" || blocked === "server-keeps" || blocked === "gone";

/** @param {State} state */
const resumeHint = ({ agreement }) => (agreement.casual ? "" : gettext("The arbiter lets the game go on."));
