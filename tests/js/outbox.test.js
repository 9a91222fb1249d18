/** Entries are stored until they are answered, in order, also if the page is closed or reloaded. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Emitter } from "../../static/js/live/emitter.js";
import { WriterLease } from "../../static/js/offline/tab_lease.js";
import { OutboxSender, MOST_WAITING, Outbox, newNonce } from "../../static/js/offline/outbox.js";
import { TimeSource } from "../../static/js/live/timesource.js";
import { FakeTime, MemoryStorage } from "./fakes.js";

const moves = (entries) => entries.map(({ body }) => body.move).join(" ");

function open(storage = new MemoryStorage()) {
  return new Outbox({ storage, key: "outbox" });
}

test("entries survive a reload in their order, and so do refused ones", () => {
  const storage = new MemoryStorage();
  const outbox = open(storage);
  const [first, second] = ["c1E", "a1N", "e5W"].map((move) => outbox.add({ type: "move", move }, 1));
  outbox.refuse(second.nonce, { code: "game-over", text: "The game is over." });
  const again = open(storage);
  assert.equal(moves(again.waiting), "c1E e5W");
  assert.deepEqual(again.refused.map(({ body, refusal }) => [body.move, refusal.code]), [["a1N", "game-over"]]);
  again.answer(first.nonce, 4);
  assert.equal(moves(open(storage).waiting), "e5W");
  again.clearRefused();
  assert.deepEqual(open(storage).refused, []);
});

test("an answered entry is forgotten when its event is safe", () => {
  const outbox = open();
  const { nonce } = outbox.add({ move: "c1E" }, 1);
  outbox.answer(nonce, 4);
  outbox.deleteRecorded(3);
  assert.equal(outbox.entries.length, 1);
  outbox.deleteRecorded(4);
  assert.equal(outbox.entries.length, 0);
});

test("there is a limit, and what is beyond it is refused instead of lost", () => {
  const outbox = open();
  for (let count = 0; count < MOST_WAITING; count++) outbox.add({ count }, 1);
  assert.throws(() => outbox.add({}, 1), { code: "outbox-full" });
  assert.equal(outbox.waiting.length, MOST_WAITING);
});

test("without room on the device the entry is kept as long as the page is open", () => {
  const storage = new MemoryStorage();
  const outbox = open(storage);
  storage.isFull = true;
  outbox.add({ type: "move", move: "c1E" }, 1);
  assert.deepEqual([outbox.waiting.length, outbox.isDurable], [1, false]);
  storage.isFull = false;
  outbox.add({ type: "move", move: "a1N" }, 1);
  assert.equal(outbox.isDurable, true);
  assert.equal(moves(open(storage).waiting), "c1E a1N");
});

test("nonces are short, readable and different", () => {
  const nonces = new Set(Array.from({ length: 500 }, () => newNonce()));
  assert.equal(nonces.size, 500);
  for (const nonce of nonces) assert.match(nonce, /^[0-9a-f]{24}$/);
});

function carried() {
  const time = new FakeTime();
  const socket = new Emitter();
  const sent = [];
  Object.assign(socket, {
    isConnected: true,
    send(message) {
      if (!this.isConnected) return false;
      sent.push(message);
      return true;
    },
  });
  const outbox = open();
  const courier = new OutboxSender({ outbox, socket, time: new TimeSource(time), timers: time });
  const enter = (move) => {
    const entry = outbox.add({ type: "move", move }, time.wall());
    courier.pump();
    return entry;
  };
  const takeSent = () => moves(sent.splice(0).map((body) => ({ body })));
  return { time, socket, outbox, courier, enter, sent, takeSent };
}

test("entries leave at once and are sent again until they are answered", () => {
  const { time, socket, enter, takeSent, outbox } = carried();
  const { nonce } = enter("c1E");
  assert.equal(takeSent(), "c1E");
  time.pass(5_000);
  assert.equal(takeSent(), "c1E");
  socket.emit("answer", { nonce, seq: 1 });
  time.pass(20_000);
  assert.equal(takeSent(), "");
  assert.equal(outbox.entries.length, 0);
});

test("a flag that came too early is sent again a second later", () => {
  const { time, socket, enter, takeSent, outbox } = carried();
  const { nonce } = enter("c1E");
  takeSent();
  socket.emit("refused", { nonce, code: "too-early", text: "The time is not up yet." });
  time.pass(1_000);
  assert.equal(takeSent(), "c1E");
  assert.equal(outbox.waiting.length, 1);
});

test("a later entry is not sent again before its time", () => {
  const { time, enter, takeSent } = carried();
  enter("c1E");
  time.pass(4_000);
  enter("a1N");
  takeSent();
  time.pass(4_000);
  assert.equal(takeSent(), "");
  time.pass(1_000);
  assert.equal(takeSent(), "c1E a1N");
});

test("an entry tells how long ago it happened, each time it is sent", () => {
  const { time, enter, sent } = carried();
  enter("c1E");
  time.pass(5_000);
  assert.deepEqual(sent.map(({ ago_ms }) => ago_ms), [0, 5_000]);
});

test("after a cut everything unanswered is sent again, in order, a few at a time", () => {
  const { socket, enter, takeSent } = carried();
  socket.isConnected = false;
  socket.emit("status", "offline");
  const names = Array.from({ length: 12 }, (_, place) => `move${place}`);
  const entries = names.map(enter);
  assert.equal(takeSent(), "");
  socket.isConnected = true;
  socket.emit("state", {});
  assert.equal(takeSent(), names.slice(0, 8).join(" "));
  entries.slice(0, 4).forEach(({ nonce }, place) => socket.emit("answer", { nonce, seq: place + 1 }));
  assert.equal(takeSent(), names.slice(8).join(" "));
});

test("a refused entry is told and does not hold up those behind it", () => {
  const { socket, enter, outbox, courier } = carried();
  const told = [];
  courier.on("refused", ({ body, refusal }) => told.push([body.move, refusal.code]));
  const { nonce } = enter("c1E");
  enter("a1N");
  socket.emit("refused", { nonce, code: "wrong-ply", text: "" });
  assert.deepEqual(told, [["c1E", "wrong-ply"]]);
  assert.equal(moves(outbox.waiting), "a1N");
});

test("an entry that the server could not take yet is sent again later, not at once", () => {
  const { time, socket, enter, takeSent, outbox } = carried();
  const { nonce } = enter("c1E");
  takeSent();
  socket.emit("refused", { nonce, code: "entry-gap", text: "" });
  assert.equal(takeSent(), "");
  time.pass(5_000);
  assert.equal(takeSent(), "c1E");
  assert.equal(outbox.refused.length, 0);
});

function tabs(count) {
  const time = new FakeTime();
  const storage = new MemoryStorage();
  const leases = Array.from(
    { length: count },
    (_, place) => new WriterLease({ storage, key: "lease", tab: `tab ${place}`, wall: time.wall, timers: time }),
  );
  return { time, leases };
}

test("of several tabs one may write, and the next when it has gone", () => {
  const { time, leases } = tabs(3);
  leases.forEach((lease) => lease.start());
  time.pass(10_000);
  assert.deepEqual(leases.map(({ isHeld }) => isHeld), [true, false, false]);
  leases[0].release();
  time.pass(2_000);
  assert.equal(leases.filter(({ isHeld }) => isHeld).length, 1);
});

test("a lease from the future, left before the wall clock was set back, binds nobody", () => {
  const { time, leases } = tabs(2);
  leases[0].check();
  time.sleep(-3_600_000);
  assert.equal(leases[1].check(), true);
});

test("a tab that does not renew its lease loses it, and notices before it writes", () => {
  const { time, leases } = tabs(2);
  const [frozen, seen] = leases;
  assert.equal(frozen.check(), true);
  time.pass(6_000);
  seen.start();
  assert.equal(seen.isHeld, true);
  assert.equal(frozen.check(), false);
});
