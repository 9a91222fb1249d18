/** The queue of results at the desk, and the meaning of keys and lines. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { ResultQueue } from "../../static/js/desk/queue.js";
import { boardOfLine, isOneGame, lastEntered, nextOpen, resultOfKey } from "../../static/js/desk/result_shortcuts.js";

const line = (label) => ({ label, row: `row-${label.split(" ")[0]}`, action: "/line/", fields: {}, isTyped: true });

/** Make a server that answers when the test says so. */
function slowServer() {
  const sent = [];
  const answers = [];
  const laters = [];
  const queue = new ResultQueue({
    send: (entry) => {
      sent.push(entry.label);
      return new Promise((resolve) => answers.push(resolve));
    },
    onChange: () => {},
    later: (call) => laters.push(call),
  });
  const answer = async (word) => {
    answers.shift()(word);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, sent, answer, laters };
}

const labels = (entries) => entries.map(({ label }) => label);

test("what is typed ahead waits its turn and keeps its order", async () => {
  const { queue, sent, answer } = slowServer();
  for (const each of ["1 1-0", "2 0-1", "12 ="]) queue.add(line(each));
  assert.deepEqual(sent, ["1 1-0"]);
  assert.deepEqual(labels(queue.waiting), ["1 1-0", "2 0-1", "12 ="]);
  await answer("done");
  assert.deepEqual(sent, ["1 1-0", "2 0-1"]);
  await answer("done");
  await answer("done");
  assert.deepEqual(sent, ["1 1-0", "2 0-1", "12 ="]);
  assert.deepEqual(queue.waiting, []);
});

test("what could not be sent stays and is sent again", async () => {
  const { queue, sent, answer, laters } = slowServer();
  queue.add(line("1 1-0"));
  queue.add(line("2 1-0"));
  assert.equal(queue.unsent, undefined);
  await answer("unreachable");
  assert.deepEqual(labels(queue.waiting), ["1 1-0", "2 1-0"]);
  assert.equal(queue.unsent.label, "1 1-0");
  laters.shift()();
  await answer("done");
  assert.equal(queue.unsent, undefined);
  await answer("done");
  assert.deepEqual(sent, ["1 1-0", "1 1-0", "2 1-0"]);
});

test("a refused line is kept until its board has another", async () => {
  const { queue, answer } = slowServer();
  queue.add(line("9 two"));
  await answer("refused");
  assert.deepEqual(labels(queue.refused), ["9 two"]);
  queue.add(line("9 1-0"));
  assert.deepEqual(queue.refused, []);
});

test("how many of a board are on their way tells which game the next one means", () => {
  const { queue } = slowServer();
  for (const each of ["3 1-0", "4 1-0", "3 0-1"]) queue.add(line(each));
  assert.equal(queue.countFor("row-3"), 2);
  assert.equal(queue.countFor("row-5"), 0);
});

test("one key is one result", () => {
  assert.equal(resultOfKey("1").outcome, "first-wins");
  for (const key of "=½5") assert.equal(resultOfKey(key).outcome, "draw");
  assert.equal(resultOfKey("0").outcome, "second-wins");
  assert.equal(resultOfKey("+").outcome, "second-forfeits");
  assert.equal(resultOfKey("-").outcome, "first-forfeits");
  for (const key of ["2", "d", "r", "Enter", "toString", ""]) assert.equal(resultOfKey(key), null);
});

test("a line begins with its board", () => {
  const boards = { "12 1-0": "12", " 3:1": "3", "4.2 =": "4.2", "4.1": "4", "x": "" };
  for (const [typed, board] of Object.entries(boards)) assert.equal(boardOfLine(typed), board, typed);
});

test("one game is told from the score of a match and from a forfeit", () => {
  for (const typed of ["3 1-0", "3 1", "3 =", "12 0:1 !", "4.2 ½-½"]) assert.ok(isOneGame(typed), typed);
  for (const typed of ["3 2-1", "3 +-", "3 1½-½", "3 10-1", "3"]) assert.ok(!isOneGame(typed), typed);
});

test("the cursor goes to the next open board, and round to the first", () => {
  assert.equal(nextOpen([true, false, true], 0), 2);
  assert.equal(nextOpen([true, false, false], 1), 0);
  assert.equal(nextOpen([false, false], 0), null);
  assert.equal(lastEntered([true, false, false], 2), 0);
  assert.equal(lastEntered([false, true, true], 1), 1);
  assert.equal(lastEntered([false], 0), null);
});
