/** The places of items in a list that is sorted by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { placeAfter, placeAt } from "../../static/js/ui/ordering.js";

test("a step moves one place and never over an end", () => {
  assert.deepEqual([[0, -1], [0, 1], [2, 1], [2, -1]].map(([place, step]) => placeAfter(place, step, 3)), [0, 1, 2, 1]);
});

test("what is let go lands before the first whose middle lies below it", () => {
  assert.deepEqual([5, 10, 25, 99].map((y) => placeAt([10, 20, 30], y)), [0, 1, 2, 3]);
});
