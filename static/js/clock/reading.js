/** What the faces of a clock show at one instant. Reading never changes a clock. */
import { beginTurn, leftMs } from "./account.js";
import { TENTHS_BELOW_MS, lowTimeMs, untilChangeMs, untilChangeRisingMs, untilChangeUpMs } from "./display.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./account.js").Account} Account */
/** @typedef {import("./account.js").Turn} Turn */
/** @typedef {import("./clock.js").Clock} Clock */
/** @typedef {import("./terms.js").Terms} Terms */

/**
 * @typedef {object} Face
 * @property {Seat} seat
 * @property {number} time_ms  the large figure
 * @property {boolean} counts_up
 * @property {number} delay_ms  counted down beside it
 * @property {number | null} move_ms  counted down beside it
 * @property {number} periods
 * @property {number} spent_ms
 * @property {boolean} on_move
 * @property {boolean} running
 * @property {boolean} flagged
 * @property {boolean} low
 */

/**
 * @typedef {object} Reading
 * @property {Face[]} faces  in the order of play
 * @property {number | null} game_ms
 * @property {import("./clock.js").SeatOrGame | null} fell
 * @property {number | null} next_change_ms  how long until any figure changes: when to paint again
 */

/**
 * The faces now. Time that is gone shows at once, a flag once it is marked: lag may save the move.
 * @param {Clock} clock @param {number} now_ms @returns {Reading}
 */
export function read(clock, now_ms, tenths_below_ms = TENTHS_BELOW_MS) {
  const settled = clock.settle(now_ms).clock;
  const shown = settled.with({ since_ms: clock.since_ms, fell: clock.fell });
  const faces = shown.seats.map((seat) => face(shown, seat));
  const next_change_ms = nextChangeMs(settled, faces, tenths_below_ms);
  return { faces, game_ms: shown.game_ms, fell: shown.fell, next_change_ms };
}

/** @param {Clock} clock @param {Seat} seat */
function face(clock, seat) {
  const terms = clock.terms(seat);
  const account = clock.account(seat);
  const on_move = seat === clock.turn.seat;
  const turn = on_move ? clock.turn : beginTurn(seat, terms);
  return {
    seat,
    time_ms: largeFigureMs(terms, account, turn),
    counts_up: countsUp(terms),
    delay_ms: on_move && terms.mode === "delay" ? turn.delay_ms : 0,
    move_ms: terms.has_main ? turn.move_ms : null,
    periods: account.periods,
    spent_ms: account.spent_ms,
    on_move,
    running: on_move && clock.running,
    flagged: seat === clock.fell,
    low: isLow(terms, account, on_move ? turn : null),
  };
}

/** @param {Terms} terms @param {Account} account @param {Turn} turn */
function largeFigureMs(terms, account, turn) {
  if (countsUp(terms)) return account.spent_ms;
  if (turn.move_ms !== null && !terms.has_main) return turn.move_ms;
  if (terms.mode === "bronstein") return account.main_ms + turn.delay_ms;
  if (terms.mode === "periods" && account.main_ms === 0 && account.periods) return terms.period_ms - account.over_ms;
  return account.main_ms;
}

/** @param {Terms} terms */
const countsUp = (terms) => !terms.has_main && terms.move_ms === null;

/** @param {Terms} terms @param {Account} account @param {Turn | null} turn */
function isLow(terms, account, turn) {
  if (terms.has_main && leftMs(terms, account) <= lowTimeMs(terms.initial_ms)) return true;
  if (terms.move_ms === null || turn === null || turn.move_ms === null) return false;
  return turn.move_ms <= lowTimeMs(terms.move_ms);
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
