/**
 * A game that this device keeps at the table: played here first, sent to the server as soon as it can be reached.
 * One tab of one device writes; every other one, and one that has lost the game, can only watch.
 */
import { Refused } from "../referee/faults.js";
import { decide } from "../referee/rulings.js";
import { checkClockChange } from "./clock_limits.js";
import { Custody, ReadOnly } from "./custody.js";
import { Emitter } from "../live/emitter.js";
import { OutboxSender, Outbox } from "./outbox.js";
import { PredictedGame } from "./predicted_game.js";

/** @typedef {import("../referee/events.js").GameEvent} GameEvent */
/** @typedef {import("../referee/rulings.js").Request} Request */
/** @typedef {import("../referee/rulings.js").Ruling} Ruling */
/** @typedef {import("../referee/state.js").State} State */
/** @typedef {import("../live/messages").EventMessage} EventMessage */
/** @typedef {import("../live/messages").Gone} Gone */
/** @typedef {import("../live/messages").Instruction} Instruction */
/** @typedef {import("../live/messages").Messages} Messages */
/** @typedef {import("../live/messages").StateMessage} StateMessage */

export { ReadOnly };

/** The refusals after which the server is asked who keeps the game, and which entry it expects. */
const ABOUT_CUSTODY = ["no-custody", "not-holder", "old-epoch", "old-generation", "entry-gap", "entry-differs"];
const CUSTODY_NONCE = "custody";

/** @param {string} code */
const keysOf = (code) => ({
  log: `fiveline.log.${code}`,
  outbox: `fiveline.outbox.${code}`,
  custody: `fiveline.custody.${code}`,
});

/**
 * @typedef {object} Events
 * @property {{ state: State | null, event: GameEvent | null }} change
 * @property {import("./outbox.js").Entry} refused
 * @property {string | null} custody
 * @property {{ code: string, text: string }} denied
 * @property {{ id: number, request: Request, refused: Refused | null }} instruction
 * @property {import("./outbox.js").Entry | undefined} pin
 * @property {number} gap
 */

/**
 * Emits
 * - "change" { state, event }: event is the latest one, or null after a correction by the server;
 * - "refused" entry: the server did not accept what was shown here;
 * - "custody" blocked: the server has said who may write; "denied" { code, text }: the game was not handed over;
 * - "instruction" { id, request, refused }: a request of the desk, and why it could not be granted, if so;
 * - "pin" entry: the server needs the arbiter's PIN before it accepts this entry and those behind it, then `resend`;
 * - "gap" gap_ms: an interval that this device could not measure.
 *
 * @extends {Emitter<Events>}
 */
export class TableGame extends Emitter {
  #socket;
  #time;
  #lease;
  #device;
  #sender;
  #custody;
  #predicted;
  /** @type {Instruction[]} */ #instructions = [];
  /** @type {Set<number>} */ #followed = new Set();
  #generation = 0;
  #asksCustody = false;
  #place;
  /** @type {number | null} Where the clocks of a game that is gone stand. */ #stopped_ms = null;
  /** @type {(() => void)[]} */ #listening = [];

  /**
   * @param {object} options
   * @param {string} options.code
   * @param {import("../live/socket.js").LiveSocket} options.socket  made with `wholeLog: true`
   * @param {import("../live/timesource.js").TimeSource} options.time
   * @param {import("../storage.js").Store} options.storage  localStorage, or something like it
   * @param {string} options.device  a name of this browser that outlives a reload (at most 40 characters)
   * @param {import("./tab_lease.js").WriterLease} options.lease
   * @param {import("../live/timesource.js").Timers} [options.timers]
   * @param {() => string} [options.nonce]
   * @param {string} [options.place]  the table that this device serves: a game that is put elsewhere is gone from here
   */
  constructor({ code, socket, time, storage, device, lease, timers = globalThis, nonce, place = "" }) {
    super();
    this.#place = place;
    const keys = keysOf(code);
    this.code = code;
    this.#socket = socket;
    this.#time = time;
    this.#device = device;
    this.#lease = lease;
    const isWriter = () => lease.isHeld;
    this.outbox = new Outbox({ storage, key: keys.outbox, isWriter, nonce });
    this.#custody = new Custody({ storage, key: keys.custody, isWriter });
    const { outbox } = this;
    this.#predicted = new PredictedGame({ storage, key: keys.log, outbox, custody: this.#custody, time, isWriter });
    this.#sender = new OutboxSender({ outbox, socket, time, timers, forTable: true });
    this.#restore();
    this.#listen();
  }

