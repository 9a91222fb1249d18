/** Turns the touches of players into requests of the game, which the referee judges. */
import { Fault } from "../faults.js";
import { CLOCK_WORDS } from "../game/event_words.js";
import { movesOf } from "../game/replay.js";
import { nameOf } from "../game/words.js";
import { clockMeaning, pressMeaning } from "./actions.js";

/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./session.js").GameSession} GameSession */

/** @typedef {{ byKey: boolean, move: { text: string, timeStamp?: number } | null }} Early */

/**
 * A game that was started before the server said which device keeps it: the start, and a move made meanwhile, wait for
 * that message.
 */
class EarlyStart {
  /** @type {Early | null} */ #early = null;

  get waits() {
    return this.#early !== null;
  }

  /** Whether a move may be made that waits with the start. */
  get wantsMove() {
    return this.#early?.move === null;
  }

  /** @param {boolean} byKey by keyboard, so that the focus stays on the board */
  begin(byKey) {
    this.#early ??= { byKey, move: null };
  }

  /** @param {string} text @param {number} [timeStamp] of its last touch @returns {boolean} whether it has to wait */
  keepMove(text, timeStamp) {
    if (this.#early) this.#early.move = { text, timeStamp };
    return this.waits;
  }

  /** Remove the waiting start, because the message or another game has come. @returns {Early | null} what waited */
  take() {
    const early = this.#early;
    this.#early = null;
    return early;
  }
}

export class PlayerActions {
  #board;
  #announcements;
  #on;
  /** @type {import("../offline/table_game.js").TableGame | null} */ #current = null;
  #earlyStart = new EarlyStart();
  /** Whether the next move is called. */ armed = false;
  /** @type {Set<Seat>} Who is entering a result by hand. */ choosing = new Set();

  /**
   * @param {object} options
   * @param {import("./table_board.js").TableBoard} options.board
   * @param {import("./announcements.js").Announcements} options.announcements
   * @param {{ render: () => void, pause: () => void, resume: () => void }} options.on  `pause`, `resume`: the game should
   */
  constructor({ board, announcements, on }) {
    this.#board = board;
    this.#announcements = announcements;
    this.#on = on;
  }

  /** @param {GameSession} session  nothing of an earlier game is left */
  open({ game }) {
    this.#current = game;
    this.#earlyStart.take();
    this.armed = false;
    this.choosing = new Set();
  }

  /** The game that is on the table. */
  get #game() {
    if (!this.#current) throw new Error("no game is on the table");
    return this.#current;
  }

  /** Whether Start was pressed, and waits for the server. */
  get isStarting() {
    return this.#earlyStart.waits;
  }

  /** Whether a player may move now. */
  get mayMove() {
    const { blocked, known } = this.#game;
    return this.#earlyStart.wantsMove || (known.state.status === "running" && blocked === null);
  }

  /**
   * Enter a request; show a refusal at the seat that made it.
   * @param {Request} request @param {number} [timeStamp] of the touch @returns {boolean} whether it was granted
   */
  ask(request, timeStamp) {
    try {
      this.#game.ask(request, timeStamp);
      return true;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      const { state, known } = this.#game;
      this.#announcements.refuse(request.seat ?? state?.seat, fault, known.game, request.type === "move");
      return false;
    }
  }

  /** Start, pause or resume the game, by the one button for that. */
  go() {
    const { state } = this.#game.known;
    const byKey = document.activeElement?.matches(":focus-visible");
    if (state.status === "waiting") this.#start({ byKey });
    if (state.status === "running") this.#on.pause();
    if (state.status === "paused") this.#on.resume();
  }

  /** @param {{ timeStamp?: number, byKey?: boolean }} how by keyboard, the focus stays on the board */
  #start({ timeStamp, byKey = false }) {
    if (this.#game.blocked === "not-asked") {
      this.#earlyStart.begin(byKey);
      this.#on.render();
    } else if (this.ask({ type: "start" }, timeStamp) && byKey) this.#board.focus();
  }

  /** Carry out an early start once the server has said which device keeps the game. */
  onCustody() {
    const { blocked, state } = this.#game;
    const early = blocked === "not-asked" ? null : this.#earlyStart.take();
    if (early && blocked === null && state?.status === "waiting") {
      this.#start(early);
      if (early.move) this.move(early.move.text, early.move.timeStamp);
    }
  }

  /** @param {string} move @param {number} [timeStamp] */
  move(move, timeStamp) {
    if (this.#earlyStart.keepMove(move, timeStamp)) return this.#on.render();
    const { seat, ply } = this.#game.known.state;
    const call = this.armed ? "!" : "";
    this.armed = false;
    if (!this.ask({ type: "move", seat, ply, move: move + call }, timeStamp)) this.#on.render();
  }

  /**
   * Return the listeners for a seat's panel.
   * @param {Seat} seat @returns {import("./seat_panel.js").Listeners}
   */
  listenersOf(seat) {
    return {
      press: (timeStamp) => this.#press(seat, timeStamp),
      act: (name) => this.#act(seat, name),
      answer: (answer, timeStamp) => this.#answer(seat, answer, timeStamp),
      cancel: () => this.#board.cancel(),
    };
  }

  /** @param {Seat} seat @param {number} [timeStamp] */
  #press(seat, timeStamp) {
    const { state, game } = this.#game.known;
    const { starts, request, confirms, words } = clockMeaning(seat, state, this.#board.hand?.asks ?? null);
    if (starts) this.#start({ timeStamp });
    if (request) this.ask(request, timeStamp);
    if (confirms) this.#board.press(timeStamp);
    if (words) this.#announcements.say(seat, () => CLOCK_WORDS[words](nameOf(game, state.seat)));
  }

  /** @param {Seat} seat @param {string} name */
  #act(seat, name) {
    const { log, known } = this.#game;
    const { request, arms, chooses } = pressMeaning(name, seat, known.state, movesOf(log));
    if (arms) this.armed = !this.armed;
    if (chooses) this.choosing.add(seat);
    if (request) this.ask(request);
    this.#on.render();
  }

  /** @param {Seat} seat @param {import("./seat_question.js").Answer} answer @param {number} [timeStamp] */
  #answer(seat, { request, choose, dot }, timeStamp) {
    if (dot) this.#board.dot(dot, timeStamp);
    else if (choose !== undefined) this.choosing[choose ? "add" : "delete"](seat);
    else if (request && this.ask(request)) this.choosing.delete(seat);
    this.#on.render();
  }
}
