/**
 * The surface of a table: seats around a board, a bar between them. Shows the game that this tablet keeps and turns
 * taps into requests; what they mean is decided by the referee (referee.js).
 */
import { createBoard } from "../board/board.js";
import { MoveInput } from "../board/input.js";
import { Fault } from "../faults.js";
import { nameOf } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { Emitter } from "../live/emitter.js";
import { parseMove } from "../rules/moves.js";
import { SEATS } from "../rules/seats.js";
import { actionsOf, pressMeaning } from "./actions.js";
import { Bar, isBlocked } from "./bar.js";
import { Clocks, leftWords } from "./clocks.js";
import { Cover } from "./cover.js";
import { Dots } from "./dots.js";
import { Panel, tooShort } from "./panel.js";
import { bottomOf, placesOf } from "./places.js";
import { questionFor } from "./questions.js";
import { movesOf } from "./session.js";
import { eventWords, sentence } from "./words.js";

const SOUND_OF = { moved: "push", pressed: "press", started: "start", offered: "ask", "takeback-asked": "ask", flagged: "flag" };

/** A warning of the arbiter's is talked about before it is read. */
const WARNED_MS = 15_000;

/** Emits "arbiter" ({ tool, seat }) when somebody wants the arbiter's tools, "resume" when the game should go on. */
export class Screen extends Emitter {
  #root = document.getElementById("table");
  #settings;
  #sounds;
  #confirm;
  #session = null;
  #panels = new Map();
  #board = null;
  #input = null;
  #clocks = null;
  #bar;
  #cover;
  #dots;
  #armed = false;
  #choosing = new Set();
  #offs = [];

