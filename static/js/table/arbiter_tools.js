/** The arbiter's tools: forms for requests, each with a reason, and the entries that were not recorded. */
import { GAME } from "../clock/clock.js";
import { readClock } from "../clock/reading.js";
import { Fault } from "../faults.js";
import { illegalWords } from "../game/event_words.js";
import { PositionEditor } from "../game/position_editor.js";
import { movesOf } from "../game/replay.js";
import { moveWords, nameOf, sentence, sideName } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { TABLES } from "../rules/seats.js";
import { byId, element, fieldsOf, find, findAll } from "../ui/dom.js";
import { bottomOf } from "./seat_panels.js";
import { showUnreadable, wireUnreadable } from "./unreadable.js";

/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../rules/seats.js").Side} Side */
/** @typedef {import("./session.js").GameSession} GameSession */

export class ArbiterTools {
  #dialog = byId("arbiter", HTMLDialogElement);
  #error = byId("tool-error");
  #editor = new PositionEditor(byId("editor"));
  #unlocking;
  #settings;
  /** @type {GameSession | null} */ #session = null;

  /** @param {{ unlocking: import("./unlocking.js").Unlocking, settings: import("./settings.js").Settings }} options */
  constructor({ unlocking, settings }) {
    this.#unlocking = unlocking;
    this.#settings = settings;
    for (const form of findAll(this.#dialog, "form[data-request]", HTMLFormElement)) {
      form.addEventListener("submit", (event) => this.#submit(event, form));
    }
    for (const button of findAll(this.#dialog, "[data-tool-do]")) {
      button.addEventListener("click", () => this.#do(button.dataset.toolDo ?? ""));
    }
    for (const button of findAll(this.#dialog, "[data-add]")) {
      button.addEventListener("click", () => this.#add(Number(button.dataset.add)));
    }
    this.#clockSeat.addEventListener("change", () => this.#showTime());
    wireUnreadable();
    this.#dialog.addEventListener("close", () => this.#unlocking.close(allRecorded(this.#session)));
  }

  get #clockForm() {
    return find(this.#dialog, "[data-request=adjust]", HTMLFormElement);
  }

  /** The seat whose clock is adjusted. */
  get #clockSeat() {
    return find(this.#clockForm, "[name=seat]", HTMLSelectElement);
  }

  /** The game whose tools are open. */
  get #game() {
    if (!this.#session) throw new Error("the tools of no game are open");
    return this.#session.game;
  }

  /** @param {GameSession} session */
  async open(session) {
    this.#session = session;
    if (!session.game.state) return;
    stopClocks(session.game);
    if (!(await this.#unlocking.open(session.game.known.state.agreement))) return;
    session.game.resend(); // entries that waited for the PIN can be sent now
    this.#fill();
    for (const details of findAll(this.#dialog, "details", HTMLDetailsElement)) details.open = details.dataset.tool === "flow";
    byId("offline-unlocked").hidden = this.#unlocking.how !== "offline";
    this.#dialog.showModal();
    const stop = session.game.on("change", ({ state }) => state?.status === "running" && this.#dialog.close());
    this.#dialog.addEventListener("close", stop, { once: true });
  }

  /**
   * Send one request without opening the tools: resume or pause.
   * @param {GameSession} session @param {Request} request
   */
  async quick(session, request) {
    this.#session = session;
    if (!(await this.#unlocking.open(session.game.known.state.agreement))) return;
    this.#ask(request);
    await this.#unlocking.close(allRecorded(session));
  }

  /**
   * Let this tablet keep the game, after the PIN was typed for that only.
   * @param {GameSession} session
   */
  async takeOver(session) {
    if (!(await this.#unlocking.open(session.game.known.state.agreement))) return;
    const answered = custodyAnswered(session);
    session.game.takeOver();
    await this.#unlocking.close(answered);
  }

  // ---- filling in

  #fill() {
    const { log } = this.#game;
    const { state, game } = this.#game.known;
    this.#error.hidden = true;
    this.#reasonField.value = ""; // the reason of the last decision does not fit this one
    for (const select of findAll(this.#dialog, "select[data-seats]", HTMLSelectElement)) {
      const options = TABLES[game.seats].map((each) => new Option(nameOf(game, each), each));
      if (select.dataset.seats === GAME && state.clock.game_ms !== null) {
        options.push(new Option(gettext("the whole game"), GAME));
      }
      select.replaceChildren(...options);
      select.value = state.seat;
    }
    for (const button of findAll(this.#dialog, "[data-winner]")) {
      const name = sideName(game, /** @type {Side} */ (button.dataset.winner));
      button.textContent = fill(gettext("{name} won"), { name });
    }
    byId("illegal-count").textContent = illegalWords(game, state.illegal);
    this.#fillPlies(movesOf(log), game);
    find(this.#dialog, "[data-tool=position]").hidden = !state.play;
    if (state.position) this.#editor.open(state.position, bottomOf(game, this.#settings.get("turned")));
    this.#showTime();
    this.#showEntries();
  }

  /** @param {import("../game/replay.js").Made[]} moves @param {Game} game */
  #fillPlies(moves, game) {
    const options = moves.map((made, ply) => {
      const { seat, move } = made;
      const words = move ? `${move} · ${moveWords(game, { seat, move })}` : nameOf(game, seat);
      return new Option(`${ply + 1}. ${words}`, String(ply));
    });
    byId("plies").replaceChildren(...options.reverse());
    find(this.#dialog, "[data-tool=takeback]").hidden = !moves.length;
  }

  #showTime() {
    const { now_ms, known } = this.#game;
    const reading = readClock(known.state.clock, now_ms);
    const face = reading.faces.find((each) => each.seat === this.#clockSeat.value);
    const left_s = Math.ceil((face ? face.time_ms : (reading.game_ms ?? 0)) / 1_000);
    find(this.#clockForm, "[name=minutes]", HTMLInputElement).value = String(Math.floor(left_s / 60));
    find(this.#clockForm, "[name=seconds]", HTMLInputElement).value = String(left_s % 60);
  }

  #showEntries() {
    showUnreadable();
    const { refused } = this.#game.outbox;
    byId("entries-none").hidden = refused.length > 0;
    find(this.#dialog, "[data-tool-do=seen]").hidden = !refused.length;
    byId("entries").replaceChildren(
      ...refused.map(({ body, refusal }) => {
        const what = body.move ?? body.type;
        return element("li", "", `${body.seat ? `${body.seat} ` : ""}${what}: ${refusal?.text ?? ""}`);
      }),
    );
  }

  // ---- requests

  /** @param {string} name */
  #do(name) {
    /** @type {Record<string, () => void>} */
    const acts = {
      pause: () => this.#ask({ type: "pause", reason: this.#reason || "arbiter" }),
      resume: () => this.#ask({ type: "resume" }),
      reopen: () => this.#ask({ type: "reopen", reason: this.#reason }),
      seen: () => {
        this.#game.outbox.clearRefused();
        this.#showEntries();
      },
    };
    acts[name]();
  }

  /** @param {number} seconds */
  #add(seconds) {
    const seat = this.#clockSeat.value;
    if (this.#ask({ type: "adjust", seat, add_ms: seconds * 1_000, reason: this.#reason })) this.#showTime();
  }

  /** @param {SubmitEvent} event @param {HTMLFormElement} form */
  #submit(event, form) {
    event.preventDefault();
    const fields = fieldsOf(form, event.submitter);
    const reason = this.#reason;
    /** @type {Record<string, () => Request>} */
    const requests = {
      turn: () => ({ type: "adjust", turn: fields.get("turn"), reason }),
      adjust: () => ({ type: "adjust", seat: fields.get("seat"), set_ms: timeOf(fields), reason }),
      penalty: () => ({ type: fields.get("what") ?? "", seat: fields.get("seat"), reason }),
      takeback: () => ({ type: "takeback", to_ply: Number(fields.get("to_ply")), reason }),
      position: () => ({ type: "position", position: this.#editor.text(fields.get("turn") ?? ""), reason }),
      rule: () => ({ type: "rule", winner: fields.get("winner") || null, ending: "ruling", reason }),
    };
    if (this.#ask(requests[form.dataset.request ?? ""]())) this.#dialog.close();
  }

  get #reasonField() {
    return byId("reason", HTMLInputElement);
  }

  get #reason() {
    return this.#reasonField.value.trim();
  }

  /** @param {Request} request @returns {boolean} whether it was granted */
  #ask(request) {
    this.#error.hidden = true;
    const marked = this.#unlocking.how === "offline" ? { ...request, unlocked: "offline" } : request;
    try {
      this.#game.ask(marked);
      return true;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.#error.textContent = sentence(fault);
      this.#error.hidden = false;
      if (fault.code === "reason-missing") this.#reasonField.focus();
      return false;
    }
  }
}

/**
 * Stop the clocks while the PIN is typed and the tools cover the board. A casual game is paused; in a tournament only the
 * call for the arbiter stops the clocks (docs/clocks.md#pauses).
 * @param {import("../offline/table_game.js").TableGame} game
 */
function stopClocks(game) {
  const { state } = game.known;
  if (state.status !== "running") return;
  const called = { type: "arbiter", seat: null, reason: "tools-opened" }; // a code of games/wording.py
  try {
    game.ask(state.agreement.casual ? { type: "pause", reason: "players" } : called);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault; // the game is kept elsewhere, or the flag has fallen: no clock runs here
  }
}

/** @param {URLSearchParams} fields */
const timeOf = (fields) => (Number(fields.get("minutes")) * 60 + Number(fields.get("seconds"))) * 1_000;

/**
 * Wait until the server has every entry: only then may it lock the tools.
 * @param {GameSession | null} session
 */
async function allRecorded(session) {
  while (session?.game.waiting) await new Promise((go) => { setTimeout(go, 500); });
}

/**
 * Wait until the server has answered whether the game moves here, or the connection is lost; the tools stay unlocked.
 * @param {GameSession} session @returns {Promise<void>}
 */
const custodyAnswered = ({ game, socket }) =>
  new Promise((done) => {
    const offs = [game.on("custody", end), game.on("denied", end), socket.on("status", end)];
    function end() {
      offs.forEach((off) => off());
      done();
    }
  });
