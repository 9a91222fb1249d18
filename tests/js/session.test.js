/** A tablet that has shown many games keeps only the last one. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { TimeSource } from "../../static/js/live/timesource.js";
import { GameSession } from "../../static/js/table/session.js";
import { FakeServer, FakeTime, MemoryStorage, cable } from "./fakes.js";

beforeEach(() => {
  globalThis.location = { protocol: "http:", host: "hall" };
});

test("after several games at a table one sleep of the tablet is told once", () => {
  const timers = new FakeTime();
  const time = new TimeSource(timers);
  const storage = new MemoryStorage();
  const told = [];
  let session = null;
  for (const code of ["one", "two", "three"]) {
    session?.close();
    const server = new FakeServer(timers, { code, rules: "", control: "10+5", first: "X" });
    const { WebSocket } = cable(timers, server);
    session = new GameSession({ code, time, storage, device: "tablet", WebSocket, timers });
    session.game.on("gap", (gap_ms) => told.push([code, gap_ms]));
    timers.pass(1_000);
    assert.equal(session.game.blocked, null);
  }
  timers.sleep(60_000);
  time.check();
  assert.deepEqual(told, [["three", 60_000]]);
});
