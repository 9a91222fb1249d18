/** The shape of a seat's clock, for the style sheet of the table. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { shapeOf } from "../../static/js/table/clock_shape.js";

test("a wide clock has no shape of its own", () => {
  assert.equal(shapeOf(30, 10, false), "");
  assert.equal(shapeOf(30, 10, true), "");
});

test("a clock that is higher than wide is tall, at every side of the table", () => {
  assert.equal(shapeOf(18, 20, false), "tall narrow");
  assert.equal(shapeOf(18, 20, true), "tall narrow");
  assert.equal(shapeOf(18.1, 20, true), "narrow");
});

test("only a clock near or far from the reader is slim, low or small", () => {
  assert.equal(shapeOf(17, 10, false), "narrow slim");
  assert.equal(shapeOf(20, 6.5, false), "narrow low");
  assert.equal(shapeOf(13, 8, false), "narrow slim small");
  assert.equal(shapeOf(17, 10, true), "narrow");
  assert.equal(shapeOf(20, 6.5, true), "narrow");
  assert.equal(shapeOf(13, 8, true), "narrow");
});
