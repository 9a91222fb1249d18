/** The referee judges a practice game, which allows takebacks and knows whose turn it is. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { PracticeGame, playerName } from "../../static/js/practice/practice_game.js";
import { nextWish } from "../../static/js/practice/practice_setup.js";

const TWO = { seats: 2, first: "X", control: "-", players: { X: null, O: 3 } };

function begun(wish = TWO) {
  const game = new PracticeGame(wish, 1);
  game.ask({ type: "start" }, 0);
  return game;
}

const moved = (game) => game.moves.map(({ move }) => move);

test("a person moves, then the level is due, then the person again", () => {
  const game = begun();
  assert.ok(game.isPersonsTurn);
  game.move("a1N", 10);
  assert.equal(game.levelToMove, 3);
  assert.ok(!game.isPersonsTurn);
  game.move("e1N", 20);
  assert.ok(game.isPersonsTurn);
});

test("taking back goes to before the last move of a person, whoever has moved since", () => {
  const game = begun();
  for (const [place, move] of ["a1N", "e1N", "a1N", "e1N"].entries()) game.move(move, place);
  game.takeBack(100);
  assert.deepEqual(moved(game), ["a1N", "e1N"]);
  assert.ok(game.isPersonsTurn);
});

test("while the computer thinks, the move it thinks about can be taken back", () => {
  const game = begun();
  game.move("a1N", 1);
  game.takeBack(2);
  assert.deepEqual(moved(game), []);
  assert.ok(game.isPersonsTurn);
});

test("nothing is taken back before a person has moved", () => {
  const game = begun({ ...TWO, players: { X: 3, O: null } });
  game.move("a1N", 1);
  assert.equal(game.takebackPly, null);
});

test("a game that was lost goes on from before the last own move", () => {
  const game = begun();
  for (const [place, move] of ["e3W", "a1E", "e3W", "a1E", "e3W", "a1E", "e3W", "a1E"].entries()) game.move(move, place);
  game.move("e3W", 9);
  assert.equal(game.state.outcome.winner, "X");
  game.takeBack(10);
  assert.equal(game.state.outcome, null);
  assert.equal(game.state.status, "running");
  assert.equal(game.moves.length, 8);
});

test("a clock that runs out ends the game for whoever was on the move", () => {
  const game = begun({ ...TWO, control: "3+2" });
  assert.equal(game.tick(179_999), null);
  assert.equal(game.tick(180_000).kind, "flagged");
  assert.equal(game.state.outcome.winner, "O");
});

test("with four any mix plays, and everybody has a name", () => {
  const wish = { seats: 4, first: "N", control: "-", players: { N: null, E: 2, S: null, W: 5 } };
  const game = begun(wish);
  assert.ok(game.isPersonsTurn);
  game.move("a1N.S", 1);
  assert.equal(game.levelToMove, 2);
  assert.deepEqual(["N", "E", "S", "W"].map((seat) => playerName(wish, seat)), ["Player 1", "Computer 2", "Player 2", "Computer 5"]);
});

test("the next game changes sides with two, and the seat that starts with four", () => {
  assert.deepEqual(nextWish(TWO).players, { X: 3, O: null });
  assert.equal(nextWish({ seats: 4, first: "W", control: "-", players: {} }).first, "N");
});
