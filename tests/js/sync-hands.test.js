/** Who may write a table's game: one tab of one device, and only what follows the server's log. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { dumpState } from "./dump_state.js";
import { assertInStep, openTab, openTable, play, shown } from "./table.js";

test("a second tab of the same browser only looks on, and writes when the first is gone", () => {
  const table = openTable();
  const second = openTab(table.time, table.server, { storage: table.storage, tab: "second" });
  table.time.pass(500);
  assert.equal(second.game.blocked, "other-tab");
  assert.throws(() => second.game.ask({ type: "start" }), { code: "other-tab" });
  table.game.ask({ type: "start" });
  play(table, "c1E");
  table.time.pass(500);
  assert.equal(second.game.state.ply, 1);
  table.line.cut();
  play(table, "a1N");
  table.shut();
  table.time.pass(3_000);
  assert.equal(second.game.blocked, null);
  assert.equal(second.game.state.ply, 2);
  play({ ...second, time: table.time }, "c1E");
  table.time.pass(500);
  assertInStep({ ...second, server: table.server });
});

test("a tab that was frozen while another took over notices before it writes", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.storage.setItem("lease", JSON.stringify({ tab: "another", at_ms: table.time.wall() }));
  assert.throws(() => table.game.ask({ type: "resign", seat: "X" }), { code: "other-tab" });
  assert.equal(table.game.waiting, 1);
});

test("a tab that only looks on never touches what the other has stored", () => {
  const table = openTable();
  const second = openTab(table.time, table.server, { storage: table.storage, tab: "second" });
  table.game.ask({ type: "start" });
  table.time.pass(500);
  table.line.cut();
  play(table, "c1E");
  const third = openTab(table.time, table.server, { storage: table.storage, tab: "third" });
  assert.deepEqual([second, third].map(({ game }) => game.state.ply), [0, 0]);
  const stored = ["outbox", "custody"].map((part) => table.storage.getItem(`fiveline.${part}.g`));
  table.server.happen({ type: "rule", winner: null, reason: "both left" }, table.server.state.at_ms);
  table.server.sockets.forEach((socket) => table.server.connected(socket));
  table.time.pass(500);
  assert.deepEqual(["outbox", "custody"].map((part) => table.storage.getItem(`fiveline.${part}.g`)), stored);
  assert.equal(second.game.state.status, "over");
});

test("who loses the game to another device looks on, and what was played since becomes late", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  play(table, "c1E");
  table.time.pass(100);
  table.line.cut();
  play(table, "a1N");
  table.server.take("other tablet");
  const told = [];
  table.game.on("refused", (entry) => told.push(entry.refusal.code));
  table.line.mend();
  table.time.pass(15_000);
  assert.equal(table.game.blocked, "other-device");
  assert.equal(table.server.late.length, 1);
  assert.deepEqual(told, ["old-epoch"]);
  assert.equal(table.game.outbox.refused.length, 1);
  assert.equal(table.game.state.ply, 1);
  assert.equal(table.game.state.status, "paused");
  assert.throws(() => table.game.ask({ type: "resume" }), { code: "other-device" });
});

test("a device takes a game over and counts its own entries", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  play(table, "c1E");
  table.time.pass(100);
  const other = openTab(table.time, table.server, { device: "other tablet" });
  table.time.pass(500);
  assert.equal(other.game.blocked, "other-device");
  assert.equal(other.game.state.ply, 1);
  other.game.takeOver();
  table.time.pass(500);
  assert.equal(other.game.blocked, null);
  assert.equal(table.game.blocked, "other-device");
  other.line.cut();
  other.game.ask({ type: "resume", reason: "custody" });
  table.time.pass(2_500);
  assert.equal(shown(other)[1], 600_000 - 2_500);
  other.line.mend();
  table.time.pass(2_000);
  play({ ...other, time: table.time }, "a1N");
  table.time.pass(500);
  assertInStep({ ...other, server: table.server });
  assert.deepEqual(dumpState(table.game.state), dumpState(table.server.state));
});

test("after a restored backup the server's log counts, and what was played since is late", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  play(table, "c1E");
  table.time.pass(100);
  const { server } = table;
  const saved = { log: [...server.log], events: server.events, state: server.state, custody: { ...server.custody } };
  play(table, "a1N");
  table.time.pass(100);
  table.line.cut();
  play(table, "c1E");
  Object.assign(server, saved, { generation: 2, answers: new Map() });
  table.line.mend();
  table.time.pass(15_000);
  assert.equal(server.late.length, 1);
  assertInStep(table);
  assert.equal(table.game.state.ply, 1);
  play(table, "a3E");
  table.time.pass(100);
  assertInStep(table);
});

test("a restored log that has grown longer than ours is not mistaken for ours", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  for (const move of ["c1E", "a1N"]) play(table, move);
  table.time.pass(100);
  const { server } = table;
  table.line.cut();
  Object.assign(server, { log: [], events: [], state: server.begin(), generation: 2, answers: new Map() });
  server.custody = { epoch: 0, holder: null, n: 0 };
  server.take("desk");
  server.happen({ type: "start" }, server.now_ms);
  for (const [seat, move] of [["X", "a3E"], ["O", "e5W"], ["X", "c5E"]]) {
    server.happen({ type: "move", seat, ply: server.state.ply, move }, server.now_ms);
  }
  table.line.mend();
  table.time.pass(15_000);
  assert.equal(table.game.blocked, "other-device");
  assert.deepEqual(dumpState(table.game.state), dumpState(server.state));
});
