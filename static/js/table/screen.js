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
import { byId, element } from "../ui/dom.js";
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

/** @typedef {import("../board/input.js").Hand} Hand */
/** @typedef {import("../live/messages").Game} Game */
/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./session.js").GameSession} GameSession */

/** @type {Readonly<Record<string, import("../ui/sounds.js").Tune>>} */
const SOUND_OF = { moved: "push", pressed: "press", started: "start", offered: "ask", "takeback-asked": "ask", flagged: "flag" };

/** A warning of the arbiter's is talked about before it is read. */
const WARNED_MS = 15_000;

/**
 * Emits "arbiter" when somebody wants the arbiter's tools, "resume" when the game should go on.
 * @extends {Emitter<{ arbiter: import("./arbiter.js").Wanted, resume: void, pause: void, rendered: void }>}
 */
export class Screen extends Emitter {
  #root = byId("table");
  #settings;
  #sounds;
  #confirm;
  /** @type {GameSession | null} */ #session = null;
  /** @type {Map<Seat, Panel>} */ #panels = new Map();
  /** @type {import("../board/board.js").Board | null} */ #board = null;
  /** @type {MoveInput | null} */ #input = null;
  /** @type {Clocks | null} */ #clocks = null;
  #bar;
  #cover;
  #dots;
  #armed = false;
  /** @type {Set<Seat>} Who is entering a result by hand. */ #choosing = new Set();
  /** @type {(() => void)[]} */ #offs = [];

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
    this.#dots = new Dots((seat) => this.#input?.dot(seat), () => this.#input?.cancel());
    settings.on("change", () => this.#session?.game.state && this.#build());
  }

  /** @param {GameSession} session */
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
      socket.on("seq", () => this.#bar.link(session)),
      socket.on("answer", () => this.#bar.link(session)),
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

  /**
   * Enter a request; a refusal is read to whoever asked.
   * @param {Request} request @returns {boolean} whether it was granted
   */
  ask(request) {
    try {
      this.#game.ask(request);
      return true;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.#refuse(fault, request.seat);
      return false;
    }
  }

  /** @param {Fault} fault @param {Seat} [seat] who is told; everybody otherwise */
  #refuse(fault, seat) {
    this.#sounds.play("no");
    const words = sentence(fault);
    const reader = seat ?? this.#game.state?.seat;
    if (reader) this.#panels.get(reader)?.say(words);
    this.say(words);
  }

  /**
   * Read out, politely.
   * @param {string} words
   */
  say(words) {
    byId("said").textContent = words;
  }

  /**
   * Shown at every seat, and read out.
   * @param {string} words @param {number} [time_ms]
   */
  #sayToAll(words, time_ms) {
    for (const panel of this.#panels.values()) panel.say(words, time_ms);
    this.say(words);
  }

  /** The game that is on the table. */
  get #game() {
    if (!this.#session) throw new Error("no game is on the table");
    return this.#session.game;
  }

  // ---- building

  #build() {
    if (!this.#session) return;
    const { game } = this.#game.known;
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
    byId("board-area").hidden = game.input !== "moves";
    byId("bar").hidden = false;
    this.render();
  }

  /** @param {Game} game @param {Edge} bottom */
  #buildBoard(game, bottom) {
    if (this.#board) {
      this.#board.turn(bottom);
      this.#dots.seat(game, bottom);
      return;
    }
    const el = element("div");
    el.id = "board";
    byId("board").replaceWith(el);
    const board = createBoard(el, {
      seats: game.seats,
      orientation: bottom,
      onCell: (cell) => input.cell(cell),
      onEnd: (edge) => input.end(edge),
      onCancel: () => input.cancel(),
    });
    this.#dots.seat(game, bottom);
    const input = new MoveInput({
      show: (state) => board.set(state),
      onMove: (move) => this.#move(move),
      onHand: (hand) => this.#onHand(hand),
      onRefused: (fault) => this.#refuse(fault),
      confirms: () => this.#settings.get("confirm"),
    });
    this.#board = board;
    this.#input = input;
  }

