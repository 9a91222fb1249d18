/** A live connection recovers, and reports silence. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { LiveSocket } from "../../static/js/live/socket.js";
import { TimeSource } from "../../static/js/live/timesource.js";
import { FakeTime, cable } from "./fakes.js";

const event = (seq, game = "g") => ({ type: "event", game, seq, now_ms: 0 });
const state = (seq, game = "g") => ({ type: "state", game: { code: game }, seq, now_ms: 0 });

/** Connect to a fake server that sends the messages of the test and records those it receives. */
function connect(options = {}, greeting = [state(3)]) {
  const time = new FakeTime();
  const server = { heardAll: [], connections: 0 };
  server.connected = (socket) => {
    server.connections += 1;
    server.socket = socket;
    greeting.forEach((message) => socket.deliver(message));
  };
  server.heard = (socket, message) => {
    server.heardAll.push(message);
    server.answer?.(socket, message);
  };
  server.says = (...messages) => {
    messages.forEach((message) => server.socket.deliver(message));
    time.pass(50);
  };
  const line = cable(time, server);
  const source = new TimeSource(time);
  const socket = new LiveSocket({
    ...{ url: "ws://hall/", time: source, WebSocket: line.WebSocket, timers: time, random: () => 0.5 },
    ...options,
  });
  const heard = [];
  for (const kind of ["state", "event", "answer", "refused", "status", "news"]) {
    socket.on(kind, (message) => heard.push(`${kind} ${message.seq ?? message}`));
  }
  socket.open();
  time.pass(100);
  const since = () => server.heardAll.filter(({ type }) => type === "since").map(({ seq }) => seq);
  const take = () => heard.splice(0);
  return { time, server, line, source, socket, take, since };
}

test("a state is followed by events, in order, each once", () => {
  const { server, take } = connect();
  assert.deepEqual(take(), ["status live", "state 3"]);
  server.says(event(4), event(4), event(3), event(5));
  assert.deepEqual(take(), ["event 4", "event 5"]);
});

test("what was missed is asked for once, and then everything comes in order", () => {
  const { server, take, since } = connect();
  take();
  server.says(event(6), event(7));
  assert.deepEqual([take(), since()], [[], [3]]);
  server.says(event(4), event(5), event(6), event(7));
  assert.deepEqual(take(), ["event 4", "event 5", "event 6", "event 7"]);
});

test("a sign of life that names a later event is a reason to ask", () => {
  const { server, time, since } = connect();
  server.says({ type: "seq", game: "g", seq: 3, now_ms: 0 });
  assert.deepEqual(since(), []);
  server.says({ type: "seq", game: "g", seq: 4, now_ms: 0 });
  assert.deepEqual(since(), [3]);
  server.says({ type: "seq", game: "g", seq: 4, now_ms: 0 });
  assert.deepEqual(since(), [3], "asked already");
  time.pass(5_000);
  server.says({ type: "seq", game: "g", seq: 4, now_ms: 0 });
  assert.deepEqual(since(), [3, 3]);
});

test("an answer comes before its event, which comes as to everybody: nothing is asked for", () => {
  const { server, take, since } = connect();
  take();
  server.says({ type: "answer", nonce: "a", seq: 4 }, event(4));
  assert.deepEqual([take(), since()], [["answer 4", "event 4"], []]);
});

test("who needs the whole log is not content with a state", () => {
  const { server, take, since, socket } = connect({ wholeLog: true });
  assert.deepEqual(since(), [0]);
  server.says(event(1), event(2), event(3));
  assert.deepEqual(take(), ["status live", "state 3", "event 1", "event 2", "event 3"]);
  socket.follow("g", 1);
  server.says(event(2));
  assert.deepEqual(take(), ["event 2"]);
});

test("a wall that missed something connects again, and ignores games that it has not been shown", () => {
  const { server, time, take } = connect({ manyGames: true }, [state(3), state(1, "h")]);
  take();
  server.says(event(9, "new"), { type: "seq", game: "new", seq: 9, now_ms: 0 }, event(2, "h"), event(4));
  assert.deepEqual(take(), ["event 2", "event 4"]);
  assert.equal(server.connections, 1);
  server.says(event(4, "h"));
  time.pass(2_000);
  assert.equal(server.connections, 2);
  assert.equal(server.heardAll.some(({ type }) => type === "since"), false);
});

test("after seven seconds of silence it says so, and takes it back with the next word", () => {
  const { server, time, take, socket } = connect();
  take();
  time.pass(6_900);
  assert.equal(socket.status, "live");
  time.pass(100);
  assert.deepEqual(take(), ["status silent"]);
  server.says({ type: "seq", game: "g", seq: 3, now_ms: 0 });
  assert.deepEqual(take(), ["status live"]);
});

test("a connection that is heard from stays, however long", () => {
  const { server, time, socket } = connect();
  for (let turn = 0; turn < 12; turn++) {
    time.pass(5_000);
    server.says({ type: "seq", game: "g", seq: 3, now_ms: 0 });
    assert.equal(socket.status, "live");
  }
  assert.equal(server.connections, 1);
});

