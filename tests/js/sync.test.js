/** A table continues without the server, and afterwards both have the same log. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { formatMove } from "../../static/js/rules/moves.js";
import { dumpState } from "./dump_state.js";
import { assertInStep, kinds, openTab, openTable, play, shown } from "./table.js";

test("a table takes its game, plays it, and the server has the same", () => {
  const table = openTable();
  assert.equal(table.game.blocked, null);
  table.game.ask({ type: "start" });
  play(table, "c1E");
  play(table, "a1N");
  table.time.pass(200);
  assert.equal(kinds(table.server.events), "started moved moved");
  assertInStep(table);
});

test("a move is shown at once, before the server has heard of it", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  const event = play(table, "c1E");
  assert.equal(event.elapsed_ms, 1_500);
  assert.equal(String(table.game.state.position), "...../...../...../...../....X O");
  assert.equal(table.server.log.length, 1);
});

test("a turn ends with the touch, not when a busy page hears of it", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(1_500);
  const touched = table.time.elapsed_ms;
  table.time.pass(180);
  const event = table.game.ask({ type: "move", seat: "X", ply: 0, move: "c1E" }, touched);
  assert.equal(event.elapsed_ms, 1_500);
  assert.deepEqual(shown(table), [603_500, 599_820]);
  table.time.pass(200);
  assertInStep(table);
});

test("a touch before the flag counts, though the page hears of it afterwards", () => {
  const table = openTable({ control: "m2" });
  table.game.ask({ type: "start" });
  table.time.pass(1_990);
  const touched = table.time.elapsed_ms;
  table.time.pass(30);
  assert.equal(table.game.ask({ type: "move", seat: "X", ply: 0, move: "c1E" }, touched).kind, "moved");
});

test("a touch is never before what has happened already", () => {
  const table = openTable();
  table.time.pass(1_000);
  table.game.ask({ type: "start" });
  const event = table.game.ask({ type: "move", seat: "X", ply: 0, move: "c1E" }, table.time.elapsed_ms - 500);
  assert.equal(event.elapsed_ms, 0);
});

test("without Wi-Fi both play on, and every entry arrives once and in order", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  play(table, "c1E");
  table.time.pass(100);
  table.line.cut();
  for (const move of ["a1N", "c1E", "e5W", "a3E", "a1N"]) play(table, move, 20_000);
  assert.equal(table.game.waiting, 5);
  assert.equal(table.socket.status, "offline");
  assert.equal(table.server.log.length, 2);
  table.line.mend();
  table.time.pass(15_000);
  assert.equal(kinds(table.server.events), "started moved moved moved moved moved moved");
  assertInStep(table);
});

test("no clock jumps when the server's answers arrive, though its time is another", () => {
  const table = openTable();
  table.line.cut();
  table.game.ask({ type: "start" });
  play(table, "c1E", 3_000);
  table.time.pass(7_000);
  const before = shown(table);
  assert.deepEqual(before, [602_000, 593_000]);
  table.line.mend();
  table.server.ahead_ms += 1_234; // what was estimated before is wrong by now
  table.time.pass(12_000);
  assert.equal(table.game.waiting, 0);
  assert.deepEqual(shown(table), [602_000, 581_000]);
  play(table, "a1N", 0);
  table.time.pass(100);
  assert.equal(table.server.state.clock.account("O").spent_ms, 19_000);
});

test("an event of a paused game has the server's time in the end, though no clock differs", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.game.ask({ type: "pause", reason: "arbiter" });
  table.time.pass(1_000);
  table.server.ahead_ms += 40;
  table.game.ask({ type: "arbiter", seat: "X", reason: "a question" });
  const here_ms = table.game.state.at_ms;
  table.time.pass(1_000);
  assert.notEqual(table.server.state.at_ms, here_ms);
  assertInStep(table);
});

test("an answer that is lost is asked for again, and nothing is played twice", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.line.losesAnswers = true;
  table.game.ask({ type: "adjust", seat: "X", add_ms: 60_000, reason: "noise" });
  play(table, "c1E");
  table.time.pass(30_000);
  assert.equal(table.game.waiting, 2);
  assert.equal(table.game.state.ply, 1);
  const account = table.game.state.clock.account("X");
  assert.equal(account.main_ms + account.spent_ms, 665_000);
  table.line.losesAnswers = false;
  table.time.pass(10_000);
  assert.equal(kinds(table.server.events), "started adjusted moved");
  assertInStep(table);
});

test("an event that comes before its answer is known as one's own", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.line.losesAnswers = true;
  table.game.ask({ type: "adjust", seat: "O", add_ms: 60_000, reason: "noise" });
  table.time.pass(100);
  table.server.sockets.forEach((socket) => table.server.heard(socket, { type: "since", seq: 1 }));
  table.time.pass(100);
  const seen = () => [table.game.state.clock.account("O").main_ms, table.game.log.length];
  assert.deepEqual(seen(), [660_000, 2]);
  table.server.sockets.forEach((socket) => table.server.connected(socket)); // everything is judged again
  table.time.pass(50);
  assert.deepEqual(seen(), [660_000, 2]);
});

test("a reload without Wi-Fi changes nothing", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  play(table, "c1E");
  table.time.pass(100);
  table.line.cut();
  play(table, "a1N");
  play(table, "c1E");
  const before = { log: table.game.log, shown: shown(table) };
  table.shut();
  const line = { isCut: true };
  const again = openTab(table.time, { connected() {}, heard() {} }, { storage: table.storage, tab: "after reload" });
  again.line.isCut = line.isCut;
  assert.deepEqual(again.game.log, before.log);
  assert.deepEqual(shown(again), before.shown);
  assert.equal(again.game.blocked, null);
  play({ ...again, time: table.time }, "a1N", 2_000);
  assert.equal(again.game.waiting, 3);
});

test("after a reload with Wi-Fi the waiting entries arrive", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.line.cut();
  play(table, "c1E");
  play(table, "a1N");
  table.shut();
  const again = openTab(table.time, table.server, { storage: table.storage, tab: "after reload" });
  table.time.pass(500);
  play({ ...again, time: table.time }, "c1E");
  table.time.pass(500);
  assert.equal(kinds(table.server.events), "started moved moved moved");
  assertInStep({ ...again, server: table.server });
});

test("a game that was closed hears nothing any more", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  table.time.pass(100);
  table.game.close();
  table.time.sleep(30_000);
  table.source.check();
  assert.equal(table.game.state.status, "running");
  assert.equal(table.game.waiting, 0);
});

test("a takeback that was made elsewhere is understood from the log", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  for (const move of ["c1E", "a1N", "c1E"]) play(table, move);
  table.time.pass(100);
  table.server.take("desk");
  table.server.happen({ type: "takeback", to_ply: 1, reason: "wrong cube" }, table.server.state.at_ms);
  table.time.pass(500);
  assert.deepEqual(dumpState(table.game.state), dumpState(table.server.state));
});

test("a tablet without room for one more entry still plays, and says so", () => {
  const table = openTable();
  table.storage.isFull = true;
  table.game.ask({ type: "start" });
  assert.equal(table.game.outbox.isDurable, false);
  table.time.pass(200);
  assertInStep(table);
});

test("whatever happens to the network, in the end both have the same log", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = generator(seed);
    const table = openTable({ control: "5+3", first: seed % 2 ? "X" : "N" });
    let tab = table;
    tab.game.ask({ type: "start" });
    for (let turn = 0; turn < 25 && !tab.game.state.outcome; turn++) {
      const chance = random();
      if (chance < 0.15) tab.line.cut();
      else if (chance < 0.3) tab.line.mend();
      else if (chance < 0.35) tab.line.losesAnswers = !tab.line.losesAnswers;
      else if (chance < 0.42) {
        tab.shut();
        tab = { ...table, ...openTab(table.time, table.server, { storage: table.storage, tab: `tab ${turn}` }) };
      }
      table.time.pass(Math.floor(random() * 6_000));
      const moves = tab.game.state.position.moves();
      play(tab, formatMove(moves[Math.floor(random() * moves.length)]), 0);
    }
    tab.line.losesAnswers = false;
    tab.line.mend();
    table.time.pass(60_000);
    assertInStep(tab);
    assert.equal(table.server.late.length, 0, `seed ${seed}`);
  }
});

/** Make a small random generator with the same numbers every time (Lehmer's). */
function generator(seed) {
  let state = seed * 48_271;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
