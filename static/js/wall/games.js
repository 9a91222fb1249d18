/** The live games of a topic for a wall: in the order of tables, finished ones for a while longer. Pure. */
import { isAbandoned, missingTable } from "../game/presence.js";
import { mergeEvent } from "../game/scene.js";

/** @typedef {import("../live/messages").EventMessage} EventMessage */
/** @typedef {import("../live/messages").Messages} Messages */
/** @typedef {import("../live/messages").StateMessage} StateMessage */

/** Long enough for a result to be seen once on every page. */
export const SHOWN_AFTER_END_MS = 3 * 60_000;
/** The server names every live game each 5 s: one that it leaves out twice was called off. */
const NAMED_WITHIN_MS = 12_000;
const ORDER = { running: 0, paused: 0, over: 1, waiting: 2 };
/** The rank of boards without their table, behind all others. */
const LAST = 3;

export class WallGames {
  /** @type {Map<string, StateMessage>} */ #games = new Map();
  /** @type {Map<string, number>} When each ended. */ #ended = new Map();
  /** @type {Map<string, number>} When the server last named it. */ #named = new Map();
  #heard_ms = 0;
  #time;

  /**
   * @param {{ now_ms: number, server_ms: number }} time
   * @param {Record<string, string>} [boards]  which board of its tournament each game is, by code
   */
  constructor(time, boards = {}) {
    this.#time = time;
    this.boards = boards;
  }

  /** @param {string} code @returns {string} its number, such as 3, or 3.2 of a team match; empty for quick games */
  boardOf(code) {
    return this.boards[code] ?? "";
  }

  /** @param {StateMessage} state */
  onState(state) {
    if (state.voided || state.game.gone) this.#forget(state.game.code);
    else this.#keep(state);
  }

  /** @param {EventMessage} message */
  onEvent(message) {
    const known = this.#games.get(message.game);
    if (known) this.#keep(mergeEvent(known, message));
  }

  /** @param {Messages["presence"]} presence */
  onPresence({ game, table, seats }) {
    const known = this.#games.get(game);
    if (known) this.#games.set(game, { ...known, table, seats });
  }

  /**
   * Note that the server has answered, and has named this game (or none).
   * @param {string | null} code
   */
  onNamed(code) {
    this.#heard_ms = this.#time.now_ms;
    if (code !== null) this.#named.set(code, this.#heard_ms);
  }

  /** @returns {StateMessage[]} */
  get games() {
    for (const [code, state] of this.#games) if (this.#isGone(code, state)) this.#forget(code);
    return [...this.#games.values()]
      .filter((state) => !isAbandoned(state, this.#time.server_ms))
      .sort(
        (one, other) =>
          orderOf(one) - orderOf(other) ||
          byText(eventOf(one), eventOf(other)) ||
          this.#placeOf(one) - this.#placeOf(other) ||
          byText(one.game.code, other.game.code),
      );
  }

  /**
   * Return the place of a game in its tournament: by board, or else by table; with neither it is last.
   * @param {StateMessage} state
   */
  #placeOf(state) {
    const [match = 0, board = 0] = this.boardOf(state.game.code).split(".").map(Number);
    return match ? match + board / 100 : tableOf(state);
  }

  /**
   * Return whether a game is gone. While the server is silent every board stays, greyed.
   * @param {string} code @param {StateMessage} stateMessage
   */
  #isGone(code, { status }) {
    if (status === "over") return this.#time.now_ms - (this.#ended.get(code) ?? 0) > SHOWN_AFTER_END_MS;
    return this.#heard_ms - (this.#named.get(code) ?? 0) > NAMED_WITHIN_MS;
  }

  /** @param {string} code */
  #forget(code) {
    for (const kept of [this.#games, this.#ended, this.#named]) kept.delete(code);
  }

  /** @param {StateMessage} state */
  #keep(state) {
    const { code } = state.game;
    this.onNamed(code);
    this.#games.set(code, state);
    if (state.status !== "over") this.#ended.delete(code);
    else if (!this.#ended.has(code)) this.#ended.set(code, this.#time.now_ms);
  }
}

/** @param {StateMessage} state */
const orderOf = (state) => (missingTable(state) ? LAST : ORDER[state.status]);

/**
 * Return the number of a game's table; a game without one comes last.
 * @param {Pick<StateMessage, "game">} options
 */
export const tableOf = ({ game }) => (game.place ? Number(game.place.split(":").at(-1)) : Infinity);

/**
 * Return the sorting key by tournament: quick games come last.
 * @param {StateMessage} state
 */
const eventOf = ({ game }) => game.topic || "~";

/** @param {string} one @param {string} other */
const byText = (one, other) => (one === other ? 0 : one < other ? -1 : 1);
