/**
 * Chooses the game on this table: the opened one, and if the server assigns games to the table, the next one after the
 * result was shown for a while. A game that the desk took away says so and is left.
 */
import { linkWords } from "../game/event_words.js";
import { LiveSocket, socketAddress } from "../live/socket.js";
import { clockTime } from "../ui/daytime.js";
import { byId } from "../ui/dom.js";
import { dismiss } from "../ui/toasts.js";
import { DepartureNotice } from "./departure.js";
import { awaitsConfirmation } from "./questions.js";
import { GameSession } from "./session.js";

/** How long a finished game stays if the next one is ready: time to look at the winning line. */
const LOOK_MS = 10_000;
/** How long it stays while players are asked to confirm the result. */
const CONFIRM_MS = 60_000;
/** How long the reason of a game that the desk took away stays: time to read it twice. */
const REASON_MS = 8_000;
const ASK_AGAIN_MS = 1_000;

export class GameSwitcher {
  #config;
  #device;
  #time;
  #storage;
  #onSwitch;
  #departure;
  /** @type {GameSession | null} */ session = null;
  /** @type {string | null} The game that is put on the table after this one. */ #next = null;
  #switching = 0;
  /** @type {number | null} Since when the players are asked about this game's result while the next one waits. */ #asked_ms = null;

  /**
   * @param {object} options
   * @param {{ code: string, place: string, serves: boolean, confirms: import("./questions.js").Confirms }} options.config
   *   `serves`: the server assigns games to this table
   * @param {string} options.device @param {import("../live/timesource.js").TimeSource} options.time
   * @param {import("../storage.js").Store} options.storage @param {import("./settings.js").Settings} options.settings
   * @param {(session: GameSession | null) => void} options.onSwitch
   */
  constructor({ config, device, time, storage, settings, onSwitch }) {
    this.#config = config;
    this.#device = device;
    this.#time = time;
    this.#storage = storage;
    this.#onSwitch = onSwitch;
    this.#departure = new DepartureNotice(settings, () => this.#leave());
    byId("next-game").addEventListener("click", () => this.#next && this.#open(this.#next));
  }

  /** Open the game of the page's address, or the last one of this table. */
  start() {
    const { code, serves } = this.#config;
    this.#open(code || (serves && this.#storage.getItem(this.#key)) || null);
    if (serves) this.#followTable();
  }

  get #key() {
    return `fiveline.place.${this.#config.place}`;
  }

  /** @param {string | null} code */
  #open(code) {
    clearTimeout(this.#switching);
    this.session?.close();
    dismiss(); // errors of the last game do not concern this one
    this.#departure.hide();
    this.#asked_ms = null;
    this.#next = null;
    this.session = code === null ? null : this.#createSession(code);
    if (this.#config.serves) this.#storage.setItem(this.#key, code ?? "");
    byId("waiting").hidden = Boolean(this.session?.game.state);
    this.#onSwitch(this.session);
  }

  /** @param {string} code */
  #createSession(code) {
    const place = this.#config.serves ? this.#config.place : "";
    return new GameSession({ code, time: this.#time, storage: this.#storage, device: this.#device, place });
  }

  /** Follow a change of the game: say so if it was taken away, and offer the next one once it is over. */
  onGame() {
    const game = this.session?.game;
    if (game?.state) byId("waiting").hidden = true;
    if (this.session && game?.gone) {
      const isNews = !this.#departure.isShown;
      this.#departure.show(this.session);
      if (isNews) this.#switchWhenReady();
    } else {
      if (this.#departure.isShown) clearTimeout(this.#switching);
      this.#departure.hide();
    }
    byId("next-game").hidden = this.#next === null || !game?.state?.outcome || this.#departure.isShown;
  }

  /** Leave a game that was taken away for the next one. */
  #leave() {
    if (this.#config.serves) this.#open(this.#next);
    else location.assign("/");
  }

  /** Subscribe to the games of this table. */
  #followTable() {
    const url = socketAddress(`/ws/table/${this.#config.place}/`);
    const socket = new LiveSocket({ url, time: this.#time, manyGames: true });
    socket.on("news", ({ what, game }) => what === "table" && this.#onTable(game));
    socket.on("status", (status) => {
      byId("waiting-link").dataset.state = status;
      byId("waiting-link").textContent = linkWords(socket, clockTime(socket.since_ms), 0);
    });
    socket.open();
  }

  /** @param {string | null} code of the game that belongs on this table; null: what was played stays to be looked at */
  #onTable(code) {
    if (code === null || code === this.session?.code || code === this.#next) return;
    this.#next = code;
    if (!this.#departure.isShown) this.#switchWhenReady(); // otherwise it follows after the notice
  }

  #switchWhenReady() {
    clearTimeout(this.#switching);
    const { session } = this;
    const gone = Boolean(session?.game.gone);
    if (this.#next === null && !gone) return;
    if (gone && !this.#config.serves) return; // no game follows: a user opens the next page
    const over = gone || !session?.game.state || session.game.state.outcome;
    byId("next-game").hidden = !session || gone;
    const waits = !over || session?.game.waiting || (!gone && this.#waitsForConfirmation());
    if (!session) this.#open(this.#next);
    else if (waits) this.#switching = setTimeout(() => this.#switchWhenReady(), ASK_AGAIN_MS);
    else this.#switching = setTimeout(() => this.#open(this.#next), gone ? REASON_MS : LOOK_MS);
  }

  /** Return whether players may still confirm the result: for a limited time. */
  #waitsForConfirmation() {
    const state = this.session?.game.state;
    if (!state || !awaitsConfirmation(state, this.#config.confirms)) return false;
    this.#asked_ms ??= performance.now();
    return performance.now() - this.#asked_ms < CONFIRM_MS;
  }
}
