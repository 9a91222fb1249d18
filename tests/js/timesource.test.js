/** The device's time advances evenly, and reports gaps that it cannot measure. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { TimeSource } from "../../static/js/live/timesource.js";
import { FakeTime } from "./fakes.js";

function source() {
  const time = new FakeTime();
  const gaps = [];
  const found = new TimeSource(time);
  found.on("gap", (gap_ms) => gaps.push(gap_ms));
  return { time, source: found, gaps };
}

test("a wall clock that is set changes nothing", () => {
  const { time, source: found } = source();
  const before_ms = found.now_ms;
  time.sleep(-3_600_000);
  time.pass(250);
  assert.equal(found.now_ms - before_ms, 250);
});

test("a sleep of over a second is told once", () => {
  const { time, source: found, gaps } = source();
  time.pass(5_000);
  assert.equal(found.check(), 0);
  time.sleep(30_000);
  assert.equal(found.check(), 30_000);
  assert.equal(found.check(), 0);
  assert.deepEqual(gaps, [30_000]);
});

test("a second of difference is borne, and small ones add up", () => {
  const { time, source: found, gaps } = source();
  time.sleep(600);
  found.check();
  time.sleep(400);
  found.check();
  assert.deepEqual(gaps, []);
  time.sleep(1);
  found.check();
  assert.deepEqual(gaps, [1_001]);
});

test("the server's time lies between the asking and the answer", () => {
  const { time, source: found } = source();
  const server_ms = () => time.wall() + 10_000;
  const sent_ms = found.now_ms;
  time.pass(100);
  const told_ms = server_ms();
  time.pass(300);
  found.hear(told_ms, sent_ms);
  assert.ok(Math.abs(found.offset_ms - 10_000) <= 200);
  found.hear(server_ms());
  assert.ok(Math.abs(found.server_ms - server_ms()) <= 50);
});

test("a message alone says what the time is at least", () => {
  const { source: found } = source();
  found.hear(found.now_ms + 500);
  found.hear(found.now_ms + 400);
  assert.equal(found.offset_ms, 500);
});

test("when the server's clock was set, the newest word counts", () => {
  const { source: found } = source();
  found.hear(found.now_ms + 500, found.now_ms);
  found.hear(found.now_ms - 7_000, found.now_ms);
  assert.equal(found.offset_ms, -7_000);
});

test("after a gap the server's time has to be heard anew", () => {
  const { time, source: found } = source();
  found.hear(found.now_ms + 500);
  time.sleep(2_000);
  found.check();
  assert.equal(found.offset_ms, 0);
});

test("a touch is as old as its time stamp says, but not older than can be", () => {
  const { time, source: found } = source();
  time.pass(10_000);
  assert.equal(found.sinceMs(9_880), 120);
  assert.equal(found.sinceMs(10_050), 0);
  assert.equal(found.sinceMs(12), 2_000);
});
