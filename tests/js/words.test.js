/** The words for players and spectators: whose line it was, who declined, and names in place of seats. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { declinedWords, eventWords } from "../../static/js/game/event_words.js";
import { endingWords, namedParams, notMadeWords, ownEndingWords, sentence } from "../../static/js/game/words.js";
import { IllegalMove } from "../../static/js/rules/faults.js";
import { questionFor, awaitsConfirmation } from "../../static/js/table/questions.js";

const TWO = { seats: 2, players: { X: { name: "Mira" }, O: { name: "Jonas" } } };
const FOUR = { seats: 4, players: { N: { name: "Ada" }, E: { name: "Ben" }, S: { name: "Cem" }, W: { name: "Dora" } } };
const SLIP = { winner: "X", ending: "opponent-line", lines: [] };
const QUIET = { seat: "X", outcome: null, proposal: null, claims: [], resigning: [], confirmed: [], disputed: [] };

const ASKED = { choosing: false, confirms: "doubtful" };

const CONFIRMS = [
  ["doubtful", "line", [], true],
  ["doubtful", "resignation", [], false],
  ["doubtful", "agreement", [], false],
  ["both", "agreement", ["O"], true],
  ["one", "line", [], true],
  ["one", "line", ["O"], false],
  ["none", "flag", [], false],
];
for (const [confirms, ending, confirmed, asks] of CONFIRMS) {
  test(`confirmed by ${confirms}, after ${ending} and ${confirmed.length} confirmations, a side is ${asks ? "" : "not "}asked`, () => {
    const state = { ...QUIET, outcome: { winner: ending === "agreement" ? null : "X", ending, lines: [] }, confirmed };
    assert.equal(questionFor("X", state, TWO, { choosing: false, confirms }).answers.length, asks ? 1 : 0);
    assert.equal(awaitsConfirmation(state, confirms), asks, "the tablet waits as long as somebody is asked");
  });
}

test("a line of the opponent's symbol is told from each side", () => {
  assert.equal(ownEndingWords(SLIP, "X"), "the other side's move completed this line");
  assert.equal(ownEndingWords(SLIP, "O"), "your own move completed their line");
  assert.equal(endingWords(SLIP), "the other side's move completed this line");
});

test("a refusal names players, not the letters of seats", () => {
  const fault = new IllegalMove("not-your-line", { seat: "W" });
  assert.equal(sentence(fault, FOUR), "The line is not Dora's to call");
  assert.deepEqual(namedParams(FOUR, { seat: "game", side: "X", ply: 3 }), { seat: "game", side: "Ada and Cem", ply: 3 });
});

test("a call without a line says that the move was not made", () => {
  const fault = new IllegalMove("no-line-to-call");
  assert.equal(`${sentence(fault, TWO)}${notMadeWords(fault)}`.startsWith("There is no line to call. The move was not made"), true);
  assert.equal(notMadeWords(new IllegalMove("must-pass", { seat: "X" })), "");
});

test("who said no is told with what follows", () => {
  assert.equal(declinedWords(TWO, { seat: "O", asked: null }), "Jonas declines: the game goes on.");
  assert.match(eventWords(TWO, { kind: "declined", seat: "O", asked: "result", outcome: null }, QUIET), /Jonas plays on.*clock runs/);
});

test("an entry of one side is not called a confirmed result", () => {
  const entered = { kind: "confirmed", side: "X", claim: { side: "X" }, outcome: null };
  const claims = [{ side: "X", outcome: { winner: "X" } }];
  assert.match(eventWords(TWO, entered, { ...QUIET, claims }), /^Entered by Mira: Mira won.*Waiting for Jonas\.$/);
  assert.equal(eventWords(TWO, { ...entered, claim: null }, QUIET), "Result confirmed");
});

test("a partner may say no to resigning", () => {
  const { answers } = questionFor("W", { ...QUIET, resigning: ["E"] }, FOUR, ASKED);
  assert.deepEqual(answers.map(({ request }) => request.type), ["resign", "decline"]);
});

test("an entered result can be agreed to, answered with another, or turned down", () => {
  const claims = [{ side: "X", outcome: { winner: "X", ending: "line" } }];
  const { answers } = questionFor("O", { ...QUIET, claims }, TWO, ASKED);
  assert.deepEqual(answers.map(({ request, choose }) => request?.type ?? choose), ["confirm", true, "decline"]);
});