  /** @param {Seat} seat @param {Edge} side */
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
    const { state } = this.#game.known;
    const byKey = document.activeElement?.matches(":focus-visible");
    if (state.status === "waiting" && this.ask({ type: "start" }) && byKey) this.#board?.focus();
    if (state.status === "running") this.emit("pause", undefined);
    if (state.status === "paused") this.emit("resume", undefined);
  }

  /** @param {string} move */
  #move(move) {
    const { seat, ply } = this.#game.known.state;
    const call = this.#armed ? "!" : "";
    this.#armed = false;
    this.ask({ type: "move", seat, ply, move: move + call });
    this.render();
  }

  /** @param {Seat} seat */
  #press(seat) {
    const { state } = this.#game.known;
    if (state.agreement.input === "moves") {
      if (seat === state.seat) this.#input?.press();
    } else if (state.status === "waiting") {
      this.#panels.get(seat)?.say(gettext("Start the game in the middle first."));
    } else if (seat === state.seat) {
      this.ask({ type: "press", seat, ply: state.ply });
    }
  }

  /** @param {Seat} seat @param {string} name */
  #act(seat, name) {
    const { log, known } = this.#game;
    const { state } = known;
    const { request, arms, chooses } = pressMeaning(name, seat, state, movesOf(log));
    if (arms) this.#armed = !this.#armed;
    if (chooses) this.#choosing.add(seat);
    if (request) this.ask(request);
    this.render();
  }

  /** @param {Seat} seat @param {import("./panel.js").Answer} answer */
  #answer(seat, { request, choose }) {
    if (choose !== undefined) this.#choosing[choose ? "add" : "delete"](seat);
    else if (request && this.ask(request)) this.#choosing.delete(seat);
    this.render();
  }

  // ---- showing

  /** @param {GameEvent | null} event */
  #onChange(event) {
    if (!this.#board) this.#build();
    else this.render();
    if (!event) return;
    const { game } = this.#game.known;
    const words = eventWords(game, event);
    if (words) this.say(words);
    if (event.kind === "moved" || event.kind === "pressed") this.#panels.get(event.seat)?.hush();
    if (event.kind === "moved") this.#push(event.move);
    if (event.kind === "illegal-noted" && !event.outcome) this.#sayToAll(words ?? "", WARNED_MS);
    if (event.kind === "taken-back" || event.kind === "position-set") this.#armed = false;
    this.#sounds.play(event.outcome && event.kind !== "flagged" ? "over" : (SOUND_OF[event.kind] ?? "press"));
    for (const seat of event.passes ?? []) {
      this.#panels.get(seat)?.say(gettext("You can take no cube: your turn passes."));
    }
  }

  /** @param {string} move */
  #push(move) {
    const here = document.activeElement;
    const wasOnEnd = here === document.body || (here instanceof HTMLElement && here.hidden);
    const { cell, edge } = parseMove(move);
    this.#board?.animatePush({ cell, edge });
    if (wasOnEnd) this.#board?.focus();
  }

  /** @param {Seat} seat @param {number} seconds */
  #tellTime(seat, seconds) {
    const { game } = this.#game.known;
    byId("time-said").textContent = leftWords(nameOf(game, seat), seconds);
  }

  /** @param {Hand} hand */
  #onHand(hand) {
    const { state } = this.#game.known;
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
    const { blocked, log, known } = session.game;
    const { state, game } = known;
    const { move } = movesOf(log).at(-1) ?? { move: null };
    const last = move === null ? null : parseMove(move);
    this.#root.dataset.phase = state.status;
    this.#root.toggleAttribute("data-blocked", isBlocked(session));
    if (state.play) {
      this.#input?.set({
        position: String(state.position),
        may: state.status === "running" && blocked === null,
        last: last && { cell: last.cell, edge: last.edge },
        lines: state.outcome?.lines ?? [],
      });
    }
    this.#renderPanels(this.#input?.hand);
    this.#cover.render(state, game, blocked);
    this.#bar.render(session, state);
    this.#clocks?.paint();
    this.emit("rendered", undefined);
  }

  /** @param {Hand | undefined} hand */
  #renderPanels(hand) {
    const { blocked, log, known } = this.#game;
    const { state, game } = known;
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
