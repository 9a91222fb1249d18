/** What a clock shows and says: the limit that ends the game first, its words, its warnings. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Clock } from "../../static/js/clock/clock.js";
import { readClock } from "../../static/js/clock/reading.js";
import { digitsOf, hasBeside } from "../../static/js/game/clock_view.js";
import {
  besideWords,
  figureText,
  leftWords,
  limitWord,
  spokenFigures,
  spokenTime,
  spokenTimes,
} from "../../static/js/game/clock_words.js";
import { eventWords } from "../../static/js/game/event_words.js";
import { Warnings } from "../../static/js/game/warnings.js";
import { moveWords } from "../../static/js/game/words.js";

const started = (control, seats = "XO") => Clock.new(control, seats).start(0).clock;
const facesAt = (control, now_ms) => readClock(started(control), now_ms).faces;
const GAME = { seats: 2, players: { X: { name: "Mira" }, O: { name: "Jonas" } } };
const FOURS = { seats: 4, players: { N: { name: "Ada" }, E: { name: "Ben" }, S: { name: "Li" }, W: { name: "Ines" } } };

test("the limit that kills is large and named, the others stand beside it", () => {
  const shown = (control, now_ms) => {
    const [face] = facesAt(control, now_ms);
    return [figureText(face.figures[0]), limitWord(face), besideWords(face)].join(" | ");
  };
  assert.equal(shown("0:40+2 m8", 7_100), "0:00.9 | this move | time 0:33");
  assert.equal(shown("g20", 1_191_000), "0:09.0 | game | used 19:51");
  assert.equal(shown("10+5", 2_000), "9:58 |  | ");
  assert.equal(shown("10d5", 2_000), "10:00 |  | delay 0:03.0");
  assert.equal(shown("0:05p2x10", 6_000), "0:09.0 | period | 2 periods");
});

test("a face keeps room for what it may ever say", () => {
  const keeps = (control) => hasBeside(started(control), facesAt(control, 0)[0]);
  assert.deepEqual(["10", "10+5", "2h", "-"].map(keeps), [false, false, false, false]);
  assert.deepEqual(["m30", "10 m30", "g20", "10d5", "10p3x30"].map(keeps), [true, true, true, true, true]);
});

test("the room for digits is that of the widest time and stays the same all game long", () => {
  const digits = (control, now_ms) => digitsOf(started(control), facesAt(control, now_ms));
  assert.deepEqual(["5", "0:30", "m30", "9:30h"].map((control) => digits(control, 0)), [3, 3, 3, 4]);
  assert.deepEqual([digits("10+5", 0), digits("10+5", 599_000)], [4, 4]);
  assert.deepEqual([digits("90+30", 0), digits("90+30", 5_399_000), digits("5 g60", 0)], [5, 5, 5]);
});

test("times are said in words", () => {
  assert.deepEqual([0, 1, 59, 60, 298, 3_600, 3_720].map(spokenTime), [
    "0 seconds",
    "1 second",
    "59 seconds",
    "1 minute",
    "4 minutes 58 seconds",
    "1 hour",
    "1 hour 2 minutes",
  ]);
  assert.equal(spokenFigures(facesAt("0:40+2 m8", 3_000)[0]), "5 seconds for this move, 37 seconds");
  assert.equal(spokenFigures(facesAt("g20", 61_000)[0]), "18 minutes 59 seconds for the game, 1 minute 1 second used");
});

test("whoever asks hears whose turn it is and every time", () => {
  const words = spokenTimes(GAME, facesAt("5", 2_000), false);
  assert.equal(words, "Mira to move. Mira: 4 minutes 58 seconds. Jonas: 5 minutes");
  assert.equal(spokenTimes(GAME, facesAt("5", 2_000), true), "Mira: 4 minutes 58 seconds. Jonas: 5 minutes");
});

/** Collect all sounds of a turn that is checked every 100 ms. */
function heardOf(control, until_ms) {
  const clock = started(control);
  const heard = [];
  const warnings = new Warnings({
    onLow: (seat) => heard.push(`low ${seat}`),
    onTimeLeft: (_seat, seconds, limit) => heard.push(leftWords(seconds, limit)),
    onTick: (_seat, seconds) => heard.push(`tick ${seconds}`),
  });
  for (let now_ms = 0; now_ms <= until_ms; now_ms += 100) warnings.onFaces(readClock(clock, now_ms).faces);
  return heard;
}

const LAST_FIVE = ["tick 5", "tick 4", "tick 3", "tick 2", "tick 1"];

test("low time rings once, is told, and ticks at ten and in the last five seconds", () => {
  assert.deepEqual(heardOf("1:10", 70_000), [
    "60 seconds left",
    "30 seconds left",
    "low X",
    "10 seconds left",
    ...LAST_FIVE,
  ]);
  assert.deepEqual(heardOf("5", 300_000), [
    "60 seconds left",
    "low X",
    "30 seconds left",
    "10 seconds left",
    "tick 10",
    ...LAST_FIVE,
  ]);
});

test("the limit that kills is the one that is heard: of the move", () => {
  assert.deepEqual(heardOf("5 m8", 8_000), ["tick 5", "low X", "tick 3", "tick 2", "tick 1"]);
  assert.deepEqual(heardOf("5 m30", 30_000), ["low X", "10 seconds left for this move", ...LAST_FIVE]);
});

test("a turn under the game's limit warns although the seat's own time counts up", () => {
  assert.deepEqual(heardOf("g1", 60_000), [
    "30 seconds left for the game",
    "low X",
    "10 seconds left for the game",
    ...LAST_FIVE,
  ]);
});

test("the end of each period is counted", () => {
  const ticks = heardOf("0:02p2x10", 22_000).filter((words) => words.startsWith("tick"));
  assert.deepEqual(ticks, ["tick 1", ...LAST_FIVE, ...LAST_FIVE]);
});

test("in fours the dot is said", () => {
  const words = moveWords(FOURS, { seat: "S", move: "c1E.N" });
  assert.equal(words, "Li: c1 comes back from the east, its dot points at Ada");
});

test("after a move it is said whose turn it is, and after one side's entry what was entered", () => {
  const after = { seat: "O", claims: [] };
  const moved = { kind: "moved", seat: "X", move: "c1E", passes: [], outcome: null };
  assert.equal(eventWords(GAME, moved, after), "Mira: c1 comes back from the east. Jonas to move");
  assert.equal(eventWords(GAME, { kind: "pressed", seat: "X", outcome: null }, after), "Jonas to move");
  const claim = { side: "X", outcome: { winner: "X", ending: "agreement", lines: [] } };
  const entered = { kind: "confirmed", seat: null, side: "X", claim, outcome: null };
  const words = eventWords(GAME, entered, { ...after, claims: [claim] });
  assert.equal(words, "Entered by Mira: Mira won. Waiting for Jonas.");
  const confirmed = { kind: "confirmed", seat: null, side: "X", claim: null, outcome: null };
  assert.equal(eventWords(GAME, confirmed, after), "Result confirmed");
});
