/** Every lesson can be done, and not by doing anything; every puzzle has the win that it promises. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { PositionMemory } from "../../static/js/engine/search_memory.js";
import { Thinking } from "../../static/js/engine/thinking.js";
import { ENGINE_PUZZLES, Puzzle, winIn } from "../../static/js/learn/puzzle.js";
import { LESSONS } from "../../static/js/learn/lessons.js";
import { formatMove } from "../../static/js/rules/moves.js";
import { Play } from "../../static/js/rules/play.js";
import { Position } from "../../static/js/rules/position.js";

const memory = new PositionMemory(16);
const judge = async (play, depth) => {
  memory.clear();
  return new Thinking(play, { depth }, memory).finish();
};
const playAt = (text) => Play.begin(Position.parse(text));

test("there are twelve lessons", () => assert.equal(LESSONS.length, 12));

for (const { title, position, isRight, wins } of LESSONS) {
  test(`the lesson “${title()}” has a right move, and but for the first also a wrong one`, async () => {
    const play = playAt(position);
    if (wins) {
      assert.equal(await winIn(play, 3, judge), wins);
      return;
    }
    const right = play.position.moves().filter((move) => isRight(play, move, play.move(move).afterPasses()));
    assert.ok(right.length > 0);
    if (title() !== LESSONS[0].title()) assert.ok(right.length < play.position.moves().length);
  });
}

test("the tempting push of the ninth lesson loses", async () => {
  const puzzle = new Puzzle(playAt(LESSONS[8].position), 1, judge);
  assert.deepEqual(await puzzle.attempt("c1N"), { kind: "wrong" });
  assert.deepEqual(await puzzle.attempt("c5S"), { kind: "solved" });
});

test("every kept puzzle is won in as many moves as it says", async () => {
  for (const { position, moves } of ENGINE_PUZZLES) assert.equal(await winIn(playAt(position), 3, judge), moves, position);
});

test("a puzzle of three moves is solved by what the engine finds, whatever the defence", async () => {
  for (const { position, moves } of ENGINE_PUZZLES.filter((each) => each.moves === 3).slice(0, 4)) {
    const puzzle = new Puzzle(playAt(position), moves, judge);
    const kinds = [];
    while (kinds.at(-1) !== "solved" && kinds.length < moves) {
      const { move } = await judge(puzzle.play, 2 * puzzle.moves - 1);
      kinds.push((await puzzle.attempt(move)).kind);
    }
    assert.deepEqual(kinds.slice(-1), ["solved"], position);
  }
});

test("a move that does not win in time is wrong, and the puzzle stays as it was", async () => {
  const { position } = ENGINE_PUZZLES.find(({ moves }) => moves === 2);
  const puzzle = new Puzzle(playAt(position), 2, judge);
  const kinds = [];
  for (const move of puzzle.play.position.moves()) {
    const fresh = new Puzzle(playAt(position), 2, judge);
    kinds.push((await fresh.attempt(formatMove(move))).kind);
  }
  assert.ok(kinds.includes("wrong") && kinds.includes("goes-on"));
  await puzzle.attempt(formatMove(puzzle.play.position.moves()[kinds.indexOf("wrong")]));
  assert.equal(String(puzzle.play.position), position);
  assert.equal(puzzle.moves, 2);
});
