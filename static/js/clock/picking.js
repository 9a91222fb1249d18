/** A time control as steppers show it: one kind of clock, its numbers, odds for the second side, two limits. Pure. */
import { TimeControl } from "./control.js";
import { MINUTE, SECOND, Terms } from "./terms.js";

/** @typedef {import("./terms.js").Mode} Mode */

/**
 * @typedef {object} Picks  whole minutes and seconds; a limit of 0 is none
 * @property {Mode} mode
 * @property {number} minutes @property {number} seconds
 * @property {number} bonus  seconds: the increment, the delay or a period @property {number} periods
 * @property {boolean} odds @property {number} other_minutes @property {number} other_seconds  for circles
 * @property {number} other_bonus @property {number} other_periods @property {number} other_move
 * @property {number} move  seconds @property {number} game  minutes
 */

/** Modes whose bonus may be left out, which is then sudden death. */
const WITH_BONUS = ["increment", "delay", "bronstein"];

/**
 * Return what the steppers show for a control; null where they cannot, such as odds of two kinds of clock.
 * @param {TimeControl} control @returns {Picks | null}
 */
export function picksOf({ shares, game_ms }) {
  const [terms, other = terms] = shares;
  const mode = terms.mode === "sudden" ? other.mode : terms.mode;
  const fits = (/** @type {Terms} */ each) => each.mode === mode || (each.mode === "sudden" && WITH_BONUS.includes(mode));
  const isKnown = shares.length === 1 || (shares.length === 2 && mode !== "none" && fits(terms) && fits(other));
  if (!isKnown || (game_ms ?? 0) % MINUTE) return null;
  return {
    mode,
    ...timeOf(terms.main_ms),
    bonus: terms.bonus_ms / SECOND,
    periods: terms.periods,
    odds: shares.length === 2,
    other_minutes: timeOf(other.main_ms).minutes,
    other_seconds: timeOf(other.main_ms).seconds,
    other_bonus: other.bonus_ms / SECOND,
    other_periods: other.periods,
    other_move: (other.move_ms ?? 0) / SECOND,
    move: (terms.move_ms ?? 0) / SECOND,
    game: (game_ms ?? 0) / MINUTE,
  };
}

/**
 * Make the control that the steppers show. The server decides whether it can be played.
 * @param {Picks} picks
 */
export function controlOf(picks) {
  const { mode, minutes, seconds, bonus, periods, move } = picks;
  const own = termsOf(mode, { minutes, seconds, bonus, periods, move });
  const other = termsOf(mode, {
    minutes: picks.other_minutes,
    seconds: picks.other_seconds,
    bonus: picks.other_bonus,
    periods: picks.other_periods,
    move: picks.other_move,
  });
  const differ = picks.odds && mode !== "none" && !own.equals(other);
  return new TimeControl(differ ? [own, other] : [own], picks.game ? picks.game * MINUTE : null);
}

/** @param {Mode} kind @param {Pick<Picks, "minutes" | "seconds" | "bonus" | "periods" | "move">} picks of one side */
function termsOf(kind, { minutes, seconds, bonus, periods, move }) {
  const mode = WITH_BONUS.includes(kind) && !bonus ? "sudden" : kind;
  return new Terms({
    mode,
    main_ms: mode === "none" ? 0 : minutes * MINUTE + seconds * SECOND,
    bonus_ms: mode === "periods" || WITH_BONUS.includes(mode) ? bonus * SECOND : 0,
    periods: mode === "periods" ? Math.max(1, periods) : 0,
    move_ms: move ? move * SECOND : null,
  });
}

/** @param {number} time_ms */
const timeOf = (time_ms) => ({ minutes: Math.floor(time_ms / MINUTE), seconds: (time_ms % MINUTE) / SECOND });
