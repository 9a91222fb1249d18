/** The clocks of a table: drawn at the seats, with warnings, and checked often for a fallen flag or a sleep. */
import { Fault } from "../faults.js";
import { ClockView } from "../game/clock_view.js";
import { Warnings } from "../game/warnings.js";

/** @typedef {import("../rules/seats.js").Seat} Seat */
/** @typedef {import("./session.js").GameSession} GameSession */

/** Short enough to detect a sleep of the device, long enough to cost nothing. */
const LONGEST_WAIT_MS = 500;
const TENTHS = { plain_ms: 10_000, early_ms: 20_000 };

export class TableClocks {
  /** @type {import("../offline/table_game.js").TableGame | null} */ #game;
  #view;

  /**
   * @param {object} options
   * @param {GameSession} options.session @param {Map<Seat, import("./seat_panel.js").SeatPanel>} options.panels
   * @param {import("./settings.js").Settings} options.settings
   * @param {import("../game/warnings.js").Listeners} options.on
   */
  constructor({ session, panels, settings, on }) {
    const { game } = session;
    this.#game = game;
    const warnings = new Warnings(on);
    this.#view = new ClockView({
      now_ms: () => game.now_ms,
      draw: (face, drawing) => panels.get(face.seat)?.drawClock(face, drawing),
      onDrawn: (faces) => warnings.onFaces(faces),
      onDue: () => this.draw(),
      tenths_below_ms: () => (settings.get("tenths") ? TENTHS.early_ms : TENTHS.plain_ms),
      longest_ms: LONGEST_WAIT_MS,
    });
  }

  stop() {
    this.#view.stop();
    this.#game = null;
  }

  /** Draw now, and again at the next change. */
  draw() {
    const game = this.#game;
    if (!game?.state) return;
    tick(game);
    this.#view.show(game.known.state.clock);
  }

  /** The turn and all times as speech; empty without a game. */
  get words() {
    return this.#game?.state ? this.#view.words(this.#game.known.game) : "";
  }
}

/**
 * Mark a fallen flag and detect a sleep. A full outbox must not stop the clocks.
 * @param {import("../offline/table_game.js").TableGame} game
 */
function tick(game) {
  try {
    game.tick();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
  }
}
