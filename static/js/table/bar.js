/** The bar between the players: what is going on, the connection, and what concerns the whole game. */
import { formatMs } from "../clock/display.js";
import { nameOf } from "../game/words.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { ReadOnly } from "../live/sync.js";
import { clockTime } from "../ui/daytime.js";
import { onHold } from "./touch.js";
import { linkWords, pauseWords, resultWords, sentence } from "./words.js";

const byId = (id) => document.getElementById(id);

/** What the button for the whole game does. */
const GO = {
  waiting: { icon: "play", words: () => gettext("Start") },
  running: { icon: "pause", words: () => gettext("Pause") },
  paused: { icon: "play", words: () => gettext("Resume") },
};

export class Bar {
  #status = byId("status");
  #link = byId("link-state");
  #repeated = byId("repeated");
  #conferring = byId("conferring");
  #pause = byId("pause");
  #call = byId("call-arbiter");
  #game_ms = null;

  /** @param {{ confirm: (words: string) => Promise<boolean>, on: { go: () => void, arbiter: () => void, tooShort: () => void } }} options */
  constructor({ confirm, on }) {
    this.#pause.addEventListener("click", on.go);
    onHold(this.#call, on.arbiter, () => confirm(gettext("Call the arbiter? The clocks stop.")), on.tooShort);
    this.#call.setAttribute("aria-description", gettext("Hold the button"));
  }

  /** @param {import("./session.js").GameSession} session @param {import("../referee.js").State} state */
  render(session, state) {
    const { game, blocked } = session.game;
    const { rules, casual } = state.agreement;
    this.#status.textContent = statusWords(state, game);
    const counts = state.repeated > 1 && rules.repetition && !state.outcome;
    this.#repeated.textContent = counts
      ? fill(gettext("Position for the {count}. time, draw at {limit}"), { count: state.repeated, limit: rules.repetition })
      : "";
    this.#conferring.textContent = game.seats === 4 ? conferringWords(rules) : "";
    this.#renderGo(state.status, casual, blocked);
    this.#call.hidden = casual || !state.clock.started || Boolean(state.outcome);
    this.#call.disabled = blocked !== null || state.arbiter;
    byId("blocked").hidden = !isBlocked(session);
    byId("blocked-words").textContent = blocked ? `${sentence(new ReadOnly(blocked))} ${lateWords(session.game.outbox)}` : "";
    byId("take-over").hidden = blocked !== "other-device";
    this.link(session);
  }

  #renderGo(status, casual, blocked) {
    const go = GO[status];
    this.#pause.hidden = !go || (status === "running" && !casual);
    if (this.#pause.hidden) return;
    this.#pause.disabled = blocked !== null;
    this.#pause.querySelector("use").setAttribute("href", `#icon-${go.icon}`);
    this.#pause.querySelector(".bar-label").textContent = go.words();
    this.#pause.classList.toggle("button-main", status !== "running");
  }

  /** The limit of the whole game, where there is one. */
  gameTime(game_ms) {
    if (game_ms === null && this.#game_ms === null) return;
    this.#game_ms = game_ms;
    const words = game_ms === null ? "" : fill(gettext("Game {time}"), { time: formatMs(game_ms, 0) });
    const shown = this.#status.dataset.game ?? "";
    if (shown !== words) this.#status.dataset.game = words;
  }

  /** @param {import("./session.js").GameSession} session */
  link({ socket, game }) {
    const words = linkWords(socket.status, clockTime(socket.since_ms), game.waiting);
    this.#link.dataset.state = socket.status;
    this.#link.dataset.waiting = String(game.waiting);
    if (this.#link.textContent !== words) this.#link.textContent = words;
  }
}

/** Whether nothing can be entered here, and not only because the server has not answered yet. */
export const isBlocked = ({ game: { blocked }, socket }) =>
  blocked !== null && blocked !== "unknown" && !(blocked === "not-asked" && socket.status !== "offline");

/** What was entered here while the game was in other hands already. */
function lateWords({ refused }) {
  const count = refused.filter(({ refusal }) => refusal.code === "old-epoch").length;
  const words = ngettext(
    "{count} entry made here since is kept for the arbiter.",
    "{count} entries made here since are kept for the arbiter.",
    count,
  );
  return count ? fill(words, { count }) : "";
}

function statusWords(state, game) {
  const name = nameOf(game, state.seat);
  const words = {
    waiting: () => fill(gettext("{name} to start"), { name }),
    running: () => fill(gettext("{name} to move"), { name }),
    paused: () => fill(gettext("Paused: {why}"), { why: pauseWords(state) }),
    over: () => resultWords(game, state.outcome),
  };
  return words[state.status]();
}

const conferringWords = ({ conferring }) =>
  conferring === "allowed" ? gettext("Partners may confer") : gettext("Partners stay silent");
