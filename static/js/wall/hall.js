/** The live games of a topic, as a wall wants them: in the order of tables, finished ones for a while longer. Pure. */
import { mergeEvent } from "../watch/standing.js";

/** Long enough for a result to be seen once on every page. */
export const SHOWN_AFTER_END_MS = 3 * 60_000;
const ORDER = { running: 0, paused: 0, over: 1, waiting: 2 };

export class Hall {
  #games = new Map();
  #ended = new Map();
  #time;

  /** @param {{ now_ms: number }} time */
  constructor(time) {
    this.#time = time;
  }

  hearState(state) {
    if (state.voided) this.#games.delete(state.game.code);
    else this.#keep(state);
  }

  hearEvent(event) {
    const known = this.#games.get(event.game);
    if (known) this.#keep(mergeEvent(known, event));
  }

  /** The server counts anew after a reconnect; what it does not name any more is gone or over. */
  restart() {
    for (const [code, state] of this.#games) if (state.status !== "over") this.#games.delete(code);
  }

  /** @returns {any[]} */
  get games() {
    const now_ms = this.#time.now_ms;
    for (const [code, at_ms] of this.#ended) {
      if (now_ms - at_ms > SHOWN_AFTER_END_MS) {
        this.#ended.delete(code);
        this.#games.delete(code);
      }
    }
    return [...this.#games.values()].sort(
      (one, other) => ORDER[one.status] - ORDER[other.status] || tableOf(one) - tableOf(other) || byCode(one, other),
    );
  }

  #keep(state) {
    const { code } = state.game;
    this.#games.set(code, state);
    if (state.status !== "over") this.#ended.delete(code);
    else if (!this.#ended.has(code)) this.#ended.set(code, this.#time.now_ms);
  }
}

/** The number of the table a game stands on; after all others where it stands on none. */
export const tableOf = ({ game }) => (game.place ? Number(game.place.split(":").at(-1)) : Infinity);

const byCode = (one, other) => (one.game.code < other.game.code ? -1 : 1);
