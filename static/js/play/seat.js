/**
 * A player's seat at a game that the server keeps: what was heard, what was tapped and not yet answered, and what may
 * be done now. Pure: never touches the document, so that node can test it.
 */
import { mergeEvent } from "../game/scene.js";
import { parseMove } from "../rules/moves.js";
import { parseRules } from "../rules/options.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { SEATS } from "../rules/seats.js";

/** @typedef {import("../live/messages").EventMessage} EventMessage */
/** @typedef {import("../live/messages").StateMessage} StateMessage */

export class PlayerSeat {
  /** @type {StateMessage} The last state, with every event since; nothing is asked of a seat before it has heard one. */
  state = /** @type {any} */ (null);
  /** @type {{ ply: number, move: string, position: string } | null} A move that was drawn before it was answered. */
  pending = null;

  /** @param {StateMessage} state */
  onState(state) {
    this.state = state;
    this.#forgetAnswered();
  }

  /** @param {EventMessage} message @returns {boolean} whether the board shows it already */
  onEvent(message) {
    const { event, ply } = message;
    const drawn = event.kind === "moved" && this.pending?.move === event.move && this.pending?.ply === ply - 1;
    this.state = mergeEvent(this.state, message);
    this.#forgetAnswered();
    return drawn;
  }

  /** @param {StateMessage["seats"]} seats who is there */
  onPresence(seats) {
    if (this.state) this.state = { ...this.state, seats };
  }

  /** The move was refused, or something else happened first. */
  undo() {
    this.pending = null;
  }

  get mine() {
    return this.state?.mine.seats ?? [];
  }

  /** The seat at the bottom of the screen: one's own; with several, the one on the move. */
  get own() {
    const { mine, state } = this;
    return mine.includes(state.seat) ? state.seat : mine[0];
  }

  /** For whom this device may speak: one side, or both where it has seats of either. */
  get sides() {
    return [...new Set(this.mine.map((seat) => SEATS[seat].side))];
  }

  get rules() {
    return parseRules(this.state.game.rules);
  }

  get isMyTurn() {
    return this.state.status === "running" && !this.state.game.gone && this.mine.includes(this.state.seat) && this.pending === null;
  }

  /** What the board shows: the answer to the last tap at once, else what the server said. */
  get position() {
    return this.pending?.position ?? this.state.position;
  }

  get lastMove() {
    return this.pending?.move ?? this.state.last?.move ?? null;
  }

  /**
   * Draw the move; the request that asks for it. IllegalMove if the rules forbid it.
   * @param {string} move @param {{ call: boolean, spent_ms: number }} options
   */
  play(move, { call, spent_ms }) {
    const { ply, seat, position } = this.state;
    if (position === null) throw new Error("a game without moves");
    const text = call ? `${move}!` : move;
    const play = Play.begin(Position.parse(position), this.rules).move(parseMove(text), seat);
    this.pending = { ply, move: text, position: play.afterPasses().position.toString() };
    return { type: "move", seat, ply, move: text, spent_ms };
  }

  // ---- what may be asked besides

  get mustCall() {
    return this.rules.announce === "required";
  }

  /** After one's own side has moved, until the next move is made. */
  get mayCallNow() {
    const { last, status } = this.state;
    return this.mustCall && status === "running" && last !== null && this.sides.includes(SEATS[last.seat].side);
  }

  /** An offer by the other side that waits for this one. */
  get offer() {
    const { proposal } = this.state;
    if (!proposal || this.sides.includes(SEATS[proposal.by].side)) return null;
    const seat = this.mine.find((each) => !proposal.agreed.includes(each));
    return seat ? { asked: proposal.asked, by: proposal.by, seat } : null;
  }

  /** The seat here whose partner wants to resign, and is to agree or to play on. */
  get resigningPartner() {
    const { resigning } = this.state;
    return this.mine.find((seat) => resigning.some((each) => SEATS[each].partner === seat)) ?? null;
  }

  /** An offer of this side that waits for the other. */
  get ownOffer() {
    const { proposal } = this.state;
    return proposal && this.sides.includes(SEATS[proposal.by].side) ? proposal : null;
  }

  /** Not again before the other side has offered. */
  get mayOfferDraw() {
    const { proposal, offered, seat } = this.state;
    return this.isMyTurn && this.rules.draw_offers && !proposal && offered !== SEATS[seat].side;
  }

  /** Where the game would stand again before this player's last move; null if there is none. */
  get takebackPly() {
    const { game, ply, seat, status, proposal, last } = this.state;
    if (!game.casual || proposal || !last || !["running", "paused"].includes(status)) return null;
    const { seats, ordinal } = SEATS[this.own];
    const since = (SEATS[seat].ordinal - ordinal + seats) % seats || seats;
    return ply >= since ? ply - since : null;
  }

  #forgetAnswered() {
    if (this.pending && this.pending.ply !== this.state.ply) this.pending = null;
    if (this.state.status !== "running") this.pending = null;
  }
}

/**
 * How long a turn has lasted on this very device: what a move claims, for the lag quota to weigh. It begins with what had passed
 * when the message arrived, and goes on by the device's own time.
 */
export class TurnTimer {
  #time;
  #ply = -1;
  /** @type {number | null} */ #since = null;
  #before_ms = 0;
  #arrived_ms = 0;

  /** @param {Pick<import("../live/timesource.js").TimeSource, "now_ms" | "sinceMs">} time */
  constructor(time) {
    this.#time = time;
  }

  /**
   * A state arrived, or an event changed it; only one that begins a turn, or runs it on after a pause, starts the count anew.
   * @param {Pick<StateMessage, "ply" | "clock" | "now_ms">} state
   */
  onState({ ply, clock, now_ms }) {
    if (clock.since === null) return;
    if (ply === this.#ply && clock.since === this.#since) return;
    const [, spent_ms] = clock.turn;
    this.#since = clock.since;
    this.#ply = ply;
    this.#before_ms = spent_ms + Math.max(0, now_ms - clock.since);
    this.#arrived_ms = this.#time.now_ms;
  }

  /** @param {number} [timeStamp] of the touch that ends the turn; now, if there was none */
  spentMs(timeStamp) {
    const ago_ms = timeStamp === undefined ? 0 : this.#time.sinceMs(timeStamp);
    return this.#before_ms + Math.max(0, this.#time.now_ms - ago_ms - this.#arrived_ms);
  }
}
