/** A table with desk and arbiter: refusals, instructions, and decisions by the clock. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { assertInStep, kinds, openTab, openTable, play } from "./table.js";

test("what the server refuses is kept and listed, and the picture is put right", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.line.cut();
  play(table, "c1E");
  table.server.happen({ type: "rule", winner: "O", reason: "left the hall" }, table.server.state.at_ms);
  table.line.mend();
  table.time.pass(15_000);
  const refused = table.game.outbox.refused.map(({ body, refusal }) => [body.move, refusal.code]);
  assert.deepEqual(refused, [["c1E", "game-over"]]);
  assertInStep(table);
  assert.equal(table.game.state.outcome.winner, "O");
});

test("an entry that is refused without being counted leaves no gap", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.server.refuses = ({ type }) => (type === "adjust" ? "not-allowed" : null);
  table.game.ask({ type: "adjust", seat: "X", add_ms: 60_000, reason: "typed offline" });
  play(table, "c1E", 0);
  play(table, "a1N", 10);
  table.time.pass(10_000);
  assert.equal(kinds(table.server.events), "started moved moved");
  assert.equal(table.game.outbox.refused.length, 1);
  assert.equal(table.line.sent.filter(({ type }) => type === "custody").length, 3, "once for both");
  assertInStep(table);
});

test("what the arbiter did with the PIN while offline waits for the PIN, and everything behind it too", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  let isUnlocked = false;
  const asked = [];
  table.game.on("pin", ({ body }) => asked.push(body.type));
  table.server.refuses = ({ type }) => (type === "adjust" && !isUnlocked ? "pin-needed" : null);
  table.game.ask({ type: "adjust", seat: "X", add_ms: 60_000, reason: "typed offline" });
  play(table, "c1E", 0);
  table.time.pass(4_000);
  assert.ok(asked.length > 0 && asked.every((type) => type === "adjust"));
  assert.equal(table.game.waiting, 2);
  assert.equal(table.game.outbox.refused.length, 0);
  isUnlocked = true;
  table.game.resend();
  table.time.pass(200);
  assert.equal(kinds(table.server.events), "started adjusted moved");
  assertInStep(table);
});

test("under a PIN that only the tablet checked, the clocks change within bounds", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.line.cut();
  const adjust = (change) => table.game.ask({ type: "adjust", reason: "noise", unlocked: "offline", ...change });
  adjust({ seat: "X", add_ms: 120_000 });
  adjust({ seat: "X", add_ms: 180_000 });
  assert.throws(() => adjust({ seat: "X", add_ms: 1 }), { code: "offline-gives-much" });
  assert.throws(() => adjust({ seat: "O", add_ms: 300_001 }), { code: "offline-gives-much" });
  assert.throws(() => adjust({ seat: "O", add_ms: -1 }), { code: "offline-takes-time" });
  adjust({ seat: "O", add_ms: 300_000 });
  table.game.ask({ type: "adjust", seat: "O", add_ms: -1, reason: "the server checked the PIN" });
  assert.equal(table.game.waiting, 4);
});

test("the desk's wish is done and answered by its number", () => {
  const table = openTable();
  const told = [];
  table.game.on("instruction", ({ id, refused }) => told.push([id, refused?.code ?? "done"]));
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.server.instruct({ type: "pause", reason: "hall" });
  table.server.instruct({ type: "pause", reason: "hall" });
  table.time.pass(200);
  assert.deepEqual(told, [[1, "done"], [2, "paused-already"]]);
  assert.equal(kinds(table.server.events), "started paused");
  assert.deepEqual(table.line.sent.filter(({ type }) => type === "pause").map((each) => each.instruction), [1, 2]);
  assertInStep(table);
});

test("a wish that came while the tablet was away is done when it is back", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.line.cut();
  table.server.instruct({ type: "penalty", seat: "X", reason: "late" });
  table.time.pass(30_000);
  table.line.mend();
  table.time.pass(15_000);
  assert.equal(kinds(table.server.events), "started penalised");
  assertInStep(table);
  table.server.sockets.forEach((socket) => table.server.heard(socket, { type: "custody", tab: "tablet" }));
  table.time.pass(500);
  assert.equal(kinds(table.server.events), "started penalised", "done once");
});

test("a wish that is done but not yet answered is not done again after a reload", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.server.instruct({ type: "penalty", seat: "X", reason: "late" });
  table.time.pass(30);
  table.line.cut();
  assert.equal(table.game.waiting, 1);
  table.shut();
  const again = openTab(table.time, table.server, { storage: table.storage, tab: "after reload" });
  table.time.pass(1_000);
  assert.equal(kinds(table.server.events), "started penalised");
  assertInStep({ ...again, server: table.server });
});

test("the tablet marks a fallen flag itself, and no move is played after it", () => {
  const table = openTable({ control: "0:10" });
  table.game.ask({ type: "start" });
  table.line.cut();
  table.time.pass(9_999);
  table.game.tick();
  assert.equal(table.game.state.status, "running");
  table.time.pass(1);
  table.game.tick();
  assert.deepEqual(table.game.state.outcome, { winner: "O", ending: "flag", lines: [] });
  table.line.mend();
  table.time.pass(15_000);
  assertInStep(table);
});

test("a move that comes too late is refused, and the flag is marked instead", () => {
  const table = openTable({ control: "0:10" });
  table.game.ask({ type: "start" });
  assert.throws(() => play(table, "c1E", 10_000), { code: "flag-fallen" });
  assert.equal(table.game.state.outcome.ending, "flag");
  table.time.pass(100);
  assertInStep(table);
});

test("a tablet that has slept stops the clock and calls the arbiter", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(5_000);
  table.time.sleep(30_000);
  table.game.tick();
  assert.equal(table.game.state.status, "paused");
  assert.equal(table.game.state.arbiter, true);
  assert.equal(table.game.state.clock.account("X").spent_ms, 5_000);
  table.time.pass(10_000);
  assertInStep(table);
});

test("why a tablet called the arbiter is stored as a code, in no language", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.sleep(30_000);
  table.game.tick();
  assert.equal(table.game.log.at(-1).reason, "clock-lost 30");
});
