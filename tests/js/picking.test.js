/** A control as steppers show it, and the control that steppers stand for. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { TimeControl } from "../../static/js/clock/control.js";
import { controlOf, picksOf } from "../../static/js/clock/picking.js";

const SHOWN = ["10", "10+5", "0:30d5", "10b5", "10p3x30", "2h", "m30", "g20", "-", "10+5 m30 g20", "X=5;O=4", "X=5:10+3;O=4+3;g20"];
const ODDS = ["X=5+2;O=4", "X=5;O=4+2", "X=5+3;O=4+2;g20", "X=10p3x30;O=5p1x10", "X=5 m30;O=4"];

for (const text of [...SHOWN, ...ODDS]) {
  test(`steppers show ${text} and give it back`, () => {
    const picks = picksOf(TimeControl.parse(text));
    assert.ok(picks);
    assert.equal(String(controlOf(picks)), text);
  });
}

test("what steppers cannot show stays as it was typed", () => {
  for (const text of ["X=5+2;O=4d2", "N=1;E=2;S=3;W=4", "g0:30", "X=10;O=5p3x10", "X=m30;O=m20"]) {
    assert.equal(picksOf(TimeControl.parse(text)), null);
  }
});

const EVEN = { other_minutes: 5, other_seconds: 0, other_bonus: 0, other_periods: 0, other_move: 0 };

test("a bonus of nothing is none, and odds that are even are none", () => {
  const picks = { mode: "increment", minutes: 5, seconds: 0, bonus: 0, periods: 0, odds: true, ...EVEN, move: 0, game: 0 };
  assert.equal(String(controlOf(picks)), "5");
});
