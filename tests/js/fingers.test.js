/** Touches and drags from pointer events: touch/fingers.js and the aim of a dragged cube. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CELLS, edgeAimedAt, seenAt, touchedAt, traceOf } from "../../static/js/board/geometry.js";
import { Fingers } from "../../static/js/touch/fingers.js";

const at = (pointerId, clientX, clientY, timeStamp = 0, size = 20) => ({
  ...{ pointerId, clientX, clientY, timeStamp },
  ...{ width: size, height: size },
});

test("every finger is its own, whatever the others do", () => {
  const fingers = new Fingers();
  fingers.down(at(1, 0, 0), "rests");
  fingers.down(at(2, 500, 0), "taps");
  fingers.move(at(1, 300, 300));
  const { on, drags } = fingers.up(at(2, 503, 4));
  assert.deepEqual([on, drags], ["taps", false]);
  assert.equal(fingers.up(at(1, 300, 300)).drags, true);
  assert.equal(fingers.up(at(1, 300, 300)), null);
});

test("a finger drags once it has slid, and goes on dragging on the way back", () => {
  const fingers = new Fingers();
  fingers.down(at(1, 100, 100), "c1");
  assert.equal(fingers.move(at(1, 106, 104)), null);
  assert.deepEqual(fingers.move(at(1, 140, 100)).dx, 40);
  assert.equal(fingers.move(at(1, 101, 100)).drags, true);
});

test("a palm is known by its width and drags nothing", () => {
  const fingers = new Fingers();
  assert.equal(fingers.down(at(1, 0, 0, 0, 140), "c1").palm, true);
  assert.equal(fingers.move(at(1, 300, 0)), null);
});

test("a click after a finger only repeats it; one from a key, or long after, does not", () => {
  const fingers = new Fingers();
  assert.equal(fingers.isEcho({ detail: 1, timeStamp: 900 }), false);
  fingers.down(at(1, 0, 0, 1_000), "clock");
  fingers.up(at(1, 0, 0, 1_080));
  assert.equal(fingers.isEcho({ detail: 1, timeStamp: 1_080 }), true);
  assert.equal(fingers.isEcho({ detail: 0, timeStamp: 1_081 }), false);
  assert.equal(fingers.isEcho({ detail: 1, timeStamp: 3_000 }), false);
});

test("the speed is that of the end of the slide", () => {
  const fingers = new Fingers();
  fingers.down(at(1, 0, 0, 0), "c1");
  fingers.move(at(1, 10, 0, 400));
  fingers.move(at(1, 30, 0, 500));
  fingers.move(at(1, 70, 0, 540));
  assert.equal(fingers.up(at(1, 70, 0, 540)).speed, 1);
  fingers.down(at(2, 0, 0, 0), "c1");
  fingers.move(at(2, 70, 0, 40));
  assert.ok(fingers.up(at(2, 70, 0, 900)).speed < 0.1); // it had come to rest
});

const PITCH = 100;
const aimed = (cell, dx, dy, more = {}) => edgeAimedAt(cell, { dx, dy, pitch: PITCH, ...more }, more.bottom);

test("a cube dragged to the end of its line is meant for that end", () => {
  assert.equal(aimed("c1", 200, 0), "E");
  assert.equal(aimed("c1", 260, -40), "E");
  assert.equal(aimed("c1", -170, 20), "W");
  assert.equal(aimed("c1", 10, -380), "N");
  assert.equal(aimed("d1", 90, 0), "E");
});

test("half the way, or beside the line, is nowhere", () => {
  assert.equal(aimed("c1", 120, 0), null);
  assert.equal(aimed("c1", 200, -150), null);
  assert.equal(aimed("c1", 0, -250), null);
});

test("a finger that slides 60 px in a hurry has only tapped", () => {
  for (const pitch of [52, 100]) {
    for (const [dx, dy] of [[60, 0], [-60, 0], [0, -60], [42, 42]]) {
      assert.equal(edgeAimedAt("d1", { dx, dy, pitch, speed: 3 }), null);
    }
  }
});

test("a swipe need not arrive, if it is fast and straight", () => {
  assert.equal(aimed("b1", 130, 20, { speed: 1 }), "E");
  assert.equal(aimed("b1", 130, 20, { speed: 0.2 }), null);
  assert.equal(aimed("b1", 130, 90, { speed: 1 }), null);
});

test("whoever sits elsewhere swipes as he sees it", () => {
  assert.equal(aimed("c1", 200, 0, { bottom: "N" }), "W");
  assert.equal(aimed("c1", 0, 200, { bottom: "W" }), "W");
  assert.equal(aimed("a3", 0, -390, { bottom: "W" }), "E");
});

test("the last move is traced from where the cube was taken to where it came back, from every seat", () => {
  const cells = ({ from, to }) => [from, to].map((point) => point.map((each) => Math.floor(each / 100)));
  assert.deepEqual(cells(traceOf("c1", "E")), [[2, 4], [4, 4]]);
  assert.deepEqual(cells(traceOf("c1", "N")), [[2, 4], [2, 0]]);
  assert.deepEqual(cells(traceOf("c1", "E", "N")), [[2, 0], [0, 0]]);
  assert.equal(traceOf("c1", "E", "N").side, "W");
});

test("a finger means the cell it lies on, from every side and in the gaps between the cubes", () => {
  const frame = { left: 40, top: 60, pitch: 100 };
  for (const bottom of ["S", "E", "N", "W"]) {
    for (const cell of CELLS) {
      const { column, row } = seenAt(cell, bottom);
      for (const inside of [1, 50, 99]) {
        const point = { x: 40 + column * 100 + inside, y: 60 + row * 100 + inside };
        assert.deepEqual(touchedAt(point, frame, { selected: null, ends: [] }, bottom), { cell });
      }
    }
  }
});

test("beside the cells only the ends of the cube in hand are meant, each in its own line", () => {
  const frame = { left: 40, top: 60, pitch: 100 };
  const hand = { selected: "c1", ends: ["N", "E", "W"] };
  const at = (x, y, bottom = "S") => touchedAt({ x, y }, frame, hand, bottom);
  assert.deepEqual(at(290, 30), { end: "N" });
  assert.deepEqual(at(560, 510), { end: "E" });
  assert.deepEqual(at(20, 510), { end: "W" });
  for (const [x, y] of [[290, 580], [190, 30], [20, 410], [20, 30]]) assert.deepEqual(at(x, y), {});
  assert.deepEqual(at(290, 580, "N"), { end: "N" });
  assert.deepEqual(touchedAt({ x: 290, y: 30 }, frame, { selected: null, ends: [] }), {});
});