  // ---- reading

  /**
   * The state to show; null until the game is known.
   * @returns {State | null}
   */
  get state() {
    return this.#predicted.state;
  }

  /** The present instant in the time of `state`: `read(game.state.clock, game.now_ms)`. */
  get now_ms() {
    return this.#stopped_ms ?? this.#predicted.now_ms;
  }

  /**
   * The reason why the game is no longer played at this table, although it did not end here.
   * @returns {Gone | null}
   */
  get gone() {
    const { game } = this.#predicted;
    if (!game) return null;
    if (game.gone) return game.gone;
    const { place = this.#place } = game;
    if (!this.#place || place === this.#place) return null;
    return { why: "moved", result: "", winner: "", table: Number(place.split(":").at(-1)) || null };
  }

  /** Names, rules and the rest of the `game` of a state message. */
  get game() {
    return this.#predicted.game;
  }

  /** The game and its state; an error before they are known. */
  get known() {
    const { state, game } = this.#predicted;
    if (!state || !game) throw new Error("this game is not known yet");
    return { state, game };
  }

  /** The confirmed events, then those that wait. */
  get log() {
    return this.#predicted.log;
  }

  /**
   * The reason why nothing can be entered here now, as a code of `ReadOnly`; null if entries are possible.
   * @returns {string | null}
   */
  get blocked() {
    if (!this.state) return "unknown";
    if (this.gone) return "gone";
    if (this.known.game.keeper !== "table") return "server-keeps";
    if (this.#custody.holder === "replaced") return "replaced";
    if (this.#custody.holder === "elsewhere") return "other-device";
    if (!this.#custody.isHere) return "not-asked";
    return this.#lease.isHeld ? null : "other-tab";
  }

  /** The number of entries that the server does not have yet. */
  get waiting() {
    return this.outbox.waiting.length;
  }

  // ---- entering

  /**
   * Enter a request as it is sent (docs/protocol.md). Throws `Refused`, `ReadOnly` or `OutboxFull` and enters nothing.
   * @param {Request} request @param {number} [timeStamp] of the touch that asks for it; now, if there was none
   * @returns {GameEvent | undefined} the event of the request
   */
  ask(request, timeStamp) {
    this.#lease.check();
    if (this.blocked) throw new ReadOnly(this.blocked);
    const ago_ms = timeStamp === undefined ? 0 : this.#agoMs(timeStamp);
    try {
      const ruling = this.#judge(request, ago_ms);
      if (request.unlocked === "offline") {
        checkClockChange(this.known.state.clock, ruling.event, this.log.slice(this.#predicted.seq));
      }
      return this.#enter(request, ruling, ago_ms);
    } catch (fault) {
      // The flag fell before this request, so only that is recorded.
      if (fault instanceof Refused && fault.code === "flag-fallen") this.#enter({ type: "flag" }, this.#judge({ type: "flag" }));
      throw fault;
    }
  }

  /** Mark a fallen flag and detect a sleep of the device. Call it often, and at every repaint. */
  tick() {
    this.#time.check();
    if (this.blocked) return;
    const { status, clock } = this.known.state;
    if (status !== "running") return;
    const deadline_ms = clock.next_deadline_ms;
    if (deadline_ms !== null && this.now_ms >= deadline_ms) this.ask({ type: "flag" });
  }

  /** Ask the server to move the game from the device that keeps it to this one; the game pauses. */
  takeOver() {
    this.#asksCustody = false;
    this.#askCustody(true);
  }

  /** Send the waiting entries again, after the PIN was typed or a new right was given. */
  resend() {
    if (!this.blocked) this.#sender.restart();
  }

  /**
   * Return how long ago a touch was; never before the last event.
   * @param {number} timeStamp
   */
  #agoMs(timeStamp) {
    const since_ms = this.now_ms - this.known.state.at_ms;
    return Math.min(this.#time.sinceMs(timeStamp), Math.max(0, since_ms));
  }

  /** @param {Request} request @param {number} [ago_ms] */
  #judge(request, ago_ms = 0) {
    return decide(this.known.state, request, this.now_ms - ago_ms, this.log);
  }

  /**
   * Store the entry and show it. Without a ruling it is a refused request of the desk, which is only sent.
   * @param {Request} request @param {Ruling | undefined} ruling @param {number} [ago_ms]
   */
  #enter(request, ruling, ago_ms = 0) {
    const { epoch, generation } = this.#custody;
    const n = this.#custody.n + 1;
    const { clock } = this.known.state;
    const spent = clock.running ? { spent_ms: clock.elapsedMs(this.now_ms - ago_ms) } : {};
    const body = { ...request, epoch, generation, n, tab: this.#device, ...spent };
    const { nonce } = this.outbox.add(body, this.#time.now_ms - ago_ms);
    this.#custody.keep({ n });
    if (ruling) {
      this.#predicted.add(nonce, ruling);
      this.#tell(ruling.event);
    }
    this.#sender.pump();
    return ruling?.event;
  }

  /** Show the state after the waiting entries were judged again. */
  #correct() {
    this.#predicted.rebuild();
    this.#tell(null);
  }

  /** @param {GameEvent | null} event */
  #tell(event) {
    this.emit("change", { state: this.state, event });
  }

  // ---- what the server says

  #listen() {
    const [socket, sender] = [this.#socket, this.#sender];
    this.#listening = [
      socket.on("state", (message) => this.#onState(message)),
      socket.on("event", (message) => this.#onEvent(message)),
      socket.on("answer", () => this.outbox.deleteRecorded(this.#predicted.seq)), // the event may have come before
      socket.on("refused", (message) => this.#onRefused(message)),
      socket.on("custody", (message) => this.#onCustody(message)),
      socket.on("instruction", (message) => this.#follow(message)),
      socket.on("status", () => {
        this.#asksCustody = false;
      }),
      sender.on("refused", (entry) => {
        this.#correct();
        this.emit("refused", entry);
      }),
      this.#lease.on("change", (held) => this.#onLease(held)),
      this.#time.on("gap", (gap_ms) => this.#onGap(gap_ms)),
    ];
  }

  /** Stop listening, because another game is on the table. */
  close() {
    this.#listening.forEach((stop) => stop());
    this.#sender.stop();
  }

  /** @param {StateMessage} stateMessage */
  #onState({ game, generation, instructions = [] }) {
    this.#instructions = instructions;
    this.#generation = generation;
    this.#predicted.open(game, generation);
    this.#stopped_ms = this.gone ? (this.#stopped_ms ?? this.#predicted.now_ms) : null;
    this.#socket.follow(this.code, this.#predicted.seq);
    this.#tell(null);
    if (game.keeper === "table") this.#askCustody(false);
  }

  /** @param {EventMessage} message */
  #onEvent(message) {
    if (message.game !== this.code || !this.state) return;
    const { isOwn, isShown } = this.#predicted.confirm(message);
    if (!isShown) this.#tell(isOwn ? null : message.event);
  }

  /** @param {Messages["refused"]} options */
  #onRefused({ nonce, code, text }) {
    if (nonce === CUSTODY_NONCE) {
      this.#asksCustody = false;
      // After the game went elsewhere, only the entries that were made here matter.
      if (this.gone) this.#sender.restart();
      else if (code === "not-allowed" && (this.#custody.isHere || this.#custody.holder === "replaced")) this.#giveUp();
      else this.emit("denied", { code, text });
    } else if (code === "pin-needed") {
      this.emit("pin", this.outbox.waiting.find((entry) => entry.nonce === nonce));
    } else if (ABOUT_CUSTODY.includes(code)) {
      this.#askCustody(false);
    }
  }

  // ---- custody

  /** This device kept the game, and has no right to it any more: another one replaced it, or the desk signed it out. */
  #giveUp() {
    this.#custody.keep({ holder: "replaced" });
    this.emit("custody", this.blocked);
  }

  /** @param {boolean} take */
  #askCustody(take) {
    if (this.#asksCustody) return;
    this.#asksCustody = this.#socket.send({ type: "custody", take, tab: this.#device, nonce: CUSTODY_NONCE });
  }

  /** @param {Messages["custody"]} options */
  #onCustody({ epoch, mine, n }) {
    this.#asksCustody = false;
    if (!this.state) return;
    if (epoch === 0 && !this.gone && this.#lease.check()) {
      this.#askCustody(true); // no device keeps it yet
      return;
    }
    if (mine && !this.#custody.isHere) this.#custody.keep({ shift_ms: this.#time.offset_ms });
    this.#custody.keep({ holder: mine ? "here" : "elsewhere", epoch, generation: this.#generation });
    this.#countFrom(n);
    this.#correct();
    this.emit("custody", this.blocked);
    if (this.#lease.isHeld) this.#sender.restart();
    for (const instruction of this.#instructions) this.#follow(instruction);
  }

  /**
   * Renumber the entries after `n`, the last that the server has. If one of them was refused without being counted, the
   * later ones move up, because the server has recorded none of them.
   * @param {number} n
   */
  #countFrom(n) {
    const waiting = this.outbox.waiting.filter((entry) => this.#custody.covers(entry));
    const gap = waiting.length ? Math.max(0, waiting[0].body.n - (n + 1)) : 0;
    if (gap) {
      this.outbox.rewrite((entry) => (waiting.includes(entry) ? { ...entry.body, n: entry.body.n - gap } : entry.body));
    }
    this.#custody.keep({ n: Math.max(n, ...waiting.map(({ body }) => body.n)) });
  }

  /** @param {boolean} held */
  #onLease(held) {
    if (held) {
      this.outbox.reload();
      this.#custody.reload();
      this.#restore();
      this.#sender.restart();
    } else {
      this.#sender.stop();
    }
    this.emit("custody", this.blocked);
  }

  #restore() {
    if (!this.#predicted.restore()) return;
    if (this.gone) this.#stopped_ms ??= this.known.state.at_ms;
    this.#socket.follow(this.code, this.#predicted.seq);
    this.#tell(null);
  }

  // ---- the desk, and sleep

  /**
   * Carry out an instruction of the desk, and answer with an entry that names it. If it is impossible, the server says why.
   * @param {Instruction} instruction
   */
  #follow({ id, request }) {
    const known = this.#followed.has(id) || this.outbox.entries.some(({ body }) => body.instruction === id);
    if (known || this.blocked) return;
    this.#followed.add(id);
    let ruling;
    /** @type {Refused | null} */
    let refused = null;
    try {
      ruling = this.#judge(request);
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      refused = fault;
    }
    this.#enter({ ...request, instruction: id }, ruling);
    this.emit("instruction", { id, request, refused });
  }

  /**
   * Pause after an unmeasured interval, and call the arbiter if there is one (docs/clocks.md#display).
   * @param {number} gap_ms
   */
  #onGap(gap_ms) {
    this.emit("gap", gap_ms);
    if (this.blocked || this.known.state.status !== "running") return;
    const seconds = Math.round(Math.abs(gap_ms) / 1_000);
    const reason = `clock-lost ${seconds}`; // a code of games/wording.py, because readers of the log have other languages
    // A casual game has no arbiter: the players check the clocks themselves.
    const { casual } = this.known.game;
    try {
      this.ask(casual ? { type: "pause", reason: "players" } : { type: "arbiter", seat: null, reason });
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault; // the flag fell before
    }
  }
}
