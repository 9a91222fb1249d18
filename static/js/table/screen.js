/**
 * The surface of a table: seats around a board, a bar between them. Shows the game that this tablet keeps and turns
 * taps into requests; what they mean is decided by the referee (referee.js).
 */
import { Fault } from "../faults.js";
import { CLOCK_WORDS, eventWords } from "../game/event_words.js";
import { movesOf } from "../game/replay.js";
import { nameOf } from "../game/words.js";
import { gettext } from "../i18n.js";
import { Emitter } from "../live/emitter.js";
import { byId } from "../ui/dom.js";
import { onTimeShortcut } from "../ui/keyboard_shortcuts.js";
import { speak } from "../ui/speech.js";
import { clockMeaning, pressMeaning } from "./actions.js";
import { Bar, isBlocked } from "./bar.js";
import { TableBoard } from "./board.js";
import { Cover } from "./cover.js";
import { EarlyStart } from "./earlystart.js";
import { tooShort } from "./panel.js";
import { bottomOf } from "./places.js";
import { Seats } from "./seats.js";
import { TableClocks } from "./table_clocks.js";
import { Voice } from "./voice.js";

/** @typedef {import("../board/input.js").Hand} Hand */
/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./session.js").GameSession} GameSession */

/** A warning of the arbiter's is talked about before it is read. */
const WARNED_MS = 15_000;

/**
 * Emits "pause" and "resume" when the game should stop or go on.
 * @extends {Emitter<{ resume: void, pause: void, rendered: void }>}
 */
