/** A game that the desk takes from its table: it stops there, is reported once, and its entries are not lost. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { goneSentence, goneTitle } from "../../static/js/game/event_words.js";
import { openTab, openTable, play, shown } from "./table.js";

const TYPED = { why: "entered", result: "1 – 0", winner: "X" };

/** Send a changed state of the game from the server. */
function tell(table, changes) {
  table.server.game = { ...table.server.game, ...changes };
  table.server.sockets.forEach((socket) => table.server.connected(socket));
  table.time.pass(100);
}

test("the clocks of a game that is gone stand, and its flag never falls", () => {
  const table = openTable({ control: "1" });
  table.game.ask({ type: "start" });
  table.time.pass(10_000);
  tell(table, { gone: TYPED });
  const before = shown(table);
  table.time.pass(120_000);
  table.game.tick();
  assert.deepEqual(shown(table), before);
  assert.deepEqual([table.game.blocked, table.game.state.outcome], ["gone", null]);
  assert.throws(() => table.game.ask({ type: "resign", seat: "X" }), { code: "gone" });
});

test("a tablet that is reloaded without Wi-Fi still knows that its game is gone", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  tell(table, { gone: TYPED });
  table.shut();
  const again = openTab(table.time, { connected() {}, heard() {}, left() {} }, { storage: table.storage });
  assert.deepEqual(again.game.gone, TYPED);
});

test("a game that comes back is played on", () => {
  const table = openTable();
  table.game.ask({ type: "start" });
  tell(table, { gone: TYPED });
  tell(table, { gone: null });
  assert.equal(table.game.blocked, null);
  play(table, "c1E");
  assert.equal(table.game.state.ply, 1);
});

test("a game on another table is gone from this one, whoever may see it", () => {
  const table = openTable({ place: "table:1:4" }, { place: "table:1:4" });
  const denied = [];
  table.game.on("denied", (told) => denied.push(told));
  assert.equal(table.game.gone, null);
  tell(table, { place: "table:1:5" });
  assert.equal(goneTitle(table.game.gone), "Moved to table 5");
  tell(table, { place: "" });
  assert.equal(goneTitle(table.game.gone), "Taken from this table by the desk");
  assert.deepEqual(denied, []);
});

test("where nobody plays in an event nobody is called after a sleep", () => {
  const table = openTable({ casual: true });
  table.game.ask({ type: "start" });
  table.time.sleep(30_000);
  table.source.check();
  assert.deepEqual([table.game.state.status, table.game.state.arbiter], ["paused", false]);
});

test("a result says who has it", () => {
  const game = { seats: 2, players: { X: { name: "Ada" }, O: { name: "Ben" } } };
  assert.equal(goneSentence(game, TYPED), "Called off at the desk: 1 – 0. Ada won.");
  assert.equal(goneSentence(game, { why: "undone", result: "", winner: "" }), "This round was undone at the desk");
});

test("a tablet that has lost the right to its table is replaced, until it is admitted again", () => {
  const table = openTable();
  const denied = [];
  table.game.on("denied", (told) => denied.push(told));
  table.game.ask({ type: "start" });
  const refused = { type: "refused", nonce: "custody", code: "not-allowed", text: "No right." };
  for (const socket of table.server.sockets) socket.deliver({ ...refused, game: "g", now_ms: table.server.now_ms });
  table.time.pass(100);
  assert.equal(table.game.blocked, "replaced");
  assert.throws(() => play(table, "c1E"), { code: "replaced" });
  assert.deepEqual(denied, []);
  tell(table, {});
  assert.equal(table.game.blocked, null);
});
