/** What boards on phones and walls compute before they draw: length of a turn, possible requests, grid of a wall. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { PlayerSeat, TurnTimer } from "../../static/js/play/seat.js";
import { arrange, onPage, pageCount } from "../../static/js/wall/grid.js";
import { describeCell, withDefaults } from "../../static/js/board/board_state.js";
import { WallGames, SHOWN_AFTER_END_MS } from "../../static/js/wall/games.js";
import { Frames } from "../../static/js/game/replay.js";
import { awayWords, lastHeard_ms } from "../../static/js/game/presence.js";
import { edgeOf, mergeEvent } from "../../static/js/game/scene.js";

const BLANK = "...../...../...../...../.....";

function stateOf(changes = {}) {
  return {
    type: "state",
    game: { code: "abc", seats: 2, rules: "", control: "5", first: "X", input: "moves", casual: true, players: {}, place: "" },
    seq: 3,
    ply: 2,
    status: "running",
    position: `${BLANK} X`,
    seat: "X",
    clock: { since: 1_000, turn: ["X", 0, 0, null], pauses: [] },
    outcome: null,
    proposal: null,
    resigning: [],
    last: { seat: "O", move: "e5S", passes: [] },
    mine: { seats: ["X"], verbs: [] },
    table: null,
    seats: {},
    touched_ms: 1_000,
    now_ms: 1_000,
    ...changes,
  };
}

function seated(changes) {
  const seat = new PlayerSeat();
  seat.onState(stateOf(changes));
  return seat;
}

// ---- the claim of a move

test("a turn lasts from the message that began it, by the device's own time", () => {
  const time = { now_ms: 50_000 };
  const turn = new TurnTimer(time);
  turn.onState({ ply: 4, clock: { since: 1_000, turn: ["X", 0, 0, null] }, now_ms: 1_000 });
  time.now_ms += 700;
  assert.equal(turn.spentMs(), 700);
});

test("what had passed before the page was opened counts as well", () => {
  const time = { now_ms: 50_000 };
  const turn = new TurnTimer(time);
  turn.onState({ ply: 4, clock: { since: 1_000, turn: ["X", 2_000, 0, null] }, now_ms: 4_000 });
  time.now_ms += 100;
  assert.equal(turn.spentMs(), 5_100);
});

test("an offer in between does not begin the turn anew, and a pause goes on where it stopped", () => {
  const time = { now_ms: 50_000 };
  const turn = new TurnTimer(time);
  const clock = { since: 1_000, turn: ["X", 0, 0, null] };
  turn.onState({ ply: 4, clock, now_ms: 1_000 });
  time.now_ms += 500;
  turn.onState({ ply: 4, clock, now_ms: 1_500 });
  assert.equal(turn.spentMs(), 500);
  turn.onState({ ply: 4, clock: { since: null, turn: ["X", 500, 0, null] }, now_ms: 1_500 });
  time.now_ms += 60_000;
  turn.onState({ ply: 4, clock: { since: 61_500, turn: ["X", 500, 0, null] }, now_ms: 61_500 });
  time.now_ms += 40;
  assert.equal(turn.spentMs(), 540);
});

// ---- the seat

test("what a move claims ends with the touch", () => {
  const time = { now_ms: 1_000, sinceMs: (timeStamp) => 50 - timeStamp };
  const turn = new TurnTimer(time);
  turn.onState({ ply: 0, clock: { since: 100, turn: ["X", 0] }, now_ms: 100 });
  time.now_ms = 2_000;
  assert.equal(turn.spentMs(20), 970);
});

test("a move is drawn at once, and its event is known as one's own", () => {
  const seat = seated();
  const body = seat.play("c1E", { call: false, spent_ms: 900 });
  assert.deepEqual(body, { type: "move", seat: "X", ply: 2, move: "c1E", spent_ms: 900 });
  assert.equal(seat.position, "...../...../...../...../....X O");
  assert.equal(seat.isMyTurn, false);
  const event = { kind: "moved", seat: "X", move: "c1E" };
  assert.equal(seat.onEvent({ event, ply: 3, seat: "O", position: seat.position, status: "running" }), true);
  assert.equal(seat.pending, null);
});

test("a refused move is taken off the board again", () => {
  const seat = seated();
  seat.play("c1E", { call: false, spent_ms: 1 });
  seat.undo();
  assert.equal(seat.position, `${BLANK} X`);
  assert.equal(seat.isMyTurn, true);
});

test("a call without a line is refused before anything is sent", () => {
  const seat = seated({ game: { ...stateOf().game, rules: "announce=required" } });
  assert.throws(() => seat.play("c1E", { call: true, spent_ms: 1 }), { code: "no-line-to-call" });
  assert.equal(seat.pending, null);
});

test("taking back means one's own last move, whoever is on the move now", () => {
  assert.equal(seated({ ply: 4, seat: "X" }).takebackPly, 2);
  assert.equal(seated({ ply: 5, seat: "O", last: { seat: "X", move: "a1N" } }).takebackPly, 4);
  assert.equal(seated({ ply: 1, seat: "X" }).takebackPly, null);
  assert.equal(seated({ game: { ...stateOf().game, casual: false } }).takebackPly, null);
});

test("an offer is shown to the side that has to answer it", () => {
  const proposal = { asked: "draw", by: "O", to_ply: 0, agreed: [] };
  assert.deepEqual(seated({ proposal }).offer, { asked: "draw", by: "O", seat: "X" });
  assert.equal(seated({ proposal: { ...proposal, by: "X" } }).offer, null);
  assert.equal(seated({ proposal }).mayOfferDraw, false);
});

// ---- the wall

test("twelve boards fit on a projector, and the thirteenth gets a page", () => {
  const { columns, rows } = arrange(40, 1888, 980);
  assert.equal(columns * rows, 12);
  assert.equal(pageCount(13, columns * rows), 2);
  assert.deepEqual(onPage([..."abcdefghijklm"], 1, 12), ["m"]);
});

test("few boards are large, none is wider than the screen, and larger text means fewer", () => {
  assert.ok(arrange(1, 1888, 980).card > arrange(6, 1888, 980).card);
  assert.ok(arrange(1, 340, 500).card <= 340);
  const large = arrange(40, 1888, 980, 2);
  assert.ok(large.columns * large.rows < 12);
});

test("a finished board stays for a while, then leaves the wall", () => {
  const time = { now_ms: 0 };
  const hall = new WallGames(time);
  hall.onState(stateOf());
  hall.onEvent({ game: "abc", event: { kind: "resigned" }, status: "over", seq: 4 });
  assert.equal(hall.games.length, 1);
  time.now_ms = SHOWN_AFTER_END_MS + 1;
  assert.equal(hall.games.length, 0);
});

test("a game that the server names no more leaves the wall, but not while the server is silent", () => {
  const time = { now_ms: 0, server_ms: 1_000 };
  const hall = new WallGames(time);
  hall.onState(stateOf());
  time.now_ms = 60_000;
  assert.equal(hall.games.length, 1);
  hall.onNamed("another");
  assert.equal(hall.games.length, 0);
});

test("boards stand in the order of their tables, those that wait last", () => {
  const hall = new WallGames({ now_ms: 0, server_ms: 1_000 });
  const at = (code, place, status = "running") =>
    hall.onState(stateOf({ status, game: { ...stateOf().game, code, place } }));
  at("w", "table:3:1", "waiting");
  at("b", "table:3:10");
  at("a", "table:3:2");
  assert.deepEqual(hall.games.map(({ game }) => game.code), ["a", "b", "w"]);
  hall.onState(stateOf({ voided: true, game: { ...stateOf().game, code: "a" } }));
  assert.deepEqual(hall.games.map(({ game }) => game.code), ["b", "w"]);
});

const MINUTE_MS = 60_000;
const away = (since_ms) => ({ online: false, since_ms });

test("a board without its table goes behind all others, and after a while from the wall", () => {
  const time = { now_ms: 0, server_ms: 20 * MINUTE_MS };
  const hall = new WallGames(time);
  const at = (code, place, table, status = "running") =>
    hall.onState(stateOf({ status, table, game: { ...stateOf().game, code, place, casual: false } }));
  at("gone", "table:3:1", away(19 * MINUTE_MS));
  at("here", "table:3:2", { online: true, since_ms: 0 });
  at("waits", "table:3:3", away(null), "waiting");
  const shown = () => hall.games.map(({ game }) => game.code);
  assert.deepEqual(shown(), ["here", "waits", "gone"]);
  hall.onPresence({ game: "gone", table: { online: true, since_ms: 20 * MINUTE_MS }, seats: {} });
  assert.deepEqual(shown(), ["gone", "here", "waits"]);
  hall.onPresence({ game: "gone", table: away(20 * MINUTE_MS), seats: {} });
  time.server_ms = 36 * MINUTE_MS;
  assert.deepEqual(shown(), ["here", "waits"]);
});

test("the clocks of a board without its table are those of its last word", () => {
  assert.equal(lastHeard_ms(stateOf({ table: away(5_000) })), 5_000);
  assert.equal(lastHeard_ms(stateOf({ table: away(null) })), 1_000);
  assert.equal(lastHeard_ms(stateOf({ table: { online: true, since_ms: 5_000 } })), null);
  assert.equal(lastHeard_ms(stateOf({ table: away(5_000), status: "waiting" })), null);
});

test("whoever has left the page is named to the others, and nobody who was not seen yet", () => {
  const game = { ...stateOf().game, players: { X: { name: "Ada" }, O: { name: "Ben" } } };
  const state = stateOf({ game, seats: { O: away(5_000) } });
  const read = (shown, own) => awayWords(shown, own, (at_ms) => `second ${at_ms / 1_000}`);
  assert.equal(read(state, ["X"]), "Ben is away since second 5.");
  assert.equal(read(state, ["O"]), "");
  assert.equal(read(stateOf({ game }), ["X"]), "");
  assert.equal(read({ ...state, status: "over" }, ["X"]), "");
});

// ---- frames

test("a takeback removes the frames it undid", () => {
  const frames = new Frames([{ ply: 0, seat: null, move: null, lines: [] }]);
  const moved = (ply, move) => ({
    ...{ ply, position: move, outcome: null },
    event: { kind: "moved", seat: "X", move, elapsed_ms: 9, lag_ms: 2 },
  });
  frames.onEvent(moved(1, "a1N"));
  frames.onEvent(moved(2, "b1N"));
  frames.onEvent({ event: { kind: "taken-back" }, ply: 1, outcome: null });
  assert.deepEqual(frames.moves.map(({ move, spent_ms }) => [move, spent_ms]), [["a1N", 7]]);
  assert.equal(frames.at(99).ply, 1);
});

test("with two players the starter sits south, with four everybody as named", () => {
  assert.equal(edgeOf({ seats: 2, first: "O" }, "O"), "S");
  assert.equal(edgeOf({ seats: 2, first: "O" }, "X"), "N");
  assert.equal(edgeOf({ seats: 4, first: "N" }, "W"), "W");
});

test("an event leaves what belongs to the viewer alone", () => {
  const state = stateOf();
  const event = { kind: "paused", seat: "X", at_ms: 7_000, clock: { since: null } };
  const merged = mergeEvent(state, { type: "event", game: "abc", event, seq: 4, status: "paused", suspect: "" });
  assert.deepEqual(merged, { ...state, seq: 4, status: "paused", clock: event.clock, touched_ms: 7_000 });
});

test("with a cube in hand the far end is named by the move that it makes", () => {
  const inHand = withDefaults({ selected: "a5", takeable: ["a5", "e5", "b5"], ends: ["E", "N"], goals: ["e5", "a1"] });
  assert.equal(describeCell(inHand, "e5", "."), "e5, blank, Push a5 in from the east");
  assert.equal(describeCell(inHand, "b5", "."), "b5, blank, may be taken");
  assert.equal(describeCell(inHand, "a5", "."), "a5, blank, in hand");
});
