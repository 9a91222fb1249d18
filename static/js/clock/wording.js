/** Write the short name of a time control. Durations use symbols (h, min, s), which need no plural forms. */
import { gettext_noop } from "../faults.js";
import { HOUR, MINUTE, SEATS, SECOND } from "./terms.js";

/** @typedef {import("./terms.js").Terms} Terms */
/** @typedef {(template: string, values: Record<string, string | number>) => string} Write */

const NAMES = {
  none: gettext_noop("no limit"),
  sudden: gettext_noop("{main}"),
  increment: gettext_noop("{main} + {bonus}"),
  delay: gettext_noop("{main}, {bonus} delay"),
  bronstein: gettext_noop("{main}, {bonus} Bronstein"),
  periods: gettext_noop("{main} + {periods} × {bonus}"),
  hourglass: gettext_noop("{main} hourglass"),
};
const MOVE_NAME = gettext_noop("{move} a move");
const GAME_NAME = gettext_noop("{game} a game");
const HOURS = gettext_noop("{hours} h");
const MINUTES = gettext_noop("{minutes} min");
const SECONDS = gettext_noop("{seconds} s");

/**
 * Return a name such as `10 min + 5 s, 30 s a move` or `X 5 min; O 4 min`.
 * @param {import("./control.js").TimeControl} control @param {(template: string) => string} translate
 */
export function shortName(control, translate) {
  /** @type {Write} */
  const write = (template, values) =>
    translate(template).replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const { shares, game_ms } = control;
  const unlimited = shares.length === 1 && !shares[0].has_main && shares[0].move_ms === null;
  const parts = [];
  if (game_ms === null || !unlimited) {
    for (const [place, terms] of shares.entries()) {
      const seat = shares.length === 1 ? "" : `${SEATS[shares.length][place]} `;
      parts.push(seat + termsName(terms, write));
    }
  }
  if (game_ms !== null) parts.push(write(GAME_NAME, { game: formatDuration(game_ms, write) }));
  return parts.join("; ");
}

/** @param {Terms} terms @param {Write} write */
function termsName(terms, write) {
  const names = [];
  if (terms.has_main || terms.move_ms === null) {
    const values = { main: formatDuration(terms.main_ms, write), bonus: formatDuration(terms.bonus_ms, write), periods: terms.periods };
    names.push(write(NAMES[terms.mode], values));
  }
  if (terms.move_ms !== null) names.push(write(MOVE_NAME, { move: formatDuration(terms.move_ms, write) }));
  return names.join(", ");
}

/**
 * Write whole seconds, for example `1 h 30 min` or `45 s`.
 * @param {number} time_ms @param {Write} write
 */
function formatDuration(time_ms, write) {
  const hours = Math.floor(time_ms / HOUR);
  const minutes = Math.floor((time_ms % HOUR) / MINUTE);
  const seconds = Math.floor((time_ms % MINUTE) / SECOND);
  const parts = [
    hours ? write(HOURS, { hours }) : "",
    minutes ? write(MINUTES, { minutes }) : "",
    seconds || time_ms < SECOND ? write(SECONDS, { seconds }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}
