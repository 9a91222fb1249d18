/**
 * Keeps the faces right: computes, never counts down, and paints just after the next visible change. Warns once when
 * the time gets low, and tells the time that is left at 60, 30 and 10 seconds.
 */
import { LowTimeAlarm, lowTimeMs } from "../clock/display.js";
import { read } from "../clock/reading.js";
import { Fault } from "../faults.js";
import { fill, gettext } from "../i18n.js";

/** @typedef {import("../clock/reading.js").Face} Face */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./session.js").GameSession} GameSession */

const TOLD_AT_S = [60, 30, 10];
/** Often enough to notice a sleep of the device, rare enough to cost nothing. */
const LONGEST_WAIT_MS = 500;
const TENTHS = { plain_ms: 10_000, early_ms: 20_000 };

export class Clocks {
  /** @type {GameSession | null} */ #session;
  #panels;
  #settings;
  #onLow;
  #onTold;
  #alarm = 0;
  /** @type {Map<string, LowTimeAlarm>} */ #alarms = new Map();
  /** @type {Map<string, number>} */ #left_s = new Map();

  /**
   * @param {object} options
   * @param {GameSession} options.session @param {Map<Seat, import("./panel.js").Panel>} options.panels
   * @param {import("./settings.js").Settings} options.settings
   * @param {(seat: Seat) => void} options.onLow @param {(seat: Seat, seconds: number) => void} options.onTold
   * @param {(game_ms: number | null) => void} options.onGame  what is left for the whole game
   */
  constructor({ session, panels, settings, onLow, onTold, onGame }) {
    this.#session = session;
    this.#panels = panels;
    this.#settings = settings;
    this.#onLow = onLow;
    this.#onTold = onTold;
    this.onGame = onGame;
  }

  stop() {
    clearTimeout(this.#alarm);
    this.#session = null;
  }

  /** Paint now, and again when something changes. */
  paint() {
    clearTimeout(this.#alarm);
    const game = this.#session?.game;
    if (!game?.state) return;
    tick(game);
    const { now_ms } = game;
    const { state } = game.known;
    const tenths_below_ms = this.tenths_below_ms;
    const reading = read(state.clock, now_ms, tenths_below_ms);
    for (const face of reading.faces) {
      this.#panels.get(face.seat)?.face(face, { status: state.status, tenths_below_ms });
      this.#hear(face, state);
    }
    this.onGame(reading.game_ms);
    const wait_ms = Math.min(LONGEST_WAIT_MS, (reading.next_change_ms ?? LONGEST_WAIT_MS) + 1);
    this.#alarm = setTimeout(() => this.paint(), wait_ms);
  }

  get tenths_below_ms() {
    return this.#settings.get("tenths") ? TENTHS.early_ms : TENTHS.plain_ms;
  }

  /** @param {Face} face @param {State} state */
  #hear(face, state) {
    if (face.counts_up) return;
    const terms = state.clock.terms(face.seat);
    const initial_ms = terms.has_main ? terms.initial_ms : terms.move_ms;
    const known = this.#alarms.get(face.seat) ?? new LowTimeAlarm(lowTimeMs(initial_ms ?? 0), !face.low);
    const { alarm, rings } = known.hear(face.time_ms);
    this.#alarms.set(face.seat, alarm);
    if (rings && face.running) this.#onLow(face.seat);
    const left_s = Math.ceil(face.time_ms / 1_000);
    const before_s = this.#left_s.get(face.seat) ?? left_s;
    this.#left_s.set(face.seat, left_s);
    const told = TOLD_AT_S.find((mark) => left_s <= mark && before_s > mark);
    if (told && face.running) this.#onTold(face.seat, told);
  }
}

/**
 * An outbox that is full must not stop the clocks.
 * @param {import("../live/sync.js").TableGame} game
 */
function tick(game) {
  try {
    game.tick();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
  }
}

/** @param {string} name @param {number} seconds */
export const leftWords = (name, seconds) => fill(gettext("{name}: {seconds} seconds left"), { name, seconds });