test("a dead connection is given up, and the next one is heard", () => {
  const { server, time, line, socket } = connect();
  line.cut();
  time.pass(13_000);
  assert.equal(socket.status, "silent");
  time.pass(2_000);
  assert.equal(socket.status, "offline");
  line.isCut = false;
  time.pass(2_000);
  assert.equal(socket.status, "live");
  assert.equal(server.connections, 2);
});

test("it tries again quickly at first, then every few seconds for as long as it takes", () => {
  for (const random of [() => 0, () => 0.999]) {
    const { time, line, socket } = connect({ random });
    line.cut();
    line.sockets[0].end(1006);
    const tries = [];
    for (let tenth = 0; tenth < 600; tenth++) {
      const before = line.sockets.length;
      time.pass(100);
      if (line.sockets.length > before) tries.push(tenth / 10);
    }
    assert.ok(tries.filter((second) => second <= 3).length >= 3, `a restart is met soon: ${tries}`);
    const gaps = tries.slice(1).map((second, place) => second - tries[place]);
    assert.ok(Math.max(...gaps) <= 4.1, `waited ${gaps}`);
    assert.ok(Math.min(...gaps.slice(4)) >= 2, `a hall is no flood: ${gaps}`);
    line.isCut = false;
    time.pass(4_100);
    assert.equal(socket.status, "live");
  }
});

test("when the network is back, or the page is shown, it tries at once, even if an attempt hangs", () => {
  const { time, line, socket, server } = connect();
  line.cut();
  line.sockets[0].end(1006);
  time.pass(20_000);
  line.isCut = false;
  socket.retry();
  time.pass(100);
  assert.equal(socket.status, "live");
  const { connections } = server;
  socket.retry();
  time.pass(100);
  assert.equal(server.connections, connections, "one that lives is left alone");
  socket.close();
  socket.retry();
  assert.equal(socket.status, "closed");
});

test("an attempt that gets no answer is given up for the next", () => {
  const { time, line, server } = connect();
  line.cut();
  line.sockets[0].end(1006);
  class Hanging extends line.WebSocket {
    end() {}
  }
  const hung = new LiveSocket({
    ...{ url: "ws://hall/", time: new TimeSource(time), WebSocket: Hanging, timers: time, random: () => 0.5 },
  });
  hung.open();
  const tried = line.sockets.length;
  time.pass(6_000);
  assert.ok(line.sockets.length > tried);
  assert.equal(server.connections, 1);
});

test("a connection that is refused for good is not tried again", () => {
  for (const code of [4403, 4404]) {
    const { server, time, socket } = connect();
    server.socket.end(code);
    time.pass(60_000);
    assert.deepEqual([socket.status, socket.code, server.connections], ["closed", code, 1]);
  }
});

test("a server that has had enough is left in peace for a while", () => {
  const { server, time } = connect();
  server.socket.end(4429);
  time.pass(6_000);
  assert.equal(server.connections, 1);
  time.pass(8_000);
  assert.equal(server.connections, 2);
});

test("the server's time is learned, and its mark given back once", () => {
  const { server, time, source } = connect();
  const pings = [];
  server.answer = (socket, message) => {
    if (message.type !== "ping") return;
    pings.push(message);
    socket.deliver({ type: "pong", t: message.t ?? null, mark: 77, now_ms: time.wall() + 4_000 });
  };
  time.pass(10_100);
  assert.equal(source.offset_ms, 4_000);
  const [asking, giving] = [pings.filter(({ t }) => t), pings.filter(({ mark }) => mark === 77)];
  assert.ok(asking.length > 0);
  assert.equal(giving.length, asking.length, "an answer to a mark is not answered again");
});

test("after a sleep nothing is trusted before the server speaks", () => {
  const { server, time, source, socket, take } = connect();
  take();
  time.sleep(60_000);
  source.check();
  assert.deepEqual(take(), ["status silent"]);
  assert.equal(server.heardAll.at(-1).type, "ping");
  server.says({ type: "seq", game: "g", seq: 3, now_ms: 0 });
  assert.equal(socket.status, "live");
});

test("nothing is sent without a connection", () => {
  const { line, socket, server } = connect();
  assert.equal(socket.send({ type: "offer" }), true);
  line.sockets[0].end(1006);
  assert.equal(socket.send({ type: "offer" }), false);
  socket.close();
  assert.equal(socket.status, "closed");
  assert.equal(server.connections, 1);
});

test("a device that plays says so every two seconds, on every connection anew", () => {
  const { time, server, line } = connect({ plays: true });
  const words = () => server.heardAll.filter(({ type }) => type === "here").length;
  time.pass(7_900);
  assert.equal(words(), 4);
  line.cut();
  time.pass(4_000);
  assert.equal(words(), 4);
  line.mend();
  time.pass(12_000);
  assert.ok(words() > 6);
});

test("whoever only looks on says nothing", () => {
  const { time, server } = connect();
  time.pass(30_000);
  assert.deepEqual(server.heardAll.filter(({ type }) => type === "here"), []);
});