  /**
   * @param {object} options
   * @param {import("./settings.js").Settings} options.settings @param {import("../ui/sounds.js").Sounds} options.sounds
   * @param {(words: string) => Promise<boolean>} options.confirm
   */
  constructor({ settings, sounds, confirm }) {
    super();
    this.#settings = settings;
    this.#sounds = sounds;
    this.#confirm = confirm;
    this.#bar = new Bar({
      confirm,
      on: {
        go: () => this.#go(),
        arbiter: () => this.ask({ type: "arbiter", seat: null }),
        tooShort: () => this.#sayToAll(tooShort()), // nobody knows whose finger it was
      },
    });
    this.#cover = new Cover(() => this.#go());
    this.#dots = new Dots((seat) => this.#input.dot(seat), () => this.#input.cancel());
    settings.on("change", () => this.#session?.game.state && this.#build());
  }

  /** @param {import("./session.js").GameSession} session */
  open(session) {
    this.close();
    this.#session = session;
    this.#armed = false;
    this.#choosing = new Set();
    const { game, socket } = session;
    this.#offs = [
      game.on("change", ({ event }) => this.#onChange(event)),
      game.on("custody", () => this.render()),
      socket.on("status", () => this.render()),
      socket.on("seq", () => this.#bar.link(this.#session)),
      socket.on("answer", () => this.#bar.link(this.#session)),
    ];
    if (game.state) this.#build();
  }

  close() {
    this.#offs.forEach((off) => off());
    this.#clocks?.stop();
    this.#board = null;
    this.#session = null;
    this.#root.dataset.phase = "loading";
  }

  /** Enter a request; a refusal is read to whoever asked. @returns {boolean} whether it was granted */
  ask(request) {
    try {
      this.#session.game.ask(request);
      return true;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.#refuse(fault, request.seat);
      return false;
    }
  }

  /** @param {Fault} fault @param {string} [seat] who is told; everybody otherwise */
  #refuse(fault, seat) {
    this.#sounds.play("no");
    const words = sentence(fault);
    const panel = this.#panels.get(seat ?? this.#session.game.state?.seat);
    panel?.say(words);
    this.say(words);
  }

  /** Read out, politely. */
  say(words) {
    document.getElementById("said").textContent = words;
  }

  /** Shown at every seat, and read out. */
  #sayToAll(words, time_ms) {
    for (const panel of this.#panels.values()) panel.say(words, time_ms);
    this.say(words);
  }

  // ---- building

  #build() {
    const { game } = this.#session.game;
    const turned = this.#settings.get("turned");
    this.#root.dataset.seats = String(game.seats);
    this.#root.dataset.input = game.input;
    this.#root.dataset.hand = this.#settings.get("left") ? "left" : "right";
    this.#panels.forEach(({ el }) => el.remove());
    this.#panels = new Map(placesOf(game, turned).map(({ seat, side }) => [seat, this.#panel(seat, side)]));
    const places = [...this.#panels.values()];
    // The order of reading is that of play; the grid says where each stands.
    this.#root.prepend(...places.map(({ el }) => el));
    this.#buildBoard(game, bottomOf(game, turned));
    this.#clocks?.stop();
    this.#clocks = new Clocks({
      session: this.#session,
      panels: this.#panels,
      settings: this.#settings,
      onLow: () => this.#sounds.play("low"),
      onTold: (seat, seconds) => this.#tellTime(seat, seconds),
      onGame: (game_ms) => this.#bar.gameTime(game_ms),
    });
    document.getElementById("board-area").hidden = game.input !== "moves";
    document.getElementById("bar").hidden = false;
    this.render();
  }

  #buildBoard(game, bottom) {
    if (this.#board) {
      this.#board.turn(bottom);
      this.#dots.seat(game, bottom);
      return;
    }
    const el = document.createElement("div");
    el.id = "board";
    document.getElementById("board").replaceWith(el);
    this.#board = createBoard(el, {
      seats: game.seats,
      orientation: bottom,
      onCell: (cell) => this.#input.cell(cell),
      onEnd: (edge) => this.#input.end(edge),
      onCancel: () => this.#input.cancel(),
    });
    this.#dots.seat(game, bottom);
    this.#input = new MoveInput({
      show: (state) => this.#board.set(state),
      onMove: (move) => this.#move(move),
      onHand: (hand) => this.#onHand(hand),
      onRefused: (fault) => this.#refuse(fault),
      confirms: () => this.#settings.get("confirm"),
    });
  }

  #panel(seat, side) {
    return new Panel({
      seat,
      side,
      on: {
        press: () => this.#press(seat),
        longPress: () => this.emit("arbiter", { tool: "clock", seat }),
        act: (name) => this.#act(seat, name),
        answer: (answer) => this.#answer(seat, answer),
        ask: this.#confirm,
      },
    });
  }

  // ---- what the players do

  #go() {
    const { state } = this.#session.game;
    const byKey = document.activeElement?.matches(":focus-visible");
    if (state.status === "waiting" && this.ask({ type: "start" }) && byKey) this.#board.focus();
    if (state.status === "running") this.emit("pause");
    if (state.status === "paused") this.emit("resume");
  }

  #move(move) {
    const { seat, ply } = this.#session.game.state;
    const call = this.#armed ? "!" : "";
    this.#armed = false;
    this.ask({ type: "move", seat, ply, move: move + call });
    this.render();
  }

  #press(seat) {
    const { state } = this.#session.game;
    if (state.agreement.input === "moves") {
      if (seat === state.seat) this.#input.press();
    } else if (state.status === "waiting") {
      this.#panels.get(seat).say(gettext("Start the game in the middle first."));
    } else if (seat === state.seat) {
      this.ask({ type: "press", seat, ply: state.ply });
    }
  }

  #act(seat, name) {
    const { state, log } = this.#session.game;
    const { request, arms, chooses } = pressMeaning(name, seat, state, movesOf(log));
    if (arms) this.#armed = !this.#armed;
    if (chooses) this.#choosing.add(seat);
    if (request) this.ask(request);
    this.render();
  }

  #answer(seat, { request, choose }) {
    if (choose !== undefined) this.#choosing[choose ? "add" : "delete"](seat);
    else if (this.ask(request)) this.#choosing.delete(seat);
    this.render();
  }

  // ---- showing

  #onChange(event) {
    if (!this.#board) this.#build();
    else this.render();
    if (!event) return;
    const { game } = this.#session.game;
    const words = eventWords(game, event);
    if (words) this.say(words);
    if (event.kind === "moved" || event.kind === "pressed") this.#panels.get(event.seat).hush();
    if (event.kind === "moved") this.#push(event);
    if (event.kind === "illegal-noted" && !event.outcome) this.#sayToAll(words, WARNED_MS);
    if (event.kind === "taken-back" || event.kind === "position-set") this.#armed = false;
    this.#sounds.play(event.outcome && event.kind !== "flagged" ? "over" : (SOUND_OF[event.kind] ?? "press"));
    for (const seat of event.passes ?? []) {
      this.#panels.get(seat).say(gettext("You can take no cube: your turn passes."));
    }
  }

  #push({ move }) {
    const wasOnEnd = document.activeElement === document.body || document.activeElement?.hidden;
    const { cell, edge } = parseMove(move);
    this.#board.animatePush({ cell, edge });
    if (wasOnEnd) this.#board.focus();
  }

  #tellTime(seat, seconds) {
    const { game } = this.#session.game;
    document.getElementById("time-said").textContent = leftWords(nameOf(game, seat), seconds);
  }

  #onHand(hand) {
    const { state } = this.#session.game;
    this.#dots.show(hand.asks === "dot" ? SEATS[state.seat].dots : []);
    for (const [seat, panel] of this.#panels) {
      panel.el.toggleAttribute("data-confirms", hand.asks === "press" && seat === state.seat);
    }
    this.#renderPanels(hand);
  }

  /** Everything, from the state. */
  render() {
    const session = this.#session;
    if (!session?.game.state || !this.#board) return;
    const { state, game, blocked, log } = session.game;
    const moves = movesOf(log);
    const last = moves.at(-1)?.move ? parseMove(moves.at(-1).move) : null;
    this.#root.dataset.phase = state.status;
    this.#root.toggleAttribute("data-blocked", isBlocked(session));
    if (state.play) {
      this.#input.set({
        position: String(state.position),
        may: state.status === "running" && blocked === null,
        last: last && { cell: last.cell, edge: last.edge },
        lines: state.outcome?.lines ?? [],
      });
    }
    this.#renderPanels(this.#input?.hand);
    this.#cover.render(state, game, blocked);
    this.#bar.render(session, state);
    this.#clocks.paint();
    this.emit("rendered");
  }

  #renderPanels(hand) {
    const { state, game, blocked, log } = this.#session.game;
    const moves = movesOf(log);
    for (const [seat, panel] of this.#panels) {
      panel.render({
        game,
        actions: actionsOf(seat, state, { moves, armed: this.#armed, blocked: blocked !== null }),
        question: questionFor(seat, state, game, { choosing: this.#choosing.has(seat) }),
        confirms: hand?.asks === "press" && seat === state.seat,
        label: fill(gettext("Clock of {name}"), { name: nameOf(game, seat) }),
      });
    }
  }
}
