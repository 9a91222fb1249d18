/** Keeps the faces right: computes, never counts down, and paints just after the next visible change. */
import { read } from "../clock/reading.js";
import { Fault } from "../faults.js";
import { digitsOf, hasBeside, spokenTimes } from "../game/figures.js";
import { Warnings } from "../game/warnings.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./session.js").GameSession} GameSession */

/** Often enough to notice a sleep of the device, rare enough to cost nothing. */
const LONGEST_WAIT_MS = 500;
const TENTHS = { plain_ms: 10_000, early_ms: 20_000 };

export class Clocks {
  /** @type {GameSession | null} */ #session;
  #panels;
  #settings;
  #warnings;
  #alarm = 0;

  /**
   * @param {object} options
   * @param {GameSession} options.session @param {Map<Seat, import("./panel.js").Panel>} options.panels
   * @param {import("./settings.js").Settings} options.settings
   * @param {import("../game/warnings.js").Listeners} options.on
   */
  constructor({ session, panels, settings, on }) {
    this.#session = session;
    this.#panels = panels;
    this.#settings = settings;
    this.#warnings = new Warnings(on);
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
    const digits = digitsOf(state.clock, reading.faces);
    for (const face of reading.faces) {
      const beside = hasBeside(state.clock, face);
      this.#panels.get(face.seat)?.face(face, { status: state.status, tenths_below_ms, digits, beside });
    }
    this.#warnings.hear(reading.faces);
    const wait_ms = Math.min(LONGEST_WAIT_MS, (reading.next_change_ms ?? LONGEST_WAIT_MS) + 1);
    this.#alarm = setTimeout(() => this.paint(), wait_ms);
  }

  get tenths_below_ms() {
    return this.#settings.get("tenths") ? TENTHS.early_ms : TENTHS.plain_ms;
  }

  /** Whose turn it is and all times, as they are said; empty without a game. */
  get words() {
    const game = this.#session?.game;
    if (!game?.state) return "";
    const { state } = game.known;
    return spokenTimes(game.known.game, read(state.clock, game.now_ms).faces, Boolean(state.outcome));
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
