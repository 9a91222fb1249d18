/** Read what the faces of a clock show at one instant. Reading never changes a clock. */
import { beginTurn, leftMs } from "./account.js";
import { TENTHS_BELOW_MS, lowTimeMs, untilChangeMs, untilChangeRisingMs, untilChangeUpMs } from "./display.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./account.js").Account} Account */
/** @typedef {import("./account.js").Turn} Turn */
/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./terms.js").Terms} Terms */

/** @typedef {"main" | "period" | "delay" | "move" | "game" | "used"} Limit  what a figure counts; only `used` counts up */

/**
 * @typedef {object} Figure
 * @property {Limit} limit
 * @property {number} time_ms
 * @property {number | null} left_ms  how long it lets the seat think, a delay left out; null: it ends nothing
 * @property {number | null} low_ms  from here on what is left is low
 */

/**
 * @typedef {object} Face
 * @property {Seat} seat
 * @property {number} time_ms  the seat's own time, even if another limit ends the game first
 * @property {boolean} counts_up
 * @property {number} delay_ms  counted down apart
 * @property {number | null} move_ms  counted down apart
 * @property {number} periods
 * @property {number} spent_ms
 * @property {boolean} on_move
 * @property {boolean} running
 * @property {boolean} flagged
 * @property {boolean} low
 * @property {Figure[]} figures  what is shown: the first, large, is the limit that ends the game first
 */

/**
 * @typedef {object} Reading
 * @property {Face[]} faces  in the order of play
 * @property {number | null} game_ms
 * @property {import("./clock.js").SeatOrGame | null} fell
 * @property {number | null} next_change_ms  how long until any figure changes: when to paint again
 */

/**
 * Read the faces now. Time that is gone shows at once, a flag only once it is marked.
 * @param {Clock} clock @param {number} now_ms @returns {Reading}
 */
export function readClock(clock, now_ms, tenths_below_ms = TENTHS_BELOW_MS) {
  const charged = clock.chargeUntil(now_ms).clock;
  const shown = charged.with({ since_ms: clock.since_ms, fell: clock.fell });
  const faces = shown.seats.map((seat) => readFace(shown, seat));
  const next_change_ms = nextChangeMs(charged, faces, tenths_below_ms);
  return { faces, game_ms: shown.game_ms, fell: shown.fell, next_change_ms };
}

/** @param {Clock} clock @param {Seat} seat @returns {Face} */
function readFace(clock, seat) {
  const terms = clock.terms(seat);
  const account = clock.account(seat);
  const on_move = seat === clock.turn.seat;
  const turn = on_move ? clock.turn : beginTurn(seat, terms);
  const delay_ms = on_move && terms.mode === "delay" ? turn.delay_ms : 0;
  const shown = figures(clock, terms, account, turn);
  return {
    seat,
    time_ms: ownTimeMs(terms, account, turn),
    counts_up: countsUp(terms),
    delay_ms,
    move_ms: terms.has_main ? turn.move_ms : null,
    periods: account.periods,
    spent_ms: account.spent_ms,
    on_move,
    running: on_move && clock.running,
    flagged: seat === clock.fell,
    low: shown.some((figure) => isLow(figure) && (on_move || figure.limit !== "move")),
    figures: delay_ms && account.main_ms ? [...shown, figureOf("delay", delay_ms)] : shown,
  };
}

/** @param {Terms} terms @param {Account} account @param {Turn} turn */
function ownTimeMs(terms, account, turn) {
  if (countsUp(terms)) return account.spent_ms;
  if (turn.move_ms !== null && !terms.has_main) return turn.move_ms;
  if (terms.mode === "bronstein") return account.main_ms + turn.delay_ms;
  if (terms.mode === "periods" && account.main_ms === 0 && account.periods) return terms.period_ms - account.over_ms;
  return account.main_ms;
}

/** @param {Terms} terms */
const countsUp = (terms) => !terms.has_main && terms.move_ms === null;

/** @param {Figure} figure */
const isLow = ({ left_ms, low_ms }) => left_ms !== null && low_ms !== null && left_ms <= low_ms;

/**
 * @param {Limit} limit @param {number} time_ms @param {number | null} [left_ms] @param {number | null} [low_ms]
 * @returns {Figure}
 */
const figureOf = (limit, time_ms, left_ms = null, low_ms = null) => ({ limit, time_ms, left_ms, low_ms });

/**
 * List the figures in the order in which they would end the game if the seat thought on; its flag comes before the
 * game's limit.
 * @param {Clock} clock @param {Terms} terms @param {Account} account @param {Turn} turn
 */
function figures(clock, terms, account, turn) {
  /** @type {[number, Figure][]} */
  const ends = [];
  if (terms.has_main) ends.push([leftMs(terms, account) + turn.delay_ms, ownFigure(terms, account, turn)]);
  if (turn.move_ms !== null) ends.push([turn.move_ms, figureOf("move", turn.move_ms, turn.move_ms, lowMoveMs(terms))]);
  const { game_ms } = clock;
  if (game_ms !== null) ends.push([game_ms, figureOf("game", game_ms, game_ms, lowTimeMs(clock.control.game_ms ?? 0))]);
  const shown = ends.sort(([one], [other]) => one - other).map(([, figure]) => figure);
  return countsUp(terms) ? [...shown, figureOf("used", account.spent_ms)] : shown;
}

/** @param {Terms} terms @param {Account} account @param {Turn} turn */
function ownFigure(terms, account, turn) {
  const low_ms = lowTimeMs(terms.initial_ms);
  if (terms.mode === "delay" && account.main_ms === 0 && turn.delay_ms) {
    return figureOf("delay", turn.delay_ms, turn.delay_ms, low_ms);
  }
  const limit = terms.mode === "periods" && account.main_ms === 0 ? "period" : "main";
  return figureOf(limit, ownTimeMs(terms, account, turn), leftMs(terms, account), low_ms);
}

/**
 * Return from when a move's time is low: at most half of it, as a short move would always be low.
 * @param {Terms} terms
 */
function lowMoveMs({ move_ms }) {
  const whole_ms = move_ms ?? 0;
  return Math.min(lowTimeMs(whole_ms), Math.floor(whole_ms / 2));
}

/** @param {Clock} clock @param {Face[]} faces @param {number} tenths_below_ms */
function nextChangeMs(clock, faces, tenths_below_ms) {
  if (!clock.running) return null;
  const changes = faces.flatMap((face) => faceChanges(face, clock.terms(face.seat), tenths_below_ms));
  if (clock.game_ms !== null) changes.push(untilChangeMs(clock.game_ms, tenths_below_ms));
  const known = changes.flatMap((change) => change ?? []);
  return known.length ? Math.min(...known) : null;
}

/** @param {Face} face @param {Terms} terms @param {number} tenths_below_ms */
function faceChanges(face, terms, tenths_below_ms) {
  if (!face.running) return terms.mode === "hourglass" ? [untilChangeRisingMs(face.time_ms, tenths_below_ms)] : [];
  if (face.counts_up) return [untilChangeUpMs(face.time_ms)];
  const mainWaits = face.delay_ms > 0;
  const changes = [untilChangeMs(mainWaits ? face.delay_ms : face.time_ms, tenths_below_ms)];
  if (face.move_ms !== null) changes.push(untilChangeMs(face.move_ms, tenths_below_ms));
  return changes;
}
