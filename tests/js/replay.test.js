/** The moves that were not taken back, and the automatic replay: its speed, and its end by itself or by a stop. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Autoplay, SPEEDS_MS, movesOf } from "../../static/js/game/replay.js";

function played(moves) {
  const waits = [];
  let left = moves;
  let changes = 0;
  const autoplay = new Autoplay({
    step: () => {
      left -= 1;
      return left > 0;
    },
    onChange: () => {
      changes += 1;
    },
    timers: { setTimeout: (act, ms) => waits.push({ act, ms }), clearTimeout: () => waits.pop() },
  });
  return { autoplay, waits, next: () => waits.shift().act(), left: () => left, changes: () => changes };
}

test("it goes on by itself and stops at the end", () => {
  const game = played(2);
  game.autoplay.start();
  assert.equal(game.autoplay.isPlaying, true);
  game.next();
  game.next();
  assert.deepEqual([game.left(), game.autoplay.isPlaying, game.changes()], [0, false, 2]);
});

test("another speed counts from the next move", () => {
  const game = played(3);
  game.autoplay.start();
  game.autoplay.speed = "fast";
  game.next();
  assert.equal(game.waits[0].ms, SPEEDS_MS.fast);
});

test("stopped, it waits for nothing", () => {
  const game = played(3);
  game.autoplay.start();
  game.autoplay.stop();
  assert.deepEqual([game.waits.length, game.autoplay.isPlaying, game.left()], [0, false, 3]);
});

test("a takeback removes the moves that it undid, and what is no move does not count", () => {
  const log = [
    { kind: "started" },
    { kind: "moved", seat: "X", move: "a1N" },
    { kind: "moved", seat: "O", move: "b1N" },
    { kind: "taken-back", to_ply: 1 },
    { kind: "paused" },
    { kind: "pressed", seat: "O" },
  ];
  assert.deepEqual(movesOf(log), [{ seat: "X", move: "a1N" }, { seat: "O", move: null }]);
  assert.deepEqual(movesOf([...log, { kind: "taken-back", to_ply: 0 }]), []);
});
