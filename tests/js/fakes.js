/** Fakes of a device and a server: time that is moved by hand, storage in memory, connections that can be cut. */
import { loadAgreement } from "../../static/js/referee/codec.js";
import { Refused } from "../../static/js/referee/faults.js";
import { decide } from "../../static/js/referee/rulings.js";
import { State } from "../../static/js/referee/state.js";
import { toJson } from "../../static/js/clock/snapshot.js";

/** Both clocks of a device, and its timers. */
export class FakeTime {
  #due = [];
  #count = 0;
  elapsed_ms = 0;
  slept_ms = 0;

  monotonic = () => this.elapsed_ms;
  wall = () => 1_700_000_000_000 + this.elapsed_ms + this.slept_ms;

  setTimeout = (act, wait_ms = 0) => {
    this.#due.push({ id: ++this.#count, at_ms: this.elapsed_ms + wait_ms, act });
    return this.#count;
  };

  clearTimeout = (id) => {
    this.#due = this.#due.filter((each) => each.id !== id);
  };

  /** Let time pass and run timers in their order. */
  pass(time_ms) {
    const end_ms = this.elapsed_ms + time_ms;
    for (;;) {
      const [next] = this.#due.filter(({ at_ms }) => at_ms <= end_ms).sort((a, b) => a.at_ms - b.at_ms || a.id - b.id);
      if (!next) break;
      this.clearTimeout(next.id);
      this.elapsed_ms = Math.max(this.elapsed_ms, next.at_ms);
      next.act();
    }
    this.elapsed_ms = end_ms;
  }

  /** Let the device sleep: only the wall clock advances. */
  sleep(time_ms) {
    this.slept_ms += time_ms;
  }
}

export class MemoryStorage {
  #values = new Map();
  isFull = false;

  getItem(key) {
    return this.#values.get(key) ?? null;
  }

  setItem(key, value) {
    if (this.isFull) throw new Error("QuotaExceededError");
    this.#values.set(key, String(value));
  }

  removeItem(key) {
    this.#values.delete(key);
  }

  key(index) {
    return [...this.#values.keys()][index] ?? null;
  }

  get length() {
    return this.#values.size;
  }
}

/** Make a WebSocket class whose sockets lead to a server, with some delay, until the cable is cut. */
export function cable(time, server, delay_ms = 20) {
  const line = { isCut: false, sockets: [], sent: [], losesAnswers: false };
  line.WebSocket = class {
    static OPEN = 1;
    readyState = 0;

    constructor(url) {
      this.url = url;
      line.sockets.push(this);
      time.setTimeout(() => (line.isCut ? this.end(1006) : this.#opened()), delay_ms);
    }

    #opened() {
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.onopen?.({});
      server.connected?.(this);
    }

    send(text) {
      const message = JSON.parse(text);
      line.sent.push(message);
      time.setTimeout(() => this.readyState === 1 && !line.isCut && server.heard(this, message), delay_ms);
    }

    /** Deliver a message of the server, in order, after the delay. */
    deliver(message) {
      const text = JSON.stringify(message);
      time.setTimeout(() => {
        if (this.readyState !== 1 || line.isCut || (line.losesAnswers && message.type === "answer")) return;
        this.onmessage?.({ data: text });
      }, delay_ms);
    }

    end(code) {
      if (this.readyState === 3) return;
      this.readyState = 3;
      server.left?.(this);
      this.onclose?.({ code });
    }

    close() {
      this.end(1000);
    }
  };
  /** Drop all messages in both directions, silently. */
  line.cut = () => {
    line.isCut = true;
  };
  line.mend = () => {
    line.isCut = false;
    for (const socket of line.sockets) socket.end(1006);
  };
  return line;
}

/** A server that records the entries of one table, as games/services does, on the referee under test. */
export class FakeServer {
  sockets = new Set();
  log = [];
  answers = new Map();
  late = [];
  custody = { epoch: 0, holder: null, n: 0 };
  generation = 1;
  instructions = [];
  refuses = () => null;

  /** @param {FakeTime} time @param {object} game @param {number} ahead_ms how far its clock is ahead of the device's */
  constructor(time, game, ahead_ms = 5_000) {
    this.time = time;
    this.ahead_ms = ahead_ms;
    this.game = { code: "g", players: {}, keeper: "table", input: "moves", casual: false, ...game };
    this.state = this.begin();
  }

  begin() {
    return State.new(loadAgreement(this.game));
  }

  get now_ms() {
    return this.time.wall() + this.ahead_ms;
  }

  connected(socket) {
    this.sockets.add(socket);
    this.#tellState(socket);
  }

  left(socket) {
    this.sockets.delete(socket);
  }

  #tellState(socket) {
    const { game, generation, instructions, now_ms, custody } = this;
    const { epoch } = custody;
    socket.deliver({ type: "state", game, seq: this.log.length, generation, instructions, epoch, now_ms });
    if (socket.tab) this.#tellCustody(socket, socket.tab);
  }

  #tellCustody(socket, tab, nonce) {
    const { epoch, holder, n } = this.custody;
    socket.deliver({ type: "custody", game: "g", epoch, mine: holder === tab, n, nonce, now_ms: this.now_ms });
  }

