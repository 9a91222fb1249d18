/**
 * The surface of a table: seats around a board, a bar between them. Shows the game that this tablet keeps and turns
 * taps into requests; what they mean is decided by the referee (referee.js).
 */
import { Fault } from "../faults.js";
import { nameOf, notMadeWords } from "../game/words.js";
import { gettext } from "../i18n.js";
import { Emitter } from "../live/emitter.js";
import { byId } from "../ui/dom.js";
import { pressMeaning } from "./actions.js";
import { Bar, isBlocked } from "./bar.js";
import { TableBoard } from "./board.js";
import { Clocks, leftWords } from "./clocks.js";
import { Cover } from "./cover.js";
import { tooShort } from "./panel.js";
import { bottomOf } from "./places.js";
import { Seats } from "./seats.js";
import { movesOf } from "./session.js";
import { eventWords, sentence } from "./words.js";

/** @typedef {import("../board/input.js").Hand} Hand */
/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../referee/rulings.js").Request} Request */
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
  #confirms;
  /** @type {GameSession | null} */ #session = null;
  #seats = new Seats();
  #board;
  /** @type {Clocks | null} */ #clocks = null;
  #bar;
  #cover;
  #armed = false;
  /** @type {Set<Seat>} Who is entering a result by hand. */ #choosing = new Set();
  /** @type {(() => void)[]} */ #offs = [];

  /**
   * @param {object} options
   * @param {import("./settings.js").Settings} options.settings @param {import("../ui/sounds.js").Sounds} options.sounds
   * @param {(words: string) => Promise<boolean>} options.confirm
   * @param {import("./questions.js").Confirms} options.confirms  who is asked whether a result is right
   */
  constructor({ settings, sounds, confirm, confirms }) {
    super();
    this.#confirms = confirms;
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
    this.#board = new TableBoard({
      move: (move) => this.#move(move),
      hand: (hand) => this.#onHand(hand),
      refused: (fault) => this.#refuse(fault),
      confirms: () => settings.get("confirm"),
    });
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
    this.#board.clear();
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
      this.#refuse(fault, request.seat, request.type === "move");
      return false;
    }
  }

  /** @param {Fault} fault @param {Seat} [seat] who is told @param {boolean} [moves] whether a move was asked for */
  #refuse(fault, seat, moves = false) {
    this.#sounds.play("no");
    const words = sentence(fault, this.#game.known.game) + (moves ? notMadeWords(fault) : "");
    const reader = seat ?? this.#game.state?.seat;
    if (reader) this.#seats.say(reader, words);
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
    this.#seats.sayToAll(words, time_ms);
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
    this.#seats.place(this.#root, game, turned, (seat) => this.#listenersOf(seat));
    this.#board.build(game, bottomOf(game, turned));
    this.#clocks?.stop();
    this.#clocks = new Clocks({
      session: this.#session,
      panels: this.#seats.panels,
      settings: this.#settings,
      onLow: () => this.#sounds.play("low"),
      onTold: (seat, seconds) => this.#tellTime(seat, seconds),
      onGame: (game_ms) => this.#bar.gameTime(game_ms),
    });
    byId("board-area").hidden = game.input !== "moves";
    byId("bar").hidden = false;
    this.render();
  }

  /** @param {Seat} seat */
  #listenersOf(seat) {
    return {
      press: () => this.#press(seat),
      longPress: () => this.emit("arbiter", { tool: "clock", seat }),
      act: (/** @type {string} */ name) => this.#act(seat, name),
      answer: (/** @type {import("./panel.js").Answer} */ answer) => this.#answer(seat, answer),
      ask: this.#confirm,
    };
  }

  // ---- what the players do

  #go() {
    const { state } = this.#game.known;
    const byKey = document.activeElement?.matches(":focus-visible");
    if (state.status === "waiting" && this.ask({ type: "start" }) && byKey) this.#board.focus();
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
      if (seat === state.seat) this.#board.press();
    } else if (state.status === "waiting") {
      this.#seats.say(seat, gettext("Start the game in the middle first."));
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
    if (!this.#board.isBuilt) this.#build();
    else this.render();
    if (!event) return;
    const { game } = this.#game.known;
    const words = eventWords(game, event);
    if (words) this.say(words);
    if (event.kind === "moved" || event.kind === "pressed") this.#seats.hush(event.seat);
    if (event.kind === "moved") this.#board.push(event.move);
    if (event.kind === "illegal-noted" && !event.outcome) this.#sayToAll(words ?? "", WARNED_MS);
    if (event.kind === "declined") this.#sayToAll(words ?? "");
    if (event.kind === "taken-back" || event.kind === "position-set") this.#armed = false;
    this.#sounds.play(event.outcome && event.kind !== "flagged" ? "over" : (SOUND_OF[event.kind] ?? "press"));
    for (const seat of event.passes ?? []) {
      this.#seats.say(seat, gettext("You can take no cube: your turn passes."));
    }
  }

  /** @param {Seat} seat @param {number} seconds */
  #tellTime(seat, seconds) {
    const { game } = this.#game.known;
    byId("time-said").textContent = leftWords(nameOf(game, seat), seconds);
  }

  /** @param {Hand} hand */
  #onHand(hand) {
    const { state } = this.#game.known;
    this.#board.askForDot(hand, state);
    this.#seats.markConfirming(hand, state);
    this.#renderSeats(hand);
  }

  /** Everything, from the state. */
  render() {
    const session = this.#session;
    if (!session?.game.state || !this.#board.isBuilt) return;
    const { blocked, log, known } = session.game;
    const { state, game } = known;
    this.#root.dataset.phase = state.status;
    this.#root.toggleAttribute("data-blocked", isBlocked(session));
    this.#board.render(state, { last: movesOf(log).at(-1)?.move ?? null, blocked: blocked !== null });
    this.#renderSeats(this.#board.hand);
    this.#cover.render(state, game, blocked);
    this.#bar.render(session, state);
    this.#clocks?.paint();
    this.emit("rendered", undefined);
  }

  /** @param {Hand | undefined} hand */
  #renderSeats(hand) {
    const { blocked, log, known } = this.#game;
    const { state, game } = known;
    const [armed, choosing, confirms] = [this.#armed, this.#choosing, this.#confirms];
    this.#seats.render({ state, game, moves: movesOf(log), armed, blocked: blocked !== null, choosing, confirms, hand });
  }
}
