/** The engine's review of a finished game, move by move: scores, best moves and turning points. Pure. */
import { WIN, evenScore, isLoss, isWin, pliesToEnd, share } from "../engine/evaluation.js";
import { fill, gettext, ngettext } from "../i18n.js";
import { parseMove } from "../rules/moves.js";
import { parseRules } from "../rules/options.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";
import { SEATS, opponent } from "../rules/seats.js";

/** @typedef {import("../engine/engine_question.js").Answer} Answer */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("../rules/seats.js").Side} Side */

/**
 * @typedef {object} Step  one move that stands, and what lay on the board after it
 * @property {Seat | null} seat @property {string | null} move @property {string} position
 */

/** @typedef {"missed-win" | "allowed-win" | "gave-line" | "slip"} Turn */
/** @typedef {{ ply: number, turn: Turn, side: Side, moves: number }} Moment  `moves`: of the side that wins */

/** A loss of this share of the range from lost to won counts as a mistake. */
const SLIP = 0.4;

/**
 * Replay the game by the rules, one state for each ply. After a position set by an arbiter it starts again.
 * @param {readonly Step[]} steps  the first is the start @param {string} rules @returns {Play[]}
 */
export function playsOf([start, ...steps], rules) {
  const plays = [Play.begin(Position.parse(start.position), parseRules(rules)).afterPasses()];
  for (const { move, position } of steps) plays.push(playAfter(plays[plays.length - 1], move, position));
  return plays;
}

/** @param {Play} before @param {string | null} move @param {string} position */
function playAfter(before, move, position) {
  const anew = () => Play.begin(Position.parse(position), before.rules).afterPasses();
  if (!move || before.outcome) return anew();
  const after = before.move(parseMove(move)).afterPasses();
  return String(after.position) === position || after.outcome ? after : anew();
}

export class GameReview {
  /** @type {(Answer | null)[]} */ #judged;

  /** @param {readonly Step[]} steps @param {string} rules */
  constructor(steps, rules) {
    this.steps = steps;
    this.plays = playsOf(steps, rules);
    this.#judged = this.plays.map(() => null);
  }

  get last() {
    return this.plays.length - 1;
  }

  /** @param {number} ply @param {Answer} answer */
  judge(ply, answer) {
    this.#judged[ply] = answer;
  }

  /** @param {number} ply */
  judgedAt(ply) {
    return this.#judged[ply];
  }

  /** The next position without a score, the last moves first, because games are decided at their end. */
  get open() {
    for (let ply = this.last; ply >= 0; ply--) if (!this.plays[ply].outcome && !this.#judged[ply]) return ply;
    return null;
  }

  get judgedCount() {
    return this.plays.filter(({ outcome }, ply) => outcome || this.#judged[ply]).length;
  }

  /**
   * Return the score for crosses, from -1 to 1; null while the position is not judged.
   * @param {number} ply
   */
  shareAt(ply) {
    const score = this.#scoreFor(ply, "X");
    return score === null ? null : share(score);
  }

  /**
   * @param {number} ply @param {Side} side
   * @returns {number | null}
   */
  #scoreFor(ply, side) {
    const { outcome, position } = this.plays[ply];
    if (outcome) return outcome.winner === null ? 0 : outcome.winner === side ? OVER : -OVER;
    const judged = this.#judged[ply];
    if (!judged) return null;
    return SEATS[position.seat].side === side ? evenScore(judged) : -evenScore(judged);
  }

  /**
   * Return the mistake of the move that led here; null if it was none, or while it is not known.
   * @param {number} ply @returns {Moment | null}
   */
  momentAt(ply) {
    const before = ply > 0 ? this.plays[ply - 1] : null;
    if (!before || before.outcome || !this.steps[ply].move) return null;
    const { side } = SEATS[before.position.seat];
    if (this.plays[ply].outcome?.ending === "opponent-line") return { ply, turn: "gave-line", side, moves: 0 };
    const [was, is] = [this.#scoreFor(ply - 1, side), this.#scoreFor(ply, side)];
    if (was === null || is === null) return null;
    if (isWin(was) && !isWin(is)) return { ply, turn: "missed-win", side, moves: ownMoves(was) };
    if (!isLoss(was) && isLoss(is)) return { ply, turn: "allowed-win", side, moves: ownMoves(is) };
    if (!isLoss(was) && share(was) - share(is) > SLIP) return { ply, turn: "slip", side, moves: 0 };
    return null;
  }

  /** @returns {Moment[]} */
  get moments() {
    return this.plays.flatMap((_, ply) => this.momentAt(ply) ?? []);
  }
}

/** The score of a game that is over, no ply away. */
const OVER = WIN;

/**
 * Return how many moves the winning side still makes.
 * @param {number} score
 */
const ownMoves = (score) => Math.max(1, Math.ceil((pliesToEnd(score) ?? 1) / 2));

/** @type {Readonly<Record<Turn, (moves: number) => string>>} */
const TURN_WORDS = {
  "missed-win": (moves) => ngettext("{name} missed a win in {moves} move", "{name} missed a win in {moves} moves", moves),
  "allowed-win": (moves) => ngettext("{name} let {other} win in {moves} move", "{name} let {other} win in {moves} moves", moves),
  "gave-line": () => gettext("{name} completed a line of {other}"),
  slip: () => gettext("{name} gave ground"),
};

/**
 * @param {Moment} moment @param {(side: Side) => string} nameOfSide
 */
export const momentWords = ({ turn, side, moves }, nameOfSide) =>
  fill(TURN_WORDS[turn](moves), { name: nameOfSide(side), other: nameOfSide(opponent(side)), moves });

/**
 * Return the cells of the line at the end of a forced win; none if no win is forced.
 * @param {Play} play @param {Answer | null} judged @returns {readonly import("../rules/cells.js").Cell[]}
 */
export function forcedLine(play, judged) {
  if (!judged || !isWin(judged.score)) return [];
  let now = play;
  for (const move of judged.line) {
    if (now.outcome) break;
    now = now.move(parseMove(move)).afterPasses();
  }
  return now.outcome?.lines[0] ?? [];
}

/**
 * Describe the score of a position in words.
 * @param {Play} play @param {Answer | null} judged @param {(side: Side) => string} nameOfSide
 */
export function standingWords({ outcome, position }, judged, nameOfSide) {
  if (outcome) return outcome.winner ? fill(gettext("{name} won"), { name: nameOfSide(outcome.winner) }) : gettext("Draw");
  if (!judged) return gettext("Thinking …");
  const { side } = SEATS[position.seat];
  const score = evenScore(judged);
  const better = score >= 0 ? side : opponent(side);
  const name = nameOfSide(better);
  if (isWin(score) || isLoss(score)) {
    const moves = ownMoves(score);
    return fill(ngettext("Win for {name} in {moves} move", "Win for {name} in {moves} moves", moves), { name, moves });
  }
  const lead = Math.abs(share(score));
  if (lead < 0.15) return gettext("The game is even.");
  return fill(lead < 0.5 ? gettext("A little better for {name}.") : gettext("Better for {name}."), { name });
}