  heard(socket, message) {
    const { type, nonce, tab } = message;
    if (type === "ping") {
      if (message.t) socket.deliver({ type: "pong", t: message.t, mark: 1, now_ms: this.now_ms });
    } else if (type === "since") {
      for (const told of this.log.slice(message.seq)) socket.deliver({ ...told, now_ms: this.now_ms });
    } else if (type === "custody") {
      socket.tab = tab;
      if (message.take && this.custody.holder !== tab) this.take(tab);
      this.#tellCustody(socket, tab, nonce);
    } else {
      this.#answer(socket, message);
    }
  }

  /** Hand the game to another tab: it pauses at the last clocks. */
  take(tab) {
    if (this.state.status === "running") this.happen({ type: "pause", reason: "custody" }, this.state.at_ms);
    this.custody = { epoch: this.custody.epoch + 1, holder: tab, n: 0 };
    for (const socket of this.sockets) this.#tellState(socket);
  }

  instruct(request) {
    const instruction = { id: this.instructions.length + 1, request };
    this.instructions.push(instruction);
    for (const socket of this.sockets) socket.deliver({ type: "instruction", game: "g", ...instruction });
  }

  #answer(socket, message) {
    const { nonce, epoch, n, tab, generation } = message;
    const no = (code) => socket.deliver({ type: "refused", nonce, code, text: code });
    const known = this.answers.get(nonce);
    if (known) {
      socket.deliver({ type: known.code ? "refused" : "answer", nonce, ...known });
      return;
    }
    const refused = this.refuses(message);
    if (refused) return void no(refused);
    if (epoch !== this.custody.epoch || generation !== this.generation) {
      const code = generation === this.generation ? "old-epoch" : "old-generation";
      this.late.push(message);
      this.answers.set(nonce, { code, text: code });
      return void no(code);
    }
    if (tab !== this.custody.holder) return void no("not-holder");
    if (n !== this.custody.n + 1) return void no("entry-gap");
    this.custody.n = n;
    const { clock, at_ms } = this.state;
    const running = clock.running && message.spent_ms !== undefined;
    const instant = running ? clock.instantMs(message.spent_ms) : Math.max(at_ms, this.now_ms - (message.ago_ms ?? 0));
    try {
      const told = this.#record(message, instant);
      this.answers.set(nonce, { seq: told.seq });
      socket.deliver({ type: "answer", nonce, seq: told.seq });
      this.#announce(told);
    } catch (fault) {
      if (!(fault instanceof Refused)) throw fault;
      this.answers.set(nonce, { code: fault.code, text: fault.message });
      no(fault.code);
    }
  }

  /** Record an event and send it to all. */
  happen(request, at_ms) {
    this.#announce(this.#record(request, at_ms));
  }

  #announce(told) {
    for (const socket of this.sockets) socket.deliver(told);
  }

  #record(request, at_ms) {
    const past = this.events ?? [];
    const { event, after } = decide(this.state, request, at_ms, past);
    this.events = [...past, event];
    this.state = after;
    const told = {
      type: "event",
      game: "g",
      event,
      seq: after.seq,
      ply: after.ply,
      status: after.status,
      position: after.position && String(after.position),
      seat: after.seat,
      outcome: after.outcome,
      now_ms: this.now_ms,
    };
    this.log.push(told);
    return told;
  }
}
