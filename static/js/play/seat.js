/**
 * A player's seat at a game that the server keeps: its state, unanswered taps, and possible actions.
 * Pure: never touches the document, so that node can test it.
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

  /** Take the drawn move back, because it was refused or another event came first. */
  undo() {
    this.pending = null;
  }

  get mine() {
    return this.state?.mine.seats ?? [];
  }

  /** The seat at the bottom of the screen: that of this player; of several, the one on the move. */
  get own() {
    const { mine, state } = this;
    return mine.includes(state.seat) ? state.seat : mine[0];
  }

  /** The sides of this device: one, or both if it has seats of either. */
  get sides() {
    return [...new Set(this.mine.map((seat) => SEATS[seat].side))];
  }

  get rules() {
    return parseRules(this.state.game.rules);
  }

  get isMyTurn() {
    return this.state.status === "running" && !this.state.game.gone && this.mine.includes(this.state.seat) && this.pending === null;
  }

  /** The position to show: after the last tap at once, or else that of the server. */
  get position() {
    return this.pending?.position ?? this.state.position;
  }

  get lastMove() {
    return this.pending?.move ?? this.state.last?.move ?? null;
  }

  /**
   * Draw the move and return its request; throw IllegalMove if the rules forbid it.
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

  // ---- other requests

  get mustCall() {
    return this.rules.announce === "required";
  }

  /** Whether a line may be called: after a move of this side, until the next one. */
  get mayCallNow() {
    const { last, status } = this.state;
    return this.mustCall && status === "running" && last !== null && this.sides.includes(SEATS[last.seat].side);
  }

  /** The offer of the other side that waits for an answer. */
  get offer() {
    const { proposal } = this.state;
    if (!proposal || this.sides.includes(SEATS[proposal.by].side)) return null;
    const seat = this.mine.find((each) => !proposal.agreed.includes(each));
    return seat ? { asked: proposal.asked, by: proposal.by, seat } : null;
  }

  /** The seat here whose partner wants to resign, and which has to agree or decline. */
  get resigningPartner() {
    const { resigning } = this.state;
    return this.mine.find((seat) => resigning.some((each) => SEATS[each].partner === seat)) ?? null;
  }

  /** The offer of this side that waits for an answer. */
  get ownOffer() {
    const { proposal } = this.state;
    return proposal && this.sides.includes(SEATS[proposal.by].side) ? proposal : null;
  }

  /** Whether a draw may be offered: not again before the other side has offered. */
  get mayOfferDraw() {
    const { proposal, offered, seat } = this.state;
    return this.isMyTurn && this.rules.draw_offers && !proposal && offered !== SEATS[seat].side;
  }

  /** The ply before this player's last move, for a takeback; null if there is none. */
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
 * The length of a turn on this device, which a move reports for the lag quota. It begins with the time that had passed
 * when the message arrived, and continues by the device's own time.
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
   * Take a new state; only one that begins a turn, or resumes it after a pause, restarts the count.
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
