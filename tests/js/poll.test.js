/** The poll: only while it is needed, and one request at a time. */
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { poll } from "../../static/js/refresh/poll.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("it asks every now and then while it is needed, and never before it was answered", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let isSilent = false;
  const answers = [];
  poll(() => new Promise((resolve) => answers.push(resolve)), { every_ms: 1_000, isNeeded: () => isSilent });
  const pass = async (time_ms) => {
    mock.timers.tick(time_ms);
    await turn();
  };
  await pass(1_000);
  assert.equal(answers.length, 0);
  isSilent = true;
  await pass(999);
  assert.equal(answers.length, 0);
  await pass(1);
  assert.equal(answers.length, 1);
  await pass(5_000);
  assert.equal(answers.length, 1); // not answered yet
  answers[0]();
  await turn();
  await pass(1_000);
  assert.equal(answers.length, 2);
  mock.timers.reset();
});
