/**
 * The screen of a table: seats around a board, a bar between them. Builds it for a game and renders the game's state;
 * player_actions.js handles the touches of players.
 */
import { movesOf } from "../game/replay.js";
import { nameOf } from "../game/words.js";
import { byId } from "../ui/dom.js";
import { onTimeShortcut } from "../ui/keyboard_shortcuts.js";
import { Announcements } from "./announcements.js";
import { Bar, Cover, isBlocked } from "./bar.js";
import { PlayerActions } from "./player_actions.js";
import { tooShort } from "./seat_panel.js";
import { SeatPanels, bottomOf } from "./seat_panels.js";
import { TableBoard } from "./table_board.js";
import { TableClocks } from "./table_clocks.js";

/** @typedef {import("../board/input.js").Hand} Hand */
/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("./session.js").GameSession} GameSession */

export class TableScreen {
  #root = byId("table");
  #settings;
  #sounds;
  #confirms;
  #onBuilt;
  /** @type {GameSession | null} */ #session = null;
  #seats = new SeatPanels();
  #announcements;
  #actions;
  /** @type {TableBoard} */ #board;
  /** @type {TableClocks | null} */ #clocks = null;
  #bar;
  #cover;
  /** @type {import("../game/replay.js").Made[]} The moves that stand, as of the last rendering. */ #moves = [];

  /**
   * @param {object} options
   * @param {import("./settings.js").Settings} options.settings @param {import("../ui/sounds.js").Sounds} options.sounds
   * @param {(words: string) => Promise<boolean>} options.confirm
   * @param {import("./questions.js").Confirms} options.confirms  who is asked whether a result is right
   * @param {{ built: () => void, pause: () => void, resume: () => void }} options.on  `built`: there are new seats
   */
  constructor({ settings, sounds, confirm, confirms, on }) {
    this.#confirms = confirms;
    this.#settings = settings;
    this.#sounds = sounds;
    this.#onBuilt = on.built;
    this.#announcements = new Announcements({ seats: this.#seats, sounds });
    this.#board = new TableBoard({
      move: (move, timeStamp) => actions.move(move, timeStamp),
      hand: (hand) => this.#renderSeats(hand.asks),
      refused: (fault) => {
        const { state, game } = this.#game.known;
        this.#announcements.refuse(state.seat, fault, game);
      },
      confirms: () => settings.get("confirm"),
    });
    /** @type {PlayerActions} */
    const actions = new PlayerActions({
      board: this.#board,
      announcements: this.#announcements,
      on: { render: () => this.render(), pause: on.pause, resume: on.resume },
    });
    this.#actions = actions;
    this.#bar = new Bar({
      confirm,
      on: {
        go: () => actions.go(),
        arbiter: () => actions.ask({ type: "arbiter", seat: null }),
        tooShort: () => this.#announcements.sayToAll(tooShort), // it is unknown whose finger it was
      },
    });
    this.#cover = new Cover(() => actions.go());
    settings.on("change", () => this.#session?.game.state && this.#build());
    onTimeShortcut(() => this.#clocks && this.#announcements.sayTimes(this.#clocks.words));
  }

  /** @param {GameSession} session */
  open(session) {
    this.close();
    this.#session = session;
    this.#actions.open(session);
    if (session.game.state) this.#build();
  }

  close() {
    this.#clocks?.stop();
    this.#board.clear();
    this.#session = null;
    this.#root.dataset.phase = "loading";
  }

  /** The sides of the screen with their players. */
  get places() {
    return this.#seats.places;
  }

  /**
   * The side of the screen that is not on the move; null while no clock runs.
   * @returns {"N" | "S" | null}
   */
  get idleSide() {
    const state = this.#session?.game.state;
    if (state?.status !== "running") return null;
    return this.#seats.bySeat.get(state.seat)?.side === "S" ? "N" : "S";
  }

  /** The game that is on the table. */
  get #game() {
    if (!this.#session) throw new Error("no game is on the table");
    return this.#session.game;
  }

  #build() {
    if (!this.#session) return;
    const { game, state } = this.#game.known;
    const turned = this.#settings.get("turned");
    this.#root.dataset.seats = String(game.seats);
    this.#root.dataset.input = game.input;
    this.#root.toggleAttribute("data-calls", state.agreement.rules.announce === "required");
    this.#root.dataset.hand = this.#settings.get("left") ? "left" : "right";
    const languageOf = (/** @type {import("../rules/cells.js").Edge} */ side) => this.#settings.languageAt(side);
    this.#seats.place(this.#root, game, turned, (seat) => this.#actions.listenersOf(seat), languageOf);
    this.#board.build(game, bottomOf(game, turned));
    this.#clocks?.stop();
    this.#clocks = new TableClocks({
      session: this.#session,
      panels: this.#seats.bySeat,
      settings: this.#settings,
      on: {
        onLow: () => this.#sounds.play("low"),
        onTimeLeft: (seat, seconds, limit) => this.#announcements.sayTimeLeft(nameOf(game, seat), seconds, limit),
        onTick: () => this.#settings.get("countdown") && this.#sounds.play("tick"),
      },
    });
    byId("board-area").hidden = game.input !== "moves";
    byId("bar").hidden = false;
    this.render();
    this.#onBuilt();
  }

  /** @param {GameEvent | null} event what has just happened; null when the server put something right */
  onChange(event) {
    if (!this.#board.isBuilt) this.#build();
    else this.render();
    if (!event) return;
    const { game, state } = this.#game.known;
    if (event.kind === "moved") this.#board.push(event.move);
    if (event.kind === "taken-back" || event.kind === "position-set") this.#actions.armed = false;
    this.#announcements.onEvent(game, event, state);
  }

  /** Render again after the server has said which device may write. */
  onCustody() {
    this.#actions.onCustody();
    this.render();
  }

  /** Render the state of the connection and the number of waiting entries. */
  renderConnection() {
    if (this.#session) this.#bar.link(this.#session);
  }

  /** Render everything from the state. */
  render() {
    const session = this.#session;
    if (!session?.game.state || !this.#board.isBuilt) return;
    const { blocked, log, known } = session.game;
    const { state, game } = known;
    this.#moves = movesOf(log);
    this.#root.dataset.phase = state.status;
    this.#root.toggleAttribute("data-blocked", isBlocked(session));
    // The board reports its next choice, and the seats are rendered then; without a board they are rendered here.
    this.#board.render(state, { last: this.#moves.at(-1)?.move ?? null, may: this.#actions.mayMove });
    if (!state.play) this.#renderSeats(null);
    this.#cover.render(state, game, { blocked: isBlocked(session) ? blocked : null, isStarting: this.#actions.isStarting });
    this.#bar.render(session, state);
    this.#clocks?.draw();
  }

  /** @param {Hand["asks"]} asks what the board wants next */
  #renderSeats(asks) {
    const { blocked, known } = this.#game;
    const { armed, choosing } = this.#actions;
    const [moves, confirms] = [this.#moves, this.#confirms];
    this.#seats.render({ ...known, moves, armed, blocked: blocked !== null, choosing, confirms, asks });
  }
}
