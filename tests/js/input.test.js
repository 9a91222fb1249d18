/** From taps to a move: board/input.js without a board. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { MoveInput } from "../../static/js/board/input.js";

const TWOS = "...../...../...../...../O.... X";
const FOURS = "...../...../...../...../..... S";

function laid(position, { confirms = false, may = true } = {}) {
  const told = { shown: null, moves: [], hand: null, refused: [] };
  const input = new MoveInput({
    show: (state) => (told.shown = state),
    onMove: (move, timeStamp) => {
      told.moves.push(move);
      told.timeStamp = timeStamp;
    },
    onHand: (hand) => (told.hand = hand),
    onRefused: ({ code }) => told.refused.push(code),
    confirms: () => confirms,
  });
  input.set({ position, may });
  return { input, told };
}

test("two taps make a move, and only legal ends are lit", () => {
  const { input, told } = laid(TWOS);
  input.cell("c1");
  assert.deepEqual(told.shown.ends, ["N", "E", "W"]);
  input.end("S");
  assert.deepEqual(told.moves, []);
  input.end("E");
  assert.deepEqual(told.moves, ["c1E"]);
  assert.equal(told.shown.selected, null);
});

test("another cube is taken instead, the same one is put back", () => {
  const { input, told } = laid(TWOS);
  input.cell("c1");
  input.cell("a5");
  assert.equal(told.shown.selected, "a5");
  input.cell("a5");
  assert.equal(told.hand.asks, "take");
});

test("the far cube of the line means that end, any other one is taken instead", () => {
  const { input, told } = laid(TWOS);
  input.cell("c1");
  assert.deepEqual(told.shown.goals, ["c5", "e1", "a1"]);
  input.cell("e2");
  assert.equal(told.shown.selected, "e2");
  assert.deepEqual(told.shown.goals, ["e5", "e1", "a2"]);
  input.cell("e1");
  assert.deepEqual(told.moves, ["e2S"]);
  assert.deepEqual(told.refused, []);
});

test("the opponent's cube at the far end is no mistake", () => {
  const { input, told } = laid(TWOS);
  input.cell("d1");
  input.cell("a1");
  assert.deepEqual([told.moves, told.refused], [["d1W"], []]);
});

test("once the end is chosen, the far cubes are cubes again", () => {
  const { input, told } = laid(FOURS);
  input.cell("e3");
  input.end("W");
  assert.deepEqual(told.shown.goals, []);
  input.cell("a3");
  assert.equal(told.shown.selected, "a3");
});

test("a move has the time of the touch that completed it", () => {
  const { input, told } = laid(TWOS);
  input.cell("c1", 100);
  input.cell("e1", 250);
  assert.equal(told.timeStamp, 250);
});

test("what cannot be taken is refused with the rule that forbids it", () => {
  const { input, told } = laid(TWOS);
  input.cell("c3");
  input.cell("a1");
  assert.deepEqual(told.refused, ["not-on-edge", "opponents-cube"]);
  assert.equal(told.shown.selected, null);
});

test("in fours the dot is asked for, and one step back leads to the ends again", () => {
  const { input, told } = laid(FOURS);
  input.cell("e3");
  input.end("W");
  assert.equal(told.hand.asks, "dot");
  assert.deepEqual(told.shown.ends, ["W"]);
  input.dot("E");
  assert.deepEqual(told.moves, []);
  input.cancel();
  assert.equal(told.hand.asks, "end");
  input.end("N");
  input.dot("N");
  assert.deepEqual(told.moves, ["e3N.N"]);
});

test("where the clock confirms, nothing is played before it is pressed", () => {
  const { input, told } = laid(TWOS, { confirms: true });
  assert.equal(input.press(), false);
  input.cell("c1");
  input.end("N");
  assert.deepEqual([told.moves, told.hand.asks], [[], "press"]);
  input.end("E");
  assert.equal(input.press(), true);
  assert.deepEqual(told.moves, ["c1E"]);
});

test("the hand keeps its cube while nothing changes, and drops it when the position does", () => {
  const { input, told } = laid(TWOS);
  input.cell("c1");
  input.set({ position: TWOS, may: true });
  assert.equal(told.shown.selected, "c1");
  input.set({ position: TWOS.replace("X", "O"), may: true });
  assert.equal(told.shown.selected, null);
});

test("nobody's taps count while nobody may move", () => {
  const { input, told } = laid(TWOS, { may: false });
  input.cell("c1");
  assert.deepEqual([told.shown.takeable, told.shown.selected, told.hand.asks], [[], null, null]);
});
