/**
 * A game as far as the moves decide it: announcing, repetition, move limit, forced passes. Immutable. It stores only
 * the positions since a blank cube was last taken: older ones cannot recur, because blanks never become more.
 */
import { IllegalMove } from "./faults.js";
import { parseRules } from "./options.js";
import { findLinesMade, outcome } from "./outcome.js";
import { SEATS, opponent } from "./seats.js";

/** @typedef {import("./cells.js").Line} Line */
/** @typedef {import("./options.js").RuleSet} RuleSet */
/** @typedef {import("./outcome.js").Outcome} Outcome */
/** @typedef {import("./position.js").Position} Position */
/** @typedef {import("./seats.js").Seat} Seat */
/** @typedef {import("./seats.js").Side} Side */

/**
 * @typedef {object} Moment
 * @property {Position} position
 * @property {RuleSet} rules
 * @property {number} ply  single moves made; a forced pass is none
 * @property {number} quiet  how many of them since a blank cube was taken
 * @property {readonly string[]} seen  keys since then, of positions whose seat could move
 * @property {Seat | null} mover  who made the last move
 * @property {readonly Line[]} uncalled  what that mover's side may still call
 * @property {Outcome | null} outcome
 */

/** @typedef {Pick<Moment, "position" | "rules"> & Partial<Moment>} Beginning  the rest is as at the start */

export class Play {
  /** @param {Beginning} moment */
  constructor({ position, rules, ply = 0, quiet = 0, seen = [], mover = null, uncalled = [], outcome = null }) {
    this.position = position;
    this.rules = rules;
    this.ply = ply;
    this.quiet = quiet;
    this.seen = seen;
    this.mover = mover;
    this.uncalled = uncalled;
    this.outcome = outcome;
    Object.freeze(this);
  }

  /**
   * Begin at any position; the counts for repetition and limits start here.
   * @param {Position} position @param {RuleSet} [rules]
   */
  static begin(position, rules = parseRules("")) {
    return new Play({ position, rules, seen: countRepetition([], position, rules).seen });
  }

  /** @param {Partial<Moment>} changes */
  with(changes) {
    return new Play({ ...this, ...changes });
  }

  get mustPass() {
    return this.outcome === null && this.position.isStuck;
  }

  /**
   * Make a move, by a certain seat if that is to be checked. Throws IllegalMove.
   * @param {import("./moves.js").Move} move @param {Seat | null} [by]
   */
  move(move, by = null) {
    const { position: before, rules } = this;
    if (this.outcome) throw new IllegalMove("game-over");
    if (by && by !== before.seat) throw new IllegalMove("not-your-turn", { seat: by, turn: before.seat });
    const after = before.play(move);
    const made = findLinesMade(before, after);
    if (move.call && !made.own.length) throw new IllegalMove("no-line-to-call");
    const called = move.call || rules.announce === "automatic";
    const blank = after.blanks < before.blanks;
    const quiet = blank ? 0 : this.quiet + 1;
    const { seen, repeated } = countRepetition(blank ? [] : this.seen, after, rules);
    return new Play({
      position: after,
      rules,
      ply: this.ply + 1,
      quiet,
      seen,
      mover: before.seat,
      uncalled: called ? [] : made.own,
      outcome: lineOutcome(made, SEATS[before.seat].side, called) ?? repeated ?? limitOutcome(quiet, rules),
    });
  }

  /**
   * Announce a line after the move, as the mover or the partner, before the next move is made.
   * @param {Seat} by
   */
  call(by) {
    if (this.outcome) throw new IllegalMove("game-over");
    if (!this.mover || !this.uncalled.length) throw new IllegalMove("no-line-to-call");
    const { side } = SEATS[by];
    if (side !== SEATS[this.mover].side) throw new IllegalMove("not-your-line", { seat: by });
    return this.with({ uncalled: [], outcome: outcome(side, "line", this.uncalled) });
  }

  /** Pass once, as forced. It is no move, and the line may still be called (docs/rules.md#announcing). */
  afterPass() {
    if (this.outcome) throw new IllegalMove("game-over");
    const position = this.position.afterPass();
    const { seen, repeated } = countRepetition(this.seen, position, this.rules);
    return this.with({ position, seen, outcome: repeated });
  }

  /** Make every pass that is forced now. One of the seats can always move, so this ends. */
  afterPasses() {
    /** @type {Play} */
    let play = this;
    while (play.mustPass) play = play.afterPass();
    return play;
  }
}

/**
 * Apply docs/rules.md#announcing: an opponent's line loses at once, an own line wins once called.
 * @param {{ own: Line[], opponent: Line[] }} made @param {Side} mover @param {boolean} called
 */
function lineOutcome(made, mover, called) {
  if (made.opponent.length) return outcome(opponent(mover), "opponent-line", made.opponent);
  if (made.own.length && called) return outcome(mover, "line", made.own);
  return null;
}

/**
 * Apply docs/rules.md#draws: same cubes, dots and seat to move, and that seat can move. A position whose seat cannot
 * move is not counted: the one after the pass is.
 * @param {readonly string[]} seen @param {Position} position @param {RuleSet} rules
 */
function countRepetition(seen, position, rules) {
  if (!rules.repetition || position.isStuck) return { seen, repeated: null };
  const { key } = position;
  const times = seen.filter((each) => each === key).length + 1;
  return { seen: [...seen, key], repeated: times >= rules.repetition ? outcome(null, "repetition") : null };
}

/** @param {number} quiet @param {RuleSet} rules */
const limitOutcome = (quiet, { move_limit }) =>
  move_limit > 0 && move_limit <= quiet ? outcome(null, "move-limit") : null;
