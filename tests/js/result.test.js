/** The result of a game without moves, as each phone sees it: the entries and the possible requests. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { agreeRequest, entryRequest, entryOf } from "../../static/js/game/result.js";
import { claimWords, entriesWords, stageWords } from "../../static/js/game/words.js";
import { PlayerSeat } from "../../static/js/play/seat.js";

const TWO = { seats: 2, input: "presses", casual: false, rules: "", players: { X: { name: "Mira" }, O: { name: "Jonas" } } };
const FOUR = { ...TWO, seats: 4, players: { N: { name: "Ada" }, E: { name: "Ben" }, S: { name: "Cem" }, W: { name: "Dora" } } };

const claim = (side, winner) => ({ side, outcome: { winner, ending: winner ? "line" : "agreement" } });

function seated(mine, claims = [], { game = TWO, status = "running", seat = game.seats === 4 ? "N" : "X" } = {}) {
  const sits = new PlayerSeat();
  sits.onState({ game, status, seat, claims, ply: 4, mine: { seats: mine, verbs: [] } });
  return sits;
}

const STAGES = [
  ["nobody has entered anything", [], "open", null],
  ["the own side has", [claim("X", "X")], "entered", "Waiting for Jonas."],
  ["the other side has", [claim("O", "O")], "asked", "Is that right?"],
  [
    "both have, and differ",
    [claim("X", "X"), claim("O", "O")],
    "differ",
    "The two entries differ. Enter the same result, or call the arbiter.",
  ],
];
for (const [when, claims, stage, words] of STAGES) {
  test(`when ${when}, the entry is ${stage}`, () => {
    const entry = entryOf(seated(["X"], claims));
    assert.equal(entry.stage, stage);
    assert.equal(stageWords(TWO, entry), words);
  });
}

test("a casual game has no arbiter to call", () => {
  const game = { ...TWO, casual: true };
  const entry = entryOf(seated(["X"], [claim("X", "X"), claim("O", null)], { game }));
  assert.equal(stageWords(game, entry), "The two entries differ. Agree, and enter the same result.");
});

test("a result is entered as this side sees it", () => {
  const asks = (mine, result) => {
    const { winner, ending, side } = entryRequest(entryOf(seated(mine)), result);
    return `${side}: ${winner} ${ending}`;
  };
  assert.equal(asks(["X"], "won"), "X: X line");
  assert.equal(asks(["X"], "lost"), "X: O line");
  assert.equal(asks(["O"], "lost"), "O: X line");
  assert.equal(asks(["O"], "drawn"), "O: null agreement");
});

test("agreeing says what the other side said", () => {
  const entry = entryOf(seated(["O"], [claim("X", null)]));
  assert.deepEqual(agreeRequest(entry), { type: "confirm", side: "O", winner: null, ending: "agreement" });
});

test("a partner speaks for the side, and sees what the other partner entered", () => {
  assert.equal(entryOf(seated(["S"], [claim("X", "X")], { game: FOUR })).stage, "entered");
  assert.equal(entryOf(seated(["W"], [claim("X", "X")], { game: FOUR })).stage, "asked");
});

test("a phone with both seats answers for the side that has not entered yet", () => {
  assert.equal(entryOf(seated(["X", "O"])).side, "X");
  assert.equal(entryOf(seated(["X", "O"], [claim("X", "X")])).side, "O");
  assert.equal(entryOf(seated(["X", "O"], [claim("O", "X")])).side, "X");
});

test("nothing is entered before the start, after the end, or where the moves tell", () => {
  assert.equal(entryOf(seated(["X"], [], { status: "waiting" })), null);
  assert.equal(entryOf(seated(["X"], [], { status: "over" })), null);
  assert.equal(entryOf(seated(["X"], [], { game: { ...TWO, input: "moves" } })), null);
  assert.notEqual(entryOf(seated(["X"], [], { status: "paused" })), null);
});

test("everybody reads who entered what, and what is waited for", () => {
  assert.equal(entriesWords(TWO, []), "");
  assert.equal(entriesWords(TWO, [claim("X", "X")]), "Entered by Mira: Mira won. Waiting for Jonas.");
  assert.equal(entriesWords(FOUR, [claim("O", null)]), "Entered by Ben and Dora: draw. Waiting for Ada and Cem.");
  assert.equal(
    entriesWords(TWO, [claim("X", "X"), claim("O", "O")]),
    "Entered by Mira: Mira won.\nEntered by Jonas: Jonas won. The two entries differ.",
  );
  assert.equal(claimWords(TWO, [claim("O", "X")], "O"), "Entered by you: Mira won.");
});