export class Screen extends Emitter {
  #root = byId("table");
  #settings;
  #sounds;
  #confirms;
  /** @type {GameSession | null} */ #session = null;
  seats = new Seats();
  #voice;
  #board;
  /** @type {TableClocks | null} */ #clocks = null;
  #bar;
  #cover;
  #armed = false;
  #earlyStart = new EarlyStart();
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
    this.#voice = new Voice({ seats: this.seats, sounds });
    this.#bar = new Bar({
      confirm,
      on: {
        go: () => this.#go(),
        arbiter: () => this.ask({ type: "arbiter", seat: null }),
        tooShort: () => this.#voice.sayToAll(tooShort), // nobody knows whose finger it was
      },
    });
    this.#cover = new Cover(() => this.#go());
    this.#board = new TableBoard({
      move: (move, timeStamp) => this.#move(move, timeStamp),
      hand: (hand) => this.#onHand(hand),
      refused: (fault) => this.#voice.refuse(this.#game.state?.seat, fault, this.#game.known.game),
      confirms: () => settings.get("confirm"),
    });
    settings.on("change", () => this.#session?.game.state && this.#build());
    onTimeShortcut(() => this.#clocks && speak(byId("time-said"), this.#clocks.words));
  }

  /** @param {GameSession} session */
  open(session) {
    this.close();
    this.#session = session;
    this.#armed = false;
    this.#earlyStart.take();
    this.#choosing = new Set();
    const { game, socket } = session;
    this.#offs = [
      game.on("change", ({ event }) => this.#onChange(event)),
      game.on("custody", () => this.#onCustody()),
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
   * @param {Request} request @param {number} [timeStamp] of the touch @returns {boolean} whether it was granted
   */
  ask(request, timeStamp) {
    try {
      this.#game.ask(request, timeStamp);
      return true;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.#voice.refuse(request.seat ?? this.#game.state?.seat, fault, this.#game.known.game, request.type === "move");
      return false;
    }
  }

  /**
   * The side of the screen where nobody plays at this moment; null while no clock runs.
   * @returns {"N" | "S" | null}
   */
  get idleSide() {
    const state = this.#session?.game.state;
    if (state?.status !== "running") return null;
    return this.seats.panels.get(state.seat)?.el.dataset.side === "S" ? "N" : "S";
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
    this.#root.toggleAttribute("data-calls", this.#game.known.state.agreement.rules.announce === "required");
    this.#root.dataset.hand = this.#settings.get("left") ? "left" : "right";
    this.seats.place(this.#root, game, turned, (seat) => this.#listenersOf(seat), (side) => this.#settings.languageAt(side));
    this.#board.build(game, bottomOf(game, turned));
    this.#clocks?.stop();
    this.#clocks = new TableClocks({
      session: this.#session,
      panels: this.seats.panels,
      settings: this.#settings,
      on: {
        onLow: () => this.#sounds.play("low"),
        onTimeLeft: (seat, seconds, limit) => this.#voice.tellTime(nameOf(game, seat), seconds, limit),
        onTick: () => this.#settings.get("countdown") && this.#sounds.play("tick"),
      },
    });
    byId("board-area").hidden = game.input !== "moves";
    byId("bar").hidden = false;
    this.render();
  }

  /** @param {Seat} seat */
  #listenersOf(seat) {
    return {
      press: (/** @type {number | undefined} */ timeStamp) => this.#press(seat, timeStamp),
      act: (/** @type {string} */ name) => this.#act(seat, name),
      answer: (/** @type {import("./panel.js").Answer} */ answer, /** @type {number | undefined} */ timeStamp) =>
        this.#answer(seat, answer, timeStamp),
      cancel: () => this.#board.cancel(),
    };
  }

  // ---- what the players do

  #go() {
    const { state } = this.#game.known;
    const byKey = document.activeElement?.matches(":focus-visible");
    if (state.status === "waiting") this.#start({ byKey });
    if (state.status === "running") this.emit("pause", undefined);
    if (state.status === "paused") this.emit("resume", undefined);
  }

  /** @param {{ timeStamp?: number, byKey?: boolean }} how whoever plays by keyboard goes on from the board */
  #start({ timeStamp, byKey = false }) {
    if (this.#game.blocked === "not-asked") {
      this.#earlyStart.begin(byKey);
      this.render();
    } else if (this.ask({ type: "start" }, timeStamp) && byKey) this.#board.focus();
  }

  #onCustody() {
    const { blocked, state } = this.#game;
    const early = blocked === "not-asked" ? null : this.#earlyStart.take();
    if (early && blocked === null && state?.status === "waiting") {
      this.#start(early);
      if (early.move) this.#move(early.move.text, early.move.timeStamp);
    }
    this.render();
  }

  /** @param {string} move @param {number} [timeStamp] */
  #move(move, timeStamp) {
    if (this.#earlyStart.keepMove(move, timeStamp)) return this.render();
    const { seat, ply } = this.#game.known.state;
    const call = this.#armed ? "!" : "";
    this.#armed = false;
    if (!this.ask({ type: "move", seat, ply, move: move + call }, timeStamp)) this.render();
  }

  /** @param {Seat} seat @param {number} [timeStamp] */
  #press(seat, timeStamp) {
    const { state, game } = this.#game.known;
    const { starts, request, confirms, words } = clockMeaning(seat, state, this.#board.hand?.asks ?? null);
    if (starts) this.#start({ timeStamp });
    if (request) this.ask(request, timeStamp);
    if (confirms) this.#board.press(timeStamp);
    if (words) this.#voice.say(seat, () => CLOCK_WORDS[words](nameOf(game, state.seat)));
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

  /** @param {Seat} seat @param {import("./panel.js").Answer} answer @param {number} [timeStamp] */
  #answer(seat, { request, choose, dot }, timeStamp) {
    if (dot) this.#board.dot(dot, timeStamp);
    else if (choose !== undefined) this.#choosing[choose ? "add" : "delete"](seat);
    else if (request && this.ask(request)) this.#choosing.delete(seat);
    this.render();
  }

  // ---- showing

  /** @param {GameEvent | null} event */
  #onChange(event) {
    if (!this.#board.isBuilt) this.#build();
    else this.render();
    if (!event) return;
    const { game, state } = this.#game.known;
    const words = () => eventWords(game, event, state) ?? "";
    if (words()) this.#voice.readOut(words());
    if (event.kind === "moved" || event.kind === "pressed") this.seats.hush(event.seat);
    if (event.kind === "moved") this.#board.push(event.move);
    if (event.kind === "illegal-noted" && !event.outcome) this.#voice.sayToAll(words, WARNED_MS);
    if (event.kind === "declined") this.#voice.sayToAll(words);
    if (event.kind === "taken-back" || event.kind === "position-set") this.#armed = false;
    this.#voice.sound(event);
    for (const seat of event.passes ?? []) {
      this.seats.say(seat, () => gettext("You can take no cube: your turn passes.")); // read out with the move
    }
  }

  /** @param {Hand} hand */
  #onHand(hand) {
    const { state } = this.#game.known;
    this.seats.markConfirming(hand, state);
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
    const may = this.#earlyStart.wantsMove || (state.status === "running" && blocked === null);
    this.#board.render(state, { last: movesOf(log).at(-1)?.move ?? null, may });
    this.#renderSeats(this.#board.hand);
    this.#cover.render(state, game, { blocked: isBlocked(session) ? blocked : null, isStarting: this.#earlyStart.waits });
    this.#bar.render(session, state);
    this.#clocks?.draw();
    this.emit("rendered", undefined);
  }

  /** @param {Hand | undefined} hand */
  #renderSeats(hand) {
    const { blocked, log, known } = this.#game;
    const { state, game } = known;
    const [armed, choosing, confirms] = [this.#armed, this.#choosing, this.#confirms];
    this.seats.render({ state, game, moves: movesOf(log), armed, blocked: blocked !== null, choosing, confirms, hand });
  }
}
