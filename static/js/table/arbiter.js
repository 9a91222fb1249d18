/** The arbiter's tools: forms that become requests, each with a reason, and the entries that were not recorded. */
import { GAME } from "../clock/clock.js";
import { read } from "../clock/reading.js";
import { moveWords, nameOf, sideName } from "../game/words.js";
import { gettext } from "../i18n.js";
import { TABLES } from "../rules/seats.js";
import { Editor } from "./editor.js";
import { bottomOf } from "./places.js";
import { movesOf } from "./session.js";
import { illegalWords, sentence } from "./words.js";

const byId = (id) => document.getElementById(id);

export class Arbiter {
  #dialog = byId("arbiter");
  #error = byId("tool-error");
  #editor = new Editor(byId("editor"));
  #unlocking;
  #settings;
  #session = null;

  /** @param {{ unlocking: import("./unlocking.js").Unlocking, settings: import("./settings.js").Settings }} options */
  constructor({ unlocking, settings }) {
    this.#unlocking = unlocking;
    this.#settings = settings;
    for (const form of this.#dialog.querySelectorAll("form[data-request]")) {
      form.addEventListener("submit", (event) => this.#submit(event, form));
    }
    for (const button of this.#dialog.querySelectorAll("[data-tool-do]")) {
      button.addEventListener("click", () => this.#do(button.dataset.toolDo));
    }
    for (const button of this.#dialog.querySelectorAll("[data-add]")) {
      button.addEventListener("click", () => this.#add(button.form, Number(button.dataset.add)));
    }
    this.#clockForm.elements.seat.addEventListener("change", () => this.#showTime());
    this.#dialog.addEventListener("close", () => this.#unlocking.close(allRecorded(this.#session)));
  }

  get #clockForm() {
    return this.#dialog.querySelector("[data-request=adjust]");
  }

  /** @param {import("./session.js").GameSession} session @param {{ tool?: string, seat?: string }} [wanted] */
  async open(session, { tool = "flow", seat } = {}) {
    this.#session = session;
    const { state } = session.game;
    if (!state || !(await this.#unlocking.open(state.agreement))) return;
    session.game.resend(); // what waited for the PIN may go now
    this.#fill(seat);
    for (const details of this.#dialog.querySelectorAll("details")) details.open = details.dataset.tool === tool;
    byId("offline-unlocked").hidden = this.#unlocking.how !== "offline";
    this.#dialog.showModal();
  }

  /** Ask for one thing without the tools: resume, pause. */
  async quick(session, request) {
    this.#session = session;
    if (!(await this.#unlocking.open(session.game.state.agreement))) return;
    this.#ask(request);
    await this.#unlocking.close(allRecorded(session));
  }

  /** Let this tablet keep the game: for that alone the PIN was typed. */
  async takeOver(session) {
    if (!(await this.#unlocking.open(session.game.state.agreement))) return;
    const answered = custodyAnswered(session);
    session.game.takeOver();
    await this.#unlocking.close(answered);
  }

  // ---- filling in

  #fill(seat) {
    const { state, game, log } = this.#session.game;
    this.#error.hidden = true;
    byId("reason").value = ""; // the last decision's is not this one's
    for (const select of this.#dialog.querySelectorAll("select[data-seats]")) {
      const options = TABLES[game.seats].map((each) => new Option(nameOf(game, each), each));
      if (select.dataset.seats === GAME && state.clock.game_ms !== null) {
        options.push(new Option(gettext("the whole game"), GAME));
      }
      select.replaceChildren(...options);
      select.value = select.name === "turn" ? state.seat : (seat ?? state.seat);
    }
    for (const button of this.#dialog.querySelectorAll("[data-side-name]")) {
      button.textContent = sideName(game, button.dataset.sideName);
    }
    byId("illegal-count").textContent = illegalWords(game, state.illegal);
    this.#fillPlies(movesOf(log), game);
    this.#dialog.querySelector("[data-tool=position]").hidden = !state.play;
    if (state.play) this.#editor.open(state.position, bottomOf(game, this.#settings.get("turned")));
    this.#showTime();
    this.#showEntries();
  }

  #fillPlies(moves, game) {
    const options = moves.map((made, ply) => {
      const words = made.move ? `${made.move} · ${moveWords(game, made)}` : nameOf(game, made.seat);
      return new Option(`${ply + 1}. ${words}`, String(ply));
    });
    byId("plies").replaceChildren(...options.reverse());
    this.#dialog.querySelector("[data-tool=takeback]").hidden = !moves.length;
  }

  #showTime() {
    const { state, now_ms } = this.#session.game;
    const { seat, minutes, seconds } = this.#clockForm.elements;
    const reading = read(state.clock, now_ms);
    const face = reading.faces.find((each) => each.seat === seat.value);
    const left_s = Math.ceil((face ? face.time_ms : reading.game_ms) / 1_000);
    minutes.value = Math.floor(left_s / 60);
    seconds.value = left_s % 60;
  }

  #showEntries() {
    const { refused } = this.#session.game.outbox;
    byId("entries-none").hidden = refused.length > 0;
    this.#dialog.querySelector("[data-tool-do=seen]").hidden = !refused.length;
    byId("entries").replaceChildren(
      ...refused.map(({ body, refusal }) => {
        const item = document.createElement("li");
        const what = body.move ?? body.type;
        item.textContent = `${body.seat ? `${body.seat} ` : ""}${what}: ${refusal.text}`;
        return item;
      }),
    );
  }

  // ---- asking

  #do(name) {
    const acts = {
      pause: () => this.#ask({ type: "pause", reason: this.#reason || "arbiter" }),
      resume: () => this.#ask({ type: "resume" }),
      reopen: () => this.#ask({ type: "reopen", reason: this.#reason }),
      seen: () => {
        this.#session.game.outbox.clearRefused();
        this.#showEntries();
      },
    };
    acts[name]();
  }

  #add(form, seconds) {
    const seat = form.elements.seat.value;
    if (this.#ask({ type: "adjust", seat, add_ms: seconds * 1_000, reason: this.#reason })) this.#showTime();
  }

  #submit(event, form) {
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    const reason = this.#reason;
    const requests = {
      turn: () => ({ type: "adjust", turn: fields.get("turn"), reason }),
      adjust: () => ({ type: "adjust", seat: fields.get("seat"), set_ms: timeOf(fields), reason }),
      penalty: () => ({ type: fields.get("what"), seat: fields.get("seat"), reason }),
      takeback: () => ({ type: "takeback", to_ply: Number(fields.get("to_ply")), reason }),
      position: () => ({ type: "position", position: this.#editor.text(fields.get("turn")), reason }),
      rule: () => ({ type: "rule", winner: fields.get("winner") || null, ending: "ruling", reason }),
    };
    if (this.#ask(requests[form.dataset.request]())) this.#dialog.close();
  }

  get #reason() {
    return byId("reason").value.trim();
  }

  #ask(request) {
    this.#error.hidden = true;
    const marked = this.#unlocking.how === "offline" ? { ...request, unlocked: "offline" } : request;
    try {
      this.#session.game.ask(marked);
      return true;
    } catch (fault) {
      if (!fault.template) throw fault;
      this.#error.textContent = sentence(fault);
      this.#error.hidden = false;
      if (fault.code === "reason-missing") byId("reason").focus();
      return false;
    }
  }
}

const timeOf = (fields) => (Number(fields.get("minutes")) * 60 + Number(fields.get("seconds"))) * 1_000;

/** Once the server has every entry: only then may it lock the tools. */
async function allRecorded(session) {
  while (session?.game.waiting) await new Promise((go) => { setTimeout(go, 500); });
}

/** Once the server has said whether the game was handed over, or cannot any more: the tools stay unlocked until then. */
const custodyAnswered = ({ game, socket }) =>
  new Promise((done) => {
    const offs = [game.on("custody", end), game.on("denied", end), socket.on("status", end)];
    function end() {
      offs.forEach((off) => off());
      done();
    }
  });
