/** A tablet that has shown many games keeps only the last one. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { TimeSource } from "../../static/js/live/timesource.js";
import { GameSession } from "../../static/js/table/session.js";
import { FakeServer, FakeTime, MemoryStorage, cable } from "./fakes.js";

const SILENT = { connected() {}, heard() {} };

beforeEach(() => {
  globalThis.location = { protocol: "http:", host: "hall" };
});

/** Make a tablet: `open` opens a game on it, `server` is the fake that answers it. */
function tablet() {
  const timers = new FakeTime();
  const time = new TimeSource(timers);
  const storage = new MemoryStorage();
  const open = (code, server = new FakeServer(timers, { code, rules: "", control: "10+5", first: "X" })) => {
    const { WebSocket } = cable(timers, server);
    const session = new GameSession({ code, time, storage, device: "tablet", WebSocket, timers });
    timers.pass(1_000);
    return session;
  };
  return { timers, time, open };
}

test("after several games at a table one sleep of the tablet is told once", () => {
  const { timers, time, open } = tablet();
  const told = [];
  let session = null;
  for (const code of ["one", "two", "three"]) {
    session?.close();
    session = open(code);
    assert.equal(session.game.blocked, null);
    session.game.on("gap", (gap_ms) => told.push([code, gap_ms]));
  }
  timers.sleep(60_000);
  time.check();
  assert.deepEqual(told, [["three", 60_000]]);
});

test("a game of which the server has everything leaves nothing on the tablet", () => {
  const { timers, open } = tablet();
  const session = open("one");
  session.game.ask({ type: "start" });
  timers.pass(1_000);
  session.close();
  assert.equal(open("one", SILENT).game.blocked, "unknown");
});

test("a game of which the server lacks an entry stays on the tablet", () => {
  const { open } = tablet();
  const session = open("one");
  session.game.ask({ type: "start" });
  session.close();
  const again = open("one", SILENT).game;
  assert.deepEqual([again.state.status, again.waiting], ["running", 1]);
});
