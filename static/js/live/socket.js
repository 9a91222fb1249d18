/**
 * A live connection that recovers: it reconnects, drops old events, requests missed ones, and reports silence.
 * Messages are emitted by their type (docs/protocol.md); events of a game come in order, each once.
 */
import { Emitter } from "./emitter.js";

/** @typedef {import("./messages").EventMessage} EventMessage */
/** @typedef {import("./messages").Messages} Messages */
/** @typedef {import("./messages").StateMessage} StateMessage */

const PING_EVERY_MS = 10_000;
/** The time between two messages of presence; after 4.5 s the server counts a player as away (games/live/presence.py). */
const HERE_EVERY_MS = 2_000;
/** The server sends every 5 s; after this silence a board must say that it may be wrong (docs/clocks.md#display). */
const SILENT_AFTER_MS = 7_000;
/** After as long again without an answer to a ping the connection is closed. */
const DEAD_AFTER_MS = 14_000;
/** A restart takes the server two or three seconds: retry quickly at first, and never after long pauses. */
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 3_000;
/** The pause after the server has refused too many requests. */
const PATIENT_RETRY_MS = 10_000;
/** The limit for connecting, after which the next attempt begins. */
const CONNECT_WITHIN_MS = 5_000;
const ASK_AGAIN_MS = 2_000;

/** The version of docs/protocol.md that this page speaks, as games/protocol/downward.py. */
const PROTOCOL = 2;
/** The server was updated and speaks another one: the page has to be loaded again. */
export const OUTDATED = 4403;
/** The codes after which a retry would not help: no game, one that was called off, or another version. */
const FINAL_CODES = [OUTDATED, 4404, 4410];
/** The codes for a slow or demanding client, after which it waits longer. */
const PATIENT_CODES = [4400, 4429];

/**
 * @typedef {"connecting" | "live" | "silent" | "offline" | "closed"} Status
 *   live: heard from within 7 s. silent: connected, as far as we know. closed: for good, see `code`.
 */

