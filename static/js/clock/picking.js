/** A time control as steppers show it: one kind of clock with its numbers, odds for the second side, two limits. Pure. */
import { TimeControl } from "./control.js";
import { MINUTE, SECOND, Terms } from "./terms.js";

/** @typedef {import("./terms.js").Mode} Mode */

/**
 * @typedef {object} Picks  whole minutes and seconds; a limit of 0 is none
 * @property {Mode} mode
 * @property {number} minutes @property {number} seconds
 * @property {number} bonus  seconds: the increment, the delay or a period @property {number} periods
 * @property {boolean} odds @property {number} other_minutes @property {number} other_seconds  for circles
 * @property {number} move  seconds @property {number} game  minutes
 */

/** Modes whose bonus may be left away, which is then sudden death. */
const WITH_BONUS = ["increment", "delay", "bronstein"];

/**
 * What the steppers show for a control; null where they cannot, such as odds in more than the time.
 * @param {TimeControl} control @returns {Picks | null}
 */
export function picksOf({ shares, game_ms }) {
  const [terms, other = terms] = shares;
  const alike = new Terms({ ...terms, main_ms: other.main_ms }).equals(other);
  if (shares.length > 2 || !alike || (game_ms ?? 0) % MINUTE) return null;
  return {
    mode: terms.mode,
    ...timeOf(terms.main_ms),
    bonus: terms.bonus_ms / SECOND,
    periods: terms.periods,
    odds: shares.length === 2,
    other_minutes: timeOf(other.main_ms).minutes,
    other_seconds: timeOf(other.main_ms).seconds,
    move: (terms.move_ms ?? 0) / SECOND,
    game: (game_ms ?? 0) / MINUTE,
  };
}

/**
 * The control that the steppers stand for. Whether it can be played is for the server to say.
 * @param {Picks} picks
 */
export function controlOf(picks) {
  const mode = WITH_BONUS.includes(picks.mode) && !picks.bonus ? "sudden" : picks.mode;
  const main_ms = millisecondsOf(picks.minutes, picks.seconds);
  const granted = {
    mode,
    main_ms: mode === "none" ? 0 : main_ms,
    bonus_ms: mode === "periods" || WITH_BONUS.includes(mode) ? picks.bonus * SECOND : 0,
    periods: mode === "periods" ? Math.max(1, picks.periods) : 0,
    move_ms: picks.move ? picks.move * SECOND : null,
  };
  const other_ms = millisecondsOf(picks.other_minutes, picks.other_seconds);
  const differ = picks.odds && mode !== "none" && other_ms !== main_ms;
  const shares = differ ? [granted, { ...granted, main_ms: other_ms }] : [granted];
  return new TimeControl(shares.map((each) => new Terms(each)), picks.game ? picks.game * MINUTE : null);
}

/** @param {number} time_ms */
const timeOf = (time_ms) => ({ minutes: Math.floor(time_ms / MINUTE), seconds: (time_ms % MINUTE) / SECOND });

/** @param {number} minutes @param {number} seconds */
const millisecondsOf = (minutes, seconds) => minutes * MINUTE + seconds * SECOND;
