/**
 * Turns taps into a move: take a cube, choose where it comes back, in fours where its dot points, and, if the players
 * want that, press the clock to confirm. The time stamp of the last touch is that of the move. Never touches the
 * document: it gives the board its state, and reports the move to the owner.
 */
import { IllegalMove } from "../rules/faults.js";
import { formatMove } from "../rules/moves.js";
import { Position } from "../rules/position.js";
import { SEATS } from "../rules/seats.js";
import { path } from "./geometry.js";

/** @typedef {import("../rules/cells.js").Cell} Cell */
/** @typedef {import("../rules/cells.js").Edge} Edge */
/** @typedef {import("../rules/seats.js").Seat} Seat */

/** @typedef {import("../rules/cells.js").Line} Line */
/** @typedef {import("./board_state.js").Push} Push */

/**
 * @typedef {object} Hand  how far the move in hand has come
 * @property {string | null} cell  the cube in hand
 * @property {import("../rules/cells.js").Edge | null} edge  where it will come back
 * @property {Seat | null} dot
 * @property {"take" | "end" | "dot" | "press" | null} asks  the next choice; null if no player here is on turn
 */

/** @typedef {Omit<Hand, "asks">} Held */

/** @type {Held} */
const EMPTY_HAND = Object.freeze({ cell: null, edge: null, dot: null });

export class MoveInput {
  #show;
  #onMove;
  #onHand;
  #onRefused;
  #confirms;
  /** @type {{ position: string, may: boolean, last: Push | null, lines: readonly Line[] }} */
  #scene = { position: "...../...../...../...../..... X", may: false, last: null, lines: [] };
  #hand = EMPTY_HAND;

  /**
   * @param {object} options
   * @param {(state: Partial<import("./board_state.js").BoardState>) => void} options.show  `board.set`
   * @param {(move: string, timeStamp?: number) => void} options.onMove  a whole move, as text without a call
   * @param {(hand: Hand) => void} [options.onHand]  what is in hand has changed: offer the dots, ask for the press
   * @param {(fault: IllegalMove) => void} [options.onRefused]  why a cube cannot be taken
   * @param {() => boolean} [options.confirms]  whether a press of the clock has to confirm the move
   */
  constructor({ show, onMove, onHand = () => {}, onRefused = () => {}, confirms = () => false }) {
    this.#show = show;
    this.#onMove = onMove;
    this.#onHand = onHand;
    this.#onRefused = onRefused;
    this.#confirms = confirms;
  }

  /**
   * Set the position, and whether a player may move here. A chosen cube stays chosen unless something changes.
   * @param {{ position: string, may: boolean, last?: Push | null, lines?: readonly Line[] }} scene
   */
  set({ position, may, last = null, lines = [] }) {
    const same = position === this.#scene.position && may;
    this.#scene = { position, may, last, lines };
    if (!same) this.#hand = EMPTY_HAND;
    this.#render();
  }

  /** @returns {Hand} */
  get hand() {
    return { ...this.#hand, asks: this.#asks() };
  }

  /**
   * Handle a tap on a cube: take it, take another one instead, or put it back. With a cube in hand, a tap on the one at
   * the far end of its line chooses that end.
   * @param {Cell} cell @param {number} [timeStamp]
   */
  cell(cell, timeStamp) {
    const { may } = this.#scene;
    if (!may) return;
    const edge = this.#farEnds.get(cell);
    if (edge) return this.end(edge, timeStamp);
    if (!this.#position.canTake(cell)) return this.#onRefused(this.#whyNot(cell));
    this.#take(this.#hand.cell === cell ? EMPTY_HAND : { ...EMPTY_HAND, cell });
  }

  /**
   * Handle a tap on a highlighted end, or a drag to it. With two players that is the move.
   * @param {Edge} edge @param {number} [timeStamp]
   */
  end(edge, timeStamp) {
    const { cell } = this.#hand;
    if (!this.#scene.may || cell === null || !this.#position.targets(cell).includes(edge)) return;
    const { dots } = SEATS[this.#position.seat];
    this.#choose({ cell, edge, dot: null }, dots.length === 1, timeStamp);
  }

  /**
   * Point the dot at this seat, in fours.
   * @param {Seat} seat @param {number} [timeStamp]
   */
  dot(seat, timeStamp) {
    if (this.#asks() !== "dot" || !SEATS[this.#position.seat].dots.includes(seat)) return;
    this.#choose({ ...this.#hand, dot: seat }, true, timeStamp);
  }

  /**
   * Confirm the chosen move, because the clock was pressed.
   * @param {number} [timeStamp] @returns {boolean} whether there was something to confirm
   */
  press(timeStamp) {
    if (this.#asks() !== "press") return false;
    this.#finish(timeStamp);
    return true;
  }

  /** Go one step back: from the end to the cube, from the cube to none. */
  cancel() {
    const { cell, edge } = this.#hand;
    this.#take(edge === null ? EMPTY_HAND : { ...EMPTY_HAND, cell });
  }

  get #position() {
    return Position.parse(this.#scene.position);
  }

  /** The cubes at the far ends of the line of the chosen one, while an end is to be chosen. */
  get #farEnds() {
    const { cell, edge } = this.#hand;
    const ends = cell === null || edge !== null ? [] : this.#position.targets(cell);
    return new Map(ends.map((each) => [path(String(cell), each)[0], each]));
  }

  #asks() {
    const { cell, edge, dot } = this.#hand;
    if (!this.#scene.may) return null;
    if (cell === null) return "take";
    if (edge === null) return "end";
    return dot === null && SEATS[this.#position.seat].dots.length > 1 ? "dot" : "press";
  }

  /** @param {Held} hand @param {boolean} isWhole whether nothing is left to choose @param {number} [timeStamp] */
  #choose(hand, isWhole, timeStamp) {
    this.#hand = hand;
    if (isWhole && !this.#confirms()) this.#finish(timeStamp);
    else this.#render();
  }

  /** @param {number} [timeStamp] */
  #finish(timeStamp) {
    const { cell, edge, dot } = this.#hand;
    if (cell === null || edge === null) return;
    const move = formatMove({ cell, edge, dot, call: false });
    this.#hand = EMPTY_HAND;
    const { position } = this.#scene;
    this.#onMove(move, timeStamp);
    // A move has brought a new scene; without one the cube is where it was.
    if (this.#scene.position === position) this.#render();
  }

  /** @param {Held} hand */
  #take(hand) {
    this.#hand = hand;
    this.#render();
  }

  #render() {
    const { position, may, last, lines } = this.#scene;
    const { cell, edge } = this.#hand;
    const ends = cell === null ? [] : this.#position.targets(cell);
    this.#show({
      position,
      last,
      lines,
      takeable: may ? this.#position.takeable : [],
      selected: cell,
      ends: edge === null ? ends : [edge],
      goals: [...this.#farEnds.keys()],
    });
    this.#onHand(this.hand);
  }

  /**
   * Return the rule that forbids to take it, as the referee words it.
   * @param {Cell} cell
   */
  #whyNot(cell) {
    try {
      this.#position.play({ cell, edge: "N", dot: SEATS[this.#position.seat].dots[0], call: false });
    } catch (fault) {
      if (fault instanceof IllegalMove) return fault;
      throw fault;
    }
    throw new Error(`${cell} can be taken`);
  }
}
