/** One game on this tablet: its connection, its stored data, and the lease of this tab to write. */
import { WriterLease } from "../offline/tab_lease.js";
import { newNonce } from "../offline/outbox.js";
import { LiveSocket, socketAddress } from "../live/socket.js";
import { TableGame } from "../offline/table_game.js";

const STORED = ["log", "outbox", "custody", "lease"];

export class GameSession {
  /**
   * @param {object} options
   * @param {string} options.code @param {import("../live/timesource.js").TimeSource} options.time
   * @param {import("../storage.js").Store} options.storage @param {string} options.device
   * @param {string} [options.place] the table that this tablet serves
   * @param {typeof WebSocket} [options.WebSocket] @param {import("../live/timesource.js").Timers} [options.timers]
   */
  constructor({ code, time, storage, device, place, WebSocket, timers }) {
    this.code = code;
    this.storage = storage;
    const url = socketAddress(`/ws/game/${code}/`);
    this.socket = new LiveSocket({ url, time, wholeLog: true, plays: true, WebSocket, timers });
    this.lease = new WriterLease({ storage, key: `fiveline.lease.${code}`, tab: newNonce(), timers });
    this.game = new TableGame({ code, socket: this.socket, time, storage, device, place, lease: this.lease, timers });
    this.lease.start();
    this.socket.open();
  }

  /** Whether no entry is left to be sent or to be shown to the arbiter. */
  get isSettled() {
    return this.game.waiting === 0 && (Boolean(this.game.gone) || this.game.outbox.refused.length === 0);
  }

  /** Close the game for good. Delete the stored data that the server has, and keep the rest. */
  close() {
    this.game.close();
    this.socket.close();
    this.lease.release();
    if (this.isSettled) STORED.forEach((part) => this.storage.removeItem(`fiveline.${part}.${this.code}`));
  }
}
