/** The rules in the browser answer every case as those in Python do. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { formatMove, parseMove } from "../../static/js/rules/moves.js";
import { formatRules, parseRules } from "../../static/js/rules/options.js";
import { resultOf } from "../../static/js/rules/outcome.js";
import { Play } from "../../static/js/rules/play.js";
import { Position } from "../../static/js/rules/position.js";
import { outcomeOf, vectors } from "./vectors.js";

const cases = vectors("rules");
const PASS = "--";

const READERS = {
  moves: (text) => formatMove(parseMove(text)),
  rules: (text) => formatRules(parseRules(text)),
  positions: (text) => String(Position.parse(text)),
};

for (const [kind, read] of Object.entries(READERS)) {
  test(`${kind} are read and written alike, or refused with the same sentence`, () => {
    for (const { text, written, refused, said } of cases[kind]) {
      const expected = refused ? { refused, text: said } : { value: written };
      assert.deepEqual(outcomeOf(() => read(text)), expected, text);
    }
  });
}

test("every position has the same moves in the same order", () => {
  const full = cases.positions.filter((each) => "moves" in each);
  assert.ok(full.length > 20);
  for (const { text, moves, blanks } of full) {
    const position = Position.parse(text);
    assert.equal(position.moves().map(formatMove).join(" "), moves, text);
    assert.equal(position.blanks, blanks);
    assert.equal(position.isStuck, moves === "");
  }
});

test("any move in any position comes to the same, or is refused for the same reason", () => {
  for (const { position, move, after, refused, said } of cases.refused) {
    const expected = refused ? { refused, text: said } : { value: after };
    const found = outcomeOf(() => String(Position.parse(position).play(parseMove(move))));
    assert.deepEqual(found, expected, `${move} in ${position}`);
  }
});

function take(play, asked) {
  if (asked === PASS) return play.afterPass();
  if (asked.endsWith(" calls")) return play.call(asked[0]);
  return play.move(parseMove(asked), play.position.seat);
}

const joined = (lines) => lines.map((line) => line.join(" "));

const standing = ({ position, quiet, seen, uncalled, outcome }) => ({
  position: String(position),
  quiet,
  seen: seen.length,
  uncalled: joined(uncalled),
  outcome: outcome && `${resultOf(outcome)} ${outcome.ending}`,
  lines: outcome ? joined(outcome.lines) : [],
});

test("games stand alike after every step", () => {
  for (const { rules, position, steps } of cases.games) {
    let play = Play.begin(Position.parse(position), parseRules(rules));
    for (const { do: asked, refused, said, ...expected } of steps) {
      const found = outcomeOf(() => take(play, asked));
      if (refused) {
        assert.deepEqual(found, { refused, text: said }, asked);
        continue;
      }
      play = found.value;
      assert.deepEqual(standing(play), expected, asked);
    }
  }
});

test("the opening has the known numbers of sequences", () => {
  const count = (position, depth) =>
    depth === 0 ? 1 : position.moves().reduce((sum, move) => sum + count(position.play(move), depth - 1), 0);
  assert.deepEqual([1, 2, 3].map((depth) => count(Position.initial(2), depth)), [44, 1_836, 76_596]);
  assert.deepEqual([1, 2].map((depth) => count(Position.initial(4), depth)), [88, 7_344]);
});