/** @param {string} path such as "/ws/game/abc/" */
export const socketAddress = (path) =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}?v=${PROTOCOL}`;

/** @extends {Emitter<Messages>} */
export class LiveSocket extends Emitter {
  #url;
  #WebSocket;
  #timers;
  #random;
  #time;
  #wholeLog;
  #manyGames;
  #plays;
  /** @type {WebSocket | null} */ #socket = null;
  #failures = 0;
  /** @type {any} */ #retry = null;
  /** @type {any[]} */ #alarms = [];
  /** @type {Map<string, number>} The last event of each game. */ #seqs = new Map();
  /** @type {Map<string, { seq: number, at_ms: number }>} */ #asked = new Map();
  /** @type {Map<number, number>} */ #pinged = new Map();
  #stopWatchingTime;

  /** @type {Status} */ status = "connecting";
  /** The instant of the last change of status, by the time source. */ since_ms;
  /** @type {number | null} Why it was closed for good. */ code = null;

  /**
   * @param {object} options
   * @param {string} options.url
   * @param {import("./timesource.js").TimeSource} options.time
   * @param {boolean} [options.wholeLog]  every event is wanted: a state is no substitute for what came before it
   * @param {boolean} [options.manyGames]  a topic's socket: read only, so that what was missed takes a new connection
   * @param {boolean} [options.plays]  people play at this device: others are informed when it is silent
   * @param {typeof WebSocket} [options.WebSocket]
   * @param {import("./timesource.js").Timers} [options.timers]
   * @param {() => number} [options.random]
   */
  constructor({ url, time, wholeLog = false, manyGames = false, plays = false, ...injected }) {
    super();
    this.#url = url;
    this.#time = time;
    this.#wholeLog = wholeLog;
    this.#manyGames = manyGames;
    this.#plays = plays;
    this.#WebSocket = injected.WebSocket ?? globalThis.WebSocket;
    this.#timers = injected.timers ?? globalThis;
    this.#random = injected.random ?? Math.random;
    this.since_ms = time.now_ms;
    this.#stopWatchingTime = time.on("gap", () => this.#afterGap());
  }

  /** Connect now and after every loss of the connection. Called again, it retries at once. */
  open() {
    if (this.#socket) return;
    this.#timers.clearTimeout(this.#retry);
    this.#connect();
  }

  /** Retry at once, because the network came back or the page is visible again. */
  retry() {
    if (this.status === "closed" || this.isConnected) return;
    this.#timers.clearTimeout(this.#retry);
    this.#drop();
    this.#connect();
  }

  /** Close the connection for good. */
  close() {
    this.#stopWatchingTime();
    this.#timers.clearTimeout(this.#retry);
    this.#drop();
    this.#become("closed");
  }

  get isConnected() {
    return this.#socket?.readyState === this.#WebSocket.OPEN;
  }

  /** @param {object} message @returns {boolean} whether it went on its way */
  send(message) {
    if (!this.#socket || !this.isConnected) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * Return the seq of the last emitted event of a game.
   * @param {string} game
   */
  seqOf(game) {
    return this.#seqs.get(game) ?? 0;
  }

  /**
   * Continue after this event: the last one of a stored log, or 0 to get all events again.
   * @param {string} game @param {number} seq
   */
  follow(game, seq) {
    this.#seqs.set(game, seq);
    this.#asked.delete(game);
  }

  // ---- connection

  #connect() {
    if (this.status !== "offline") this.#become("connecting");
    const socket = new this.#WebSocket(this.#url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#watchSilence();
      if (this.#plays) this.#sayHere();
      this.#ping();
    };
    socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    socket.onclose = ({ code }) => this.#lost(socket, code);
    this.#alarms = [this.#timers.setTimeout(() => this.#lost(socket, 0), CONNECT_WITHIN_MS)];
  }

  /** @param {WebSocket | null} socket @param {number} code */
  #lost(socket, code) {
    if (socket !== this.#socket) return;
    this.#drop();
    if (FINAL_CODES.includes(code)) {
      this.code = code;
      this.#become("closed");
      return;
    }
    this.#become("offline");
    const patience_ms = PATIENT_CODES.includes(code) ? PATIENT_RETRY_MS : 0;
    const backoff_ms = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++);
    // The tablets of a hall must not reconnect at the same instant.
    const wait_ms = Math.max(patience_ms, backoff_ms) * (0.7 + 0.6 * this.#random());
    this.#retry = this.#timers.setTimeout(() => this.#connect(), wait_ms);
  }

  /** Drop the connection without waiting for its end, which may take minutes. */
  #drop() {
    const socket = this.#socket;
    this.#socket = null;
    this.#asked.clear();
    this.#pinged.clear();
    this.#alarms.forEach((alarm) => this.#timers.clearTimeout(alarm));
    this.#alarms = [];
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #watchSilence() {
    this.#alarms.forEach((alarm) => this.#timers.clearTimeout(alarm));
    this.#alarms = [
      this.#timers.setTimeout(() => this.#onSilence(), SILENT_AFTER_MS),
      this.#timers.setTimeout(() => this.#lost(this.#socket, 0), DEAD_AFTER_MS),
    ];
  }

  #onSilence() {
    if (this.status === "live") this.#become("silent");
    this.#ping(false);
  }

  /** Count the connection as silent after a sleep until the next message: it may be dead. */
  #afterGap() {
    if (this.status !== "live") return;
    this.#become("silent");
    this.#watchSilence();
    this.#ping(false);
  }

  /** @param {Status} status */
  #become(status) {
    if (this.status === status) return;
    this.status = status;
    this.since_ms = this.#time.now_ms;
    this.emit("status", status);
  }

  // ---- time

  #ping(again = true) {
    const t = this.#time.now_ms;
    if (this.send({ type: "ping", t })) this.#pinged.set(t, t);
    const socket = this.#socket;
    if (again) this.#timers.setTimeout(() => socket === this.#socket && this.#ping(), PING_EVERY_MS);
  }

  #sayHere() {
    this.send({ type: "here" });
    const socket = this.#socket;
    this.#timers.setTimeout(() => socket === this.#socket && this.#sayHere(), HERE_EVERY_MS);
  }

  /** @param {{ t: number, mark: number, now_ms: number }} options */
  #onPong({ t, mark, now_ms }) {
    if (!this.#pinged.delete(t)) return;
    this.#time.hear(now_ms, t);
    // The server measures the round trip of its mark; only the answer to our own ping is answered, once.
    this.send({ type: "ping", mark });
  }

  // ---- messages

  /** @param {any} message */
  #hear(message) {
    this.#failures = 0;
    this.#watchSilence();
    if (message.type === "pong") this.#onPong(message);
    else if (typeof message.now_ms === "number") this.#time.hear(message.now_ms);
    this.#become("live");
    if (message.type === "state") this.#onState(message);
    else if (message.type === "event") this.#onEvent(message);
    else if (message.type === "seq") this.#onSeq(message);
    else this.emit(message.type, message);
  }

  /** @param {StateMessage} state */
  #onState(state) {
    const { code } = state.game;
    if (!this.#wholeLog) this.follow(code, state.seq);
    this.emit("state", state);
    this.#askIfBehind(code, state.seq);
  }

  /** @param {EventMessage} message */
  #onEvent(message) {
    const { game, seq } = message;
    if (this.#isUnknown(game)) return;
    const known = this.seqOf(game);
    if (seq <= known) return;
    if (seq > known + 1) {
      this.#askIfBehind(game, seq);
      return;
    }
    this.#seqs.set(game, seq);
    this.emit("event", message);
  }

  /** @param {Messages["seq"]} named */
  #onSeq(named) {
    if (named.game !== null && !this.#isUnknown(named.game)) this.#askIfBehind(named.game, named.seq);
    this.emit("seq", named);
  }

  /**
   * Return whether a game has just appeared in a topic, so that its state will follow.
   * @param {string} game
   */
  #isUnknown(game) {
    return this.#manyGames && !this.#seqs.has(game);
  }

  /** @param {string} game @param {number} seq */
  #askIfBehind(game, seq) {
    const known = this.seqOf(game);
    if (seq <= known) return;
    if (this.#manyGames) {
      this.#lost(this.#socket, 0);
      return;
    }
    const asked = this.#asked.get(game);
    const now_ms = this.#time.now_ms;
    if (asked && asked.seq === known && now_ms - asked.at_ms < ASK_AGAIN_MS) return;
    this.#asked.set(game, { seq: known, at_ms: now_ms });
    this.send({ type: "since", seq: known });
  }
}
