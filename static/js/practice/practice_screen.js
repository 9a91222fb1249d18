/** The screen of a practice game: board, clocks, actions, and the engine's moves when they are due. */
import { createBoard } from "../board/board.js";
import { MoveInput } from "../board/input.js";
import { describeEnd } from "../board/board_state.js";
import { plainPlay } from "../engine/engine_question.js";
import { Fault } from "../faults.js";
import { PageClocks } from "../game/clock_view.js";
import { leftWords } from "../game/clock_words.js";
import { seatsAround, edgeOf, lastMove } from "../game/scene.js";
import { Warnings } from "../game/warnings.js";
import { nameOf, namedParams, turnWords, verdict } from "../game/words.js";
import { fill, gettext, labelled } from "../i18n.js";
import { parseMove } from "../rules/moves.js";
import { SEATS, TABLES } from "../rules/seats.js";
import { onTouch } from "../touch/touch_buttons.js";
import { element, find, symbolOf } from "../ui/dom.js";
import { speak } from "../ui/speech.js";
import { toast } from "../ui/toasts.js";
import { gameFacts } from "./practice_game.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./practice_game.js").PracticeGame} PracticeGame */

/** The least pause before the computer moves, so that the player sees their own push slide. */
const LEAST_WAIT_MS = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 600;
const TICK_MS = 100;
const HINT = { nodes: 400_000, time_ms: 1_000 };
const LONGEST_THOUGHT_MS = 4_000;

export class PracticeScreen {
  #root;
  #part;
  #engine;
  #time;
  #alerts;
  #onOver;
  /** @type {PracticeGame} */ #game;
  /** @type {import("../board/board.js").Board} */ #board;
  #input;
  #clocks;
  /** @type {import("../live/messages").Game} */ #told;
  /** @type {import("../board/input.js").Hand["asks"]} */ #asks = null;
  #ticking = 0;
  /** The number of the last question to the engine; answers to others are ignored. */ #question = 0;
  #isClosed = false;

