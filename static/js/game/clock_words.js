/** The words of clocks: figures as digits and as speech, remaining time, and names of time controls. Pure. */
import { TENTHS_BELOW_MS, formatMs, formatUpMs } from "../clock/display.js";
import { decimalSign, fill, gettext, labelled, ngettext } from "../i18n.js";
import { nameOf } from "./words.js";

/** @typedef {import("../clock/reading.js").Face} Face */
/** @typedef {import("../clock/reading.js").Figure} Figure */
/** @typedef {import("../clock/reading.js").Limit} Limit */
/** @typedef {import("../live/messages").Game} Game */

/** @param {Figure} figure */
export const figureText = ({ limit, time_ms }, tenths_below_ms = TENTHS_BELOW_MS) =>
  limit === "used" ? formatUpMs(time_ms) : formatMs(time_ms, tenths_below_ms);

/**
 * Format the seat's own time in the reader's language.
 * @param {Face} face
 */
export const ownTime = ({ counts_up, time_ms }) =>
  counts_up ? formatUpMs(time_ms) : formatMs(time_ms).replace(".", decimalSign());

/** @type {Readonly<Record<Limit, () => string>>} What the large figure is; the seat's own time needs no word. */
const LARGE = {
  main: () => "",
  period: () => gettext("period"),
  delay: () => gettext("delay"),
  move: () => gettext("this move"),
  game: () => gettext("game"),
  used: () => "",
};

/** @type {Readonly<Record<Limit, () => string>>} */
const BESIDE = {
  main: () => gettext("time {time}"),
  period: () => gettext("period {time}"),
  delay: () => gettext("delay {time}"),
  move: () => gettext("move {time}"),
  game: () => gettext("game {time}"),
  used: () => gettext("used {time}"),
};

/** @type {Readonly<Record<Limit, () => string>>} */
const SPOKEN = {
  main: () => "{time}",
  period: () => gettext("{time} in this period"),
  delay: () => gettext("{time} of delay"),
  move: () => gettext("{time} for this move"),
  game: () => gettext("{time} for the game"),
  used: () => gettext("{time} used"),
};

/** @param {Face} face */
export const limitWord = ({ figures: [large] }) => LARGE[large.limit]();

/**
 * Return the words beside the large figure.
 * @param {Face} face
 */
export function besideWords({ figures: [, ...others], periods }, tenths_below_ms = TENTHS_BELOW_MS) {
  const words = others.map((figure) => fill(BESIDE[figure.limit](), { time: figureText(figure, tenths_below_ms).replace(".", decimalSign()) }));
  if (periods) words.push(fill(ngettext("{count} period", "{count} periods", periods), { count: periods }));
  return words.join(" · ");
}

/**
 * Format a time as speech: "1 hour 2 minutes", "4 minutes 58 seconds".
 * @param {number} seconds
 */
export function spokenTime(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const words = [];
  if (hours) words.push(fill(ngettext("{count} hour", "{count} hours", hours), { count: hours }));
  if (minutes) words.push(fill(ngettext("{count} minute", "{count} minutes", minutes), { count: minutes }));
  if (rest || !words.length) words.push(fill(ngettext("{count} second", "{count} seconds", rest), { count: rest }));
  return words.join(" ");
}

/**
 * Format all figures of a face as speech: "8 seconds for this move, 37 seconds".
 * @param {Face} face
 */
export const spokenFigures = ({ figures }) =>
  figures.map(({ limit, time_ms }) => {
    const seconds = limit === "used" ? Math.floor(time_ms / 1_000) : Math.ceil(time_ms / 1_000);
    return fill(SPOKEN[limit](), { time: spokenTime(seconds) });
  }).join(", ");

/**
 * Return whose turn it is and all times, as speech.
 * @param {Game} game @param {Face[]} faces @param {boolean} over
 */
export function spokenTimes(game, faces, over) {
  const mover = faces.find(({ on_move }) => on_move);
  const turn = mover && !over ? [fill(gettext("{name} to move"), { name: nameOf(game, mover.seat) })] : [];
  const times = faces.map((face) => labelled(nameOf(game, face.seat), spokenFigures(face)));
  return [...turn, ...times].join(". ");
}

/** @type {Readonly<Partial<Record<Limit, (seconds: number) => string>>>} */
const LEFT = {
  move: (seconds) => ngettext("{seconds} second left for this move", "{seconds} seconds left for this move", seconds),
  game: (seconds) => ngettext("{seconds} second left for the game", "{seconds} seconds left for the game", seconds),
  period: (seconds) => ngettext("{seconds} second left in this period", "{seconds} seconds left in this period", seconds),
};

/** @param {number} seconds @param {Limit} limit */
export function leftWords(seconds, limit) {
  const words = LEFT[limit]?.(seconds) ?? ngettext("{seconds} second left", "{seconds} seconds left", seconds);
  return fill(words, { seconds });
}

/** @param {import("../clock/control.js").TimeControl} control */
export const controlWords = (control) => control.name(gettext);
