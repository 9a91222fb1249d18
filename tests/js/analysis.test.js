/** The review of a finished game agrees with its moves. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { CURVE, curvePath, plyAt } from "../../static/js/analysis/curve.js";
import { GameReview, forcedLine, momentWords, playsOf, standingWords } from "../../static/js/analysis/review.js";
import { Thinking } from "../../static/js/engine/thinking.js";
import { formatMove, parseMove } from "../../static/js/rules/moves.js";
import { Play } from "../../static/js/rules/play.js";
import { Position } from "../../static/js/rules/position.js";

/** Return the steps of a game as a page gets them. */
function stepsOf(moves) {
  let play = Play.begin(Position.initial());
  const steps = [{ seat: null, move: null, position: String(play.position) }];
  for (const move of moves.split(" ")) {
    const { seat } = play.position;
    play = play.move(parseMove(move)).afterPasses();
    steps.push({ seat, move, position: String(play.position) });
  }
  return steps;
}

function reviewed(moves, depth = 2) {
  const review = new GameReview(stepsOf(moves), "");
  while (review.open !== null) {
    const ply = review.open;
    review.judge(ply, { ...new Thinking(review.plays[ply], { depth }).finish(), isLast: true });
  }
  return review;
}

const names = { X: "Ada", O: "Ben" };
const said = (review) => review.moments.map((moment) => `${moment.ply} ${momentWords(moment, (side) => names[side])}`);

/** Both fill a row, four each. */
const RACE = "e1W e5W e1W e5W e1W e5W e1W e5W";

test("whoever could win at once and did not is told so, and who won by it", () => {
  const review = reviewed(`${RACE} e3W e5W`);
  assert.deepEqual(said(review).slice(-1), ["9 Ada missed a win in 1 move"]);
  assert.equal(review.plays[10].outcome.winner, "O");
});

test("whoever lets the other side win is told so", () => {
  const review = reviewed("e1W e5W e1W e5W e1W e5W e1W e3W e1W");
  assert.ok(said(review).some((words) => /^\d Ben let Ada win in 1 move$/.test(words)), said(review).join());
});

test("a line of the other side that was completed is named", () => {
  const position = Position.parse("...../...../...../..O../OO.OO X");
  const before = Play.begin(position);
  const move = position.moves().find((each) => before.move(each).outcome?.ending === "opponent-line");
  const after = before.move(move);
  const steps = [
    { seat: null, move: null, position: String(position) },
    { seat: "X", move: formatMove(move), position: String(after.position) },
  ];
  assert.deepEqual(said(new GameReview(steps, "")), ["1 Ada completed a line of Ben"]);
});

test("the curve has a point for each ply that is judged, and ends at the top when crosses won", () => {
  const review = reviewed(`${RACE} e1W`);
  const points = curvePath(review).slice(1).split("L");
  assert.equal(points.length, 10);
  assert.equal(points[9], `${CURVE.width} 6`);
  assert.deepEqual([plyAt(0, 9), plyAt(0.5, 9), plyAt(2, 9)], [0, 5, 9]);
});

test("a forced win is told with its moves", () => {
  const review = reviewed(`${RACE} e1W`);
  const words = standingWords(review.plays[8], review.judgedAt(8), (side) => names[side]);
  assert.equal(words, "Win for Ada in 1 move");
});

test("a forced win is drawn as the line that it ends with, and nothing is drawn where none is forced", () => {
  const review = reviewed(`${RACE} e1W`);
  assert.deepEqual(forcedLine(review.plays[8], review.judgedAt(8)), ["a1", "b1", "c1", "d1", "e1"]);
  assert.deepEqual(forcedLine(review.plays[0], review.judgedAt(0)), []);
});

test("where an arbiter put the cubes otherwise the review goes on from there", () => {
  const steps = stepsOf("e1W e5W");
  const placed = "...../..X../...../...../..... X";
  const plays = playsOf([...steps.slice(0, 2), { ...steps[2], position: placed }], "");
  assert.equal(String(plays[2].position), placed);
});
