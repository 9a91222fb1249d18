/**
 * A practice game: kept by this page only, judged by the referee like every other game, and never sent to the server.
 * People at this device play some seats, the engine the others. With the names of both. Pure.
 */
import { movesOf } from "../game/replay.js";
import { nameOf } from "../game/words.js";
import { fill, gettext } from "../i18n.js";
import { loadAgreement } from "../referee/codec.js";
import { decide } from "../referee/rulings.js";
import { State } from "../referee/state.js";
import { TABLES } from "../rules/seats.js";

/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../rules/seats.js").Seat} Seat */

/** @typedef {number | null} Player  the level of the engine, or null for a person */

/**
 * @typedef {object} Wish  what was chosen before the game
 * @property {2 | 4} seats @property {Seat} first
 * @property {string} control  as text: "5+0", "-"
 * @property {Partial<Record<Seat, Player>>} players
 */

export class PracticeGame {
  /** @type {State} */ state;
  /** @type {GameEvent[]} */ log = [];

  /** @param {Wish} wish @param {number} seed */
  constructor(wish, seed) {
    this.wish = wish;
    this.seed = seed;
    const { control, first } = wish;
    this.state = State.new(loadAgreement({ rules: "", control, first, keeper: "table", casual: true }));
  }

  /** The moves that were not taken back. */
  get moves() {
    return movesOf(this.log);
  }

  /** @param {Seat} seat @returns {Player} */
  playerAt(seat) {
    return this.wish.players[seat] ?? null;
  }

  /** The level that is to move now; null if a person is to move, or the game is over. */
  get levelToMove() {
    return this.state.status === "running" ? this.playerAt(this.state.seat) : null;
  }

  get isPersonsTurn() {
    return this.state.status === "running" && this.playerAt(this.state.seat) === null;
  }

  /**
   * @param {Request} request @param {number} now_ms
   * @returns {GameEvent} what happened, or throws `Refused`
   */
  ask(request, now_ms) {
    const { event, after } = decide(this.state, request, now_ms, this.log);
    this.state = after;
    this.log.push(event);
    return event;
  }

  /** @param {string} move @param {number} now_ms */
  move(move, now_ms) {
    const { seat, ply } = this.state;
    return this.ask({ type: "move", seat, ply, move }, now_ms);
  }

  /** The ply for a takeback, before the last move of a person; null if there is none. */
  get takebackPly() {
    const { moves } = this;
    let ply = moves.length - 1;
    while (ply >= 0 && this.playerAt(moves[ply].seat) !== null) ply -= 1;
    return ply < 0 ? null : ply;
  }

  /**
   * Take back to before the last move of a person; a game that is over continues.
   * @param {number} now_ms
   */
  takeBack(now_ms) {
    const to_ply = this.takebackPly;
    if (to_ply === null) return;
    if (this.state.outcome) this.ask({ type: "reopen", reason: "practice" }, now_ms);
    this.ask({ type: "takeback", to_ply }, now_ms);
    if (this.state.status === "paused") this.ask({ type: "resume", reason: null }, now_ms);
  }

  /**
   * Return whether the clock has run out, and log the fallen flag.
   * @param {number} now_ms
   */
  tick(now_ms) {
    const deadline_ms = this.state.clock.next_deadline_ms;
    if (this.state.status !== "running" || deadline_ms === null || now_ms < deadline_ms) return null;
    return this.ask({ type: "flag" }, now_ms);
  }
}

/**
 * Return the name of a seat: people by their place, the computer by its level.
 * @param {Wish} wish @param {Seat} seat @param {string} [alone] who plays without other people
 */
export function playerName({ players, seats }, seat, alone = gettext("You")) {
  const level = players[seat] ?? null;
  if (level !== null) return fill(gettext("Computer {level}"), { level });
  const people = TABLES[seats].filter((each) => (players[each] ?? null) === null);
  return people.length === 1 ? alone : fill(gettext("Player {number}"), { number: people.indexOf(seat) + 1 });
}

/**
 * Return the facts of the game as the server sends them for its games.
 * @param {Wish} wish @param {string} [alone] who plays without other people
 * @returns {import("../live/messages").Game}
 */
export function gameFacts(wish, alone) {
  const players = Object.fromEntries(TABLES[wish.seats].map((seat) => [seat, { name: seatName(wish, seat, alone) }]));
  return {
    code: "",
    ...{ rules: "", control: wish.control, first: wish.first, seats: wish.seats, players },
    ...{ input: "moves", keeper: "table", casual: true, topic: "", place: "", gone: null },
  };
}

/**
 * Return a short name of a seat; of four the place, because a phone shows three clocks in a row.
 * @param {Wish} wish @param {Seat} seat @param {string} [alone]
 */
function seatName(wish, seat, alone) {
  const level = wish.players[seat] ?? null;
  if (wish.seats === 2 || (level === null && isAlone(wish))) return playerName(wish, seat, alone);
  return level === null ? nameOf(null, seat) : `${nameOf(null, seat)}\u00a0${level}`;
}

/** @param {Wish} wish */
const isAlone = ({ players, seats }) => TABLES[seats].filter((seat) => (players[seat] ?? null) === null).length === 1;
