/**
 * A game as far as the moves decide it: announcing, repetition, move limit, forced passes. Immutable. It keeps only
 * the positions since a blank cube was last taken: older ones cannot recur, because blanks never become more.
 */
import { IllegalMove } from "./errors.js";
import { parseRules } from "./options.js";
import { judge, outcome } from "./outcome.js";
import { SEATS, opponent } from "./seats.js";

export class Play {
  /**
   * @param {object} moment
   * @param {import("./position.js").Position} moment.position
   * @param {import("./options.js").RuleSet} moment.rules
   * @param {number} [moment.ply]  single moves made; a forced pass is none
   * @param {number} [moment.quiet]  how many of them since a blank cube was taken
   * @param {string[]} [moment.seen]  keys since then, of positions whose seat could move
   * @param {import("./seats.js").Seat | null} [moment.mover]  who made the last move
   * @param {import("./cells.js").Line[]} [moment.uncalled]  what that mover's side may still call
   * @param {import("./outcome.js").Outcome | null} [moment.outcome]
   */
  constructor({ position, rules, ply = 0, quiet = 0, seen = [], mover = null, uncalled = [], outcome = null }) {
    Object.assign(this, { position, rules, ply, quiet, seen, mover, uncalled, outcome });
    Object.freeze(this);
  }

  /** From any position; counts for repetition and limits start here. */
  static begin(position, rules = parseRules("")) {
    return new Play({ position, rules, seen: noted([], position, rules).seen });
  }

  /** @param {Partial<Play>} changes */
  with(changes) {
    return new Play({ ...this, ...changes });
  }

  get mustPass() {
    return this.outcome === null && this.position.isStuck;
  }

  /** The game after a move (by a certain seat, if that is to be checked), or IllegalMove. */
  move(move, by = null) {
    const { position: before, rules } = this;
    if (this.outcome) throw new IllegalMove("game-over");
    if (by && by !== before.seat) throw new IllegalMove("not-your-turn", { seat: by, turn: before.seat });
    const after = before.play(move);
    const made = judge(before, after);
    if (move.call && !made.own.length) throw new IllegalMove("no-line-to-call");
    const called = move.call || rules.announce === "automatic";
    const blank = after.blanks < before.blanks;
    const quiet = blank ? 0 : this.quiet + 1;
    const { seen, repeated } = noted(blank ? [] : this.seen, after, rules);
    return new Play({
      position: after,
      rules,
      ply: this.ply + 1,
      quiet,
      seen,
      mover: before.seat,
      uncalled: called ? [] : made.own,
      outcome: won(made, SEATS[before.seat].side, called) ?? repeated ?? limited(quiet, rules),
    });
  }

  /** The announcement after the move, by the mover or the partner, before the next move is made. */
  call(by) {
    if (this.outcome) throw new IllegalMove("game-over");
    if (!this.mover || !this.uncalled.length) throw new IllegalMove("no-line-to-call");
    const { side } = SEATS[by];
    if (side !== SEATS[this.mover].side) throw new IllegalMove("not-your-line", { seat: by });
    return this.with({ uncalled: [], outcome: outcome(side, "line", this.uncalled) });
  }

  /** The forced pass: no move, and it leaves the time to call open (RULES, two players 7). */
  passed() {
    if (this.outcome) throw new IllegalMove("game-over");
    const position = this.position.passed();
    const { seen, repeated } = noted(this.seen, position, this.rules);
    return this.with({ position, seen, outcome: repeated });
  }

  /** After every pass that is forced now. One of the seats can always move, so this ends. */
  settled() {
    let play = this;
    while (play.mustPass) play = play.passed();
    return play;
  }
}

/** RULES, two players 6 and 7: the opponent's line loses by itself, an own line wins once it is called. */
function won(made, mover, called) {
  if (made.opponent.length) return outcome(opponent(mover), "opponent-line", made.opponent);
  if (made.own.length && called) return outcome(mover, "line", made.own);
  return null;
}

/**
 * RULES, two players 8: cubes, dots and seat to move are the same, and that seat can move. A position whose seat
 * cannot move is not counted: the one after the pass is.
 */
function noted(seen, position, rules) {
  if (!rules.repetition || position.isStuck) return { seen, repeated: null };
  const { key } = position;
  const times = seen.filter((each) => each === key).length + 1;
  return { seen: [...seen, key], repeated: times >= rules.repetition ? outcome(null, "repetition") : null };
}

const limited = (quiet, { move_limit }) =>
  move_limit > 0 && move_limit <= quiet ? outcome(null, "move-limit") : null;
