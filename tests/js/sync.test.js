/** A table plays on without the server, and afterwards both have the same log. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { read } from "../../static/js/clock.js";
import { dumpState } from "../../static/js/replay.js";
import { formatMove } from "../../static/js/rules.js";
import { forget } from "../../static/js/live/sync.js";
import { openTab, openTable, play } from "./table.js";

const kinds = (log) => log.map(({ kind }) => kind).join(" ");
const shown = ({ game }) => read(game.state.clock, game.now_ms).faces.map(({ time_ms }) => time_ms);

function assertInStep({ game, server }) {
  assert.equal(game.waiting, 0);
  assert.deepEqual(dumpState(game.state), dumpState(server.state));
  assert.equal(game.log.length, server.log.length);
}

test("a table takes its game, plays it, and the server has the same", () => {
  const table = openTable();
  assert.equal(table.game.blocked, null);
  table.game.ask({ type: "start" });
  play(table, "c1E");
  play(table, "a1N");
  table.time.pass(200);
  assert.equal(kinds(table.server.log), "started moved moved");
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
  assert.equal(kinds(table.server.log), "started moved moved moved moved moved moved");
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
  assert.equal(kinds(table.server.log), "started adjusted moved");
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
  assert.equal(kinds(table.server.log), "started moved moved moved");
  assertInStep({ ...again, server: table.server });
});

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
  assert.equal(kinds(table.server.log), "started moved moved");
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
  assert.equal(kinds(table.server.log), "started adjusted moved");
  assertInStep(table);
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
  assert.equal(kinds(table.server.log), "started paused");
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
  assert.equal(kinds(table.server.log), "started penalised");
  assertInStep(table);
  table.server.sockets.forEach((socket) => table.server.heard(socket, { type: "custody", tab: "tablet" }));
  table.time.pass(500);
  assert.equal(kinds(table.server.log), "started penalised", "done once");
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
  assert.equal(kinds(table.server.log), "started penalised");
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

test("the arbiter reads in the tablet's language why it called", () => {
  globalThis.django = { gettext: (text) => ({ "the tablet's clock lost {seconds} s": "Uhr {seconds} s zurück" })[text] };
  try {
    const table = openTable();
    table.game.ask({ type: "start" });
    table.time.sleep(30_000);
    table.game.tick();
    assert.equal(table.game.log.at(-1).reason, "Uhr 30 s zurück");
  } finally {
    delete globalThis.django;
  }
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

test("a game that is forgotten leaves nothing on the device", () => {
  const table = openTable();
  table.shut();
  forget(table.storage, "g");
  const again = openTab(table.time, { connected() {}, heard() {} }, { storage: table.storage });
  assert.equal(again.game.blocked, "unknown");
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

/** Small and good enough: the same games every time (Lehmer's generator). */
function generator(seed) {
  let state = seed * 48_271;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