  /**
   * @param {object} options
   * @param {HTMLElement} options.root @param {import("../ui/dom.js").Part} options.part
   * @param {PracticeGame} options.game @param {import("../engine/engine_client.js").Engine} options.engine
   * @param {import("../live/timesource.js").TimeSource} options.time @param {import("../play/alerts.js").Alerts} options.alerts
   * @param {(game: PracticeGame) => void} options.onOver
   */
  constructor({ root, part, game, engine, time, alerts, onOver }) {
    this.#root = root;
    this.#part = part;
    this.#game = game;
    this.#engine = engine;
    this.#time = time;
    this.#alerts = alerts;
    this.#onOver = onOver;
    this.#told = gameFacts(game.wish);
    const bottom = this.#bottom;
    this.#board = this.#layBoard(bottom);
    this.#layFaces(bottom);
    const warnings = new Warnings({
      onLow: () => alerts.ring("low"),
      onTimeLeft: (_seat, seconds, limit) => speak(part("told"), leftWords(seconds, limit)),
      onTick: () => alerts.tick(),
    });
    this.#clocks = new PageClocks(root, time, (faces) => {
      if (game.state.status === "running") warnings.onFaces(faces.filter(({ seat }) => game.playerAt(seat) === null));
    });
    this.#input = new MoveInput({
      show: (scene) => this.#board.set(scene),
      onMove: (move) => this.#make(move),
      onHand: ({ asks }) => this.#showHand(asks),
      onRefused: (fault) => this.#explain(fault),
    });
    game.ask({ type: "start" }, time.now_ms);
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
    this.show();
    this.#letEngineMove();
  }

  /** The seat at the bottom: the only person, or the first of several. */
  get #bottom() {
    const { seats } = this.#game.wish;
    return TABLES[seats].find((seat) => this.#game.playerAt(seat) === null) ?? TABLES[seats][seats === 4 ? 2 : 0];
  }

  close() {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    this.#clocks.stop();
    this.#engine.stop();
  }

  sayTimes() {
    speak(this.#part("told"), this.#clocks.words(this.#told));
  }

  // ---- building

  /** @param {Seat} bottom */
  #layBoard(bottom) {
    const el = element("div");
    el.dataset.part = "board";
    this.#part("board").replaceWith(el);
    return createBoard(el, {
      isPlayed: true,
      seats: this.#game.wish.seats,
      orientation: edgeOf(this.#told, bottom),
      onCell: (cell, timeStamp) => this.#input.cell(cell, timeStamp),
      onEnd: (edge, timeStamp) => this.#input.end(edge, timeStamp),
      onCancel: () => this.#input.cancel(),
    });
  }

  /** @param {Seat} bottom */
  #layFaces(bottom) {
    const faces = seatsAround(this.#told, bottom).map((seat) => this.#face(seat));
    find(this.#root, ".faces-above").replaceChildren(...faces.slice(0, -1));
    find(this.#root, ".faces-below").replaceChildren(...faces.slice(-1));
    this.#root.dataset.seats = String(this.#game.wish.seats);
  }

  /** @param {Seat} seat */
  #face(seat) {
    const face = /** @type {HTMLElement} */ (find(this.#part("face", HTMLTemplateElement).content, ".face").cloneNode(true));
    face.dataset.face = seat;
    find(face, ".clock-name").textContent = nameOf(this.#told, seat);
    find(face, ".clock-seat > .icon", SVGElement).replaceWith(symbolOf(`mark-${SEATS[seat].side.toLowerCase()}`, { class: "icon mark" }));
    find(face, ".clock-seat > .unseen").textContent = SEATS[seat].side;
    return face;
  }

  // ---- playing

  /** @param {string} move */
  #make(move) {
    const { seat } = this.#game.state;
    try {
      this.#game.move(move, this.#time.now_ms);
    } catch (fault) {
      this.#explain(fault);
      return;
    }
    this.#alerts.ring("moved");
    this.show();
    const { cell, edge } = parseMove(move);
    this.#board.animatePush({ cell, edge });
    speak(this.#part("told"), turnWords(this.#told, { seat, move }));
    if (this.#game.state.outcome) this.#end();
    else this.#letEngineMove();
  }

  #tick() {
    if (this.#game.tick(this.#time.now_ms)) {
      this.#engine.stop();
      this.show();
      this.#end();
    }
  }

  #end() {
    this.#alerts.ring("over");
    this.#onOver(this.#game);
  }

  async #letEngineMove() {
    const level = this.#game.levelToMove;
    const { play } = this.#game.state;
    if (level === null || !play || this.#isClosed) return;
    const question = ++this.#question;
    const left_ms = this.#game.state.clock.next_deadline_ms;
    const time_ms = Math.min(LONGEST_THOUGHT_MS, left_ms === null ? Infinity : (left_ms - this.#time.now_ms) / 20);
    const asked = { play: plainPlay(play), level, seed: this.#game.seed, time_ms };
    const [{ move }] = await Promise.all([this.#engine.ask(asked), wait(Math.min(LEAST_WAIT_MS, time_ms))]);
    if (question === this.#question && this.#game.levelToMove !== null && !this.#isClosed) this.#make(move);
  }

  /** Take back to before the last move of a person, and stop the engine. */
  takeBack() {
    this.#question += 1;
    this.#game.takeBack(this.#time.now_ms);
    this.#engine.stop();
    this.show();
    this.#letEngineMove();
  }

  /** Show the best move, with its cube chosen and its end named. */
  async hint() {
    const { play, ply } = this.#game.state;
    if (!this.#game.isPersonsTurn || !play) return;
    const { move } = await this.#engine.ask({ play: plainPlay(play), ...HINT });
    if (ply !== this.#game.state.ply || this.#isClosed || !move) return;
    const { cell, edge } = parseMove(move);
    this.#input.cancel();
    if (this.#input.hand.cell !== cell) this.#input.cell(cell);
    this.#part("say").textContent = describeEnd(cell, edge);
    speak(this.#part("told"), describeEnd(cell, edge));
  }

  resign() {
    const { wish, state } = this.#game;
    const seat = this.#game.isPersonsTurn ? state.seat : this.#bottom;
    this.#game.ask({ type: "resign", seat }, this.#time.now_ms);
    const { partner } = SEATS[seat];
    if (wish.seats === 4 && partner) this.#game.ask({ type: "resign", seat: partner }, this.#time.now_ms);
    this.#question += 1;
    this.#engine.stop();
    this.show();
    this.#end();
  }

  /** @param {unknown} fault */
  #explain(fault) {
    if (!(fault instanceof Fault)) throw fault;
    this.#alerts.ring("no");
    toast(fill(gettext(fault.template), namedParams(this.#told, fault.params)), { tone: "warning" });
  }

  // ---- showing

  show() {
    const { state, moves } = this.#game;
    const last = moves[moves.length - 1]?.move ?? null;
    this.#root.dataset.status = state.status;
    this.#root.toggleAttribute("data-my-turn", this.#game.isPersonsTurn);
    this.#input.set({
      position: String(state.position),
      may: this.#game.isPersonsTurn,
      last: lastMove(last),
      lines: state.outcome?.lines ?? [],
    });
    this.#clocks.show(state.clock);
    this.#part("say").textContent = this.#sentence;
    this.#part("takeback", HTMLButtonElement).disabled = this.#game.takebackPly === null;
    this.#part("hint", HTMLButtonElement).disabled = !this.#game.isPersonsTurn;
    this.#part("resign").hidden = state.status === "over";
    this.#part("hint").hidden = state.status === "over";
    this.#part("after").hidden = state.status !== "over";
  }

  get #sentence() {
    const { state } = this.#game;
    const people = TABLES[this.#game.wish.seats].filter((seat) => this.#game.playerAt(seat) === null);
    if (state.outcome) {
      const { winner, reason } = verdict(this.#told, state.outcome);
      if (people.length !== 1 || state.outcome.winner === null) return labelled(winner, reason);
      const isMine = SEATS[people[0]].side === state.outcome.winner;
      return labelled(isMine ? gettext("You won") : gettext("You lost"), reason);
    }
    if (this.#game.levelToMove !== null) return fill(gettext("{name} thinks."), { name: nameOf(this.#told, state.seat) });
    if (this.#asks === "end") return gettext("Where does it come back?");
    if (this.#asks === "dot") return gettext("Whom does the dot point at?");
    return people.length === 1 ? gettext("Your turn: take a cube.") : fill(gettext("{name} is to move."), { name: nameOf(this.#told, state.seat) });
  }

  /** @param {import("../board/input.js").Hand["asks"]} asks */
  #showHand(asks) {
    this.#asks = asks;
    this.#part("say").textContent = this.#sentence;
    const dots = this.#part("dots");
    dots.hidden = asks !== "dot";
    const seats = asks === "dot" ? SEATS[this.#game.state.seat].dots : [];
    dots.replaceChildren(...seats.flatMap((seat) => (seat ? [this.#dotButton(seat)] : [])));
  }

  /** @param {Seat} seat */
  #dotButton(seat) {
    const words = fill(gettext("Dot to {name}"), { name: nameOf(this.#told, seat) });
    const button = element("button", "button button-main button-play", words);
    button.type = "button";
    button.dataset.dot = seat;
    onTouch(button, () => this.#input.dot(seat));
    return button;
  }
}

/** @param {number} time_ms */
const wait = (time_ms) => new Promise((resolve) => setTimeout(resolve, time_ms));
