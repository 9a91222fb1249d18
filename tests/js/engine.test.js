/** The engine plays by the rules, and its judgements are true. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { plainPlay, playOf } from "../../static/js/engine/engine_question.js";
import { EngineRunner } from "../../static/js/engine/engine_runner.js";
import { LEVELS, LevelChoice } from "../../static/js/engine/levels.js";
import { KINDS } from "../../static/js/engine/move_generator.js";
import { PositionMemory, TreeFrames } from "../../static/js/engine/search_memory.js";
import { Thinking } from "../../static/js/engine/thinking.js";
import { parseMove, formatMove } from "../../static/js/rules/moves.js";
import { parseRules } from "../../static/js/rules/options.js";
import { Play } from "../../static/js/rules/play.js";
import { Position } from "../../static/js/rules/position.js";
import { SEATS } from "../../static/js/rules/seats.js";
import { randomPlays, tensePlays } from "./positions.js";
import { vectors } from "./vectors.js";

const memory = new PositionMemory(16);
/** The factor of the number of positions: `ENGINE_TIMES=10` tests ten times as many. */
const TIMES = Number(process.env.ENGINE_TIMES ?? 1);

function framesAt(kind, position) {
  const frames = new TreeFrames(kind.width);
  const { mine, theirs, extra } = kind.read(position);
  [frames.mine[0], frames.theirs[0], frames.extra[0]] = [mine, theirs, extra];
  return frames;
}

function perft(kind, frames, ply, depth) {
  const count = kind.expand(frames, ply, true);
  if (depth === 1) return count + frames.decided;
  let total = 0;
  for (let child = 0; child < count; child++) {
    frames.descend(ply, ply * kind.width + child);
    total += perft(kind, frames, ply + 1, depth - 1);
  }
  return total;
}

for (const [seats, counts] of [[2, [44, 1_836, 76_596, 3_018_100]], [4, [88, 7_344, 595_264]]]) {
  test(`with ${seats} players there are as many sequences of moves as the rules know`, () => {
    const kind = KINDS[seats];
    const found = counts.map((_, before) => perft(kind, framesAt(kind, Position.initial(seats)), 0, before + 1));
    assert.deepEqual(found, counts);
  });
}

/** List for every move by the rules whether the game continues, and with which cubes. */
function byRules(play) {
  return play.position.moves().map((move) => {
    const after = play.move({ ...move, call: false });
    const ended = after.outcome ?? (after.uncalled.length ? { winner: SEATS[play.position.seat].side } : null);
    return ended?.winner ? `${formatMove(move)} ends` : `${formatMove(move)} ${after.position}`;
  });
}

/** List the same by the engine. */
function byEngine(play) {
  const kind = KINDS[play.position.seats];
  const frames = framesAt(kind, play.position);
  const count = kind.expand(frames, 0, true);
  const { extra } = kind.read(play.position);
  return Array.from({ length: count }, (_, child) => {
    const move = kind.moveOf(frames.childMove[child], extra);
    const after = play.position.play(move);
    const { mine, theirs, extra: rest } = kind.read(after);
    frames.descend(0, child);
    assert.deepEqual([frames.mine[1], frames.theirs[1], frames.extra[1]], [mine, theirs, rest], `${formatMove(move)} in ${play.position}`);
    return `${formatMove(move)} ${after}`;
  });
}

for (const [seats, rules] of [[2, "repetition=0"], [4, "repetition=0"], [2, "repetition=0 announce=required"], [4, "repetition=0 announce=required"]]) {
  test(`${seats} players, ${rules}: positions of random games have the moves that the rules allow`, () => {
    for (const play of randomPlays({ count: 250 * TIMES, seats, rules, seed: seats })) {
      const goOn = byRules(play).filter((each) => !each.endsWith(" ends"));
      assert.deepEqual(byEngine(play), goOn, String(play.position));
    }
  });
}

test("positions that Python wrote have as many moves for the engine", () => {
  const full = vectors("rules").positions.filter(({ moves }) => moves !== undefined);
  assert.ok(full.length > 20);
  for (const { text, moves } of full) {
    const position = Position.parse(text);
    const kind = KINDS[position.seats];
    const frames = framesAt(kind, position);
    const count = kind.expand(frames, 0, true) + frames.decided;
    assert.equal(count, moves === "" ? 0 : moves.split(" ").length, text);
  }
});

const sideOf = (play) => SEATS[play.position.seat].side;
const winsAtOnce = (play, side) =>
  play.position.moves().some((move) => play.move({ ...move, call: false }).outcome?.winner === side);

/** Return whether the move is sound: it wins at once, or else does not lose by the move or the answer if possible. */
function isSound(play, text) {
  const side = sideOf(play);
  const after = play.move(parseMove(text)).afterPasses();
  if (winsAtOnce(play, side)) return after.outcome?.winner === side;
  const holds = (next) => (next.outcome ? next.outcome.winner !== other(side) : sideOf(next) === side || !winsAtOnce(next, other(side)));
  if (holds(after)) return true;
  return !play.position.moves().some((move) => holds(play.move(move).afterPasses()));
}
const other = (side) => (side === "X" ? "O" : "X");

for (const [number, count] of [[2, 120], [3, 60], [4, 30], [5, 30], [6, 2]]) {
  test(`level ${number} takes a win in one and never walks into a loss in one`, () => {
    const level = LEVELS[number - 1];
    for (const play of tensePlays({ count: count * TIMES, seed: number })) {
      const move = new LevelChoice(play, level, number, memory).finish();
      memory.clear();
      assert.ok(isSound(play, move), `${move} in ${play.position}`);
    }
  });
}

test("in fours neither", () => {
  for (const play of tensePlays({ count: 40 * TIMES, seats: 4, seed: 4 })) {
    const move = new LevelChoice(play, LEVELS[1], 4, memory).finish();
    memory.clear();
    assert.ok(isSound(play, move), `${move} in ${play.position}`);
  }
});

test("the lowest level plays legal moves too, with two and with four", () => {
  for (const seats of [2, 4]) {
    for (const play of randomPlays({ count: 60 * TIMES, seats, seed: 9 })) {
      play.move(parseMove(new LevelChoice(play, LEVELS[0], 3, memory).finish()));
    }
  }
});

/** Return whether the side to move wins against every defence by the engine's moves. */
function winsAgainstAll(play, side, plies) {
  if (play.outcome) return play.outcome.winner === side;
  if (plies <= 0) return false;
  if (sideOf(play) !== side) {
    return play.position.moves().every((move) => winsAgainstAll(play.move(move).afterPasses(), side, plies - 1));
  }
  const { move } = new Thinking(play, { depth: plies }, memory).finish();
  return move !== null && winsAgainstAll(play.move(parseMove(move)).afterPasses(), side, plies - 1);
}

for (const seats of [2, 4]) {
  test(`${seats} players: a forced win that is announced holds against every defence`, () => {
    let proved = 0;
    memory.clear();
    for (const play of tensePlays({ count: 240 * TIMES, seats, seed: 20 + seats })) {
      const { ends_in, score } = new Thinking(play, { depth: 4 }, memory).finish();
      if (ends_in === null || ends_in < 3 || score < 0 || ends_in > 5) continue;
      assert.ok(winsAgainstAll(play, sideOf(play), ends_in), String(play.position));
      proved += 1;
    }
    assert.ok(proved >= 5, `only ${proved}`);
  });
}

const XXXX = "XXXX./...../..O../.O.../OO... X";

test("a line that has to be called is played with the call", () => {
  const play = Play.begin(Position.parse(XXXX), parseRules("announce=required"));
  const found = new Thinking(play, { depth: 2 }).finish();
  assert.equal(found.ends_in, 1);
  assert.ok(found.move.endsWith("!"), found.move);
  assert.equal(play.move(parseMove(found.move)).outcome.winner, "X");
});

test("a position that comes for the third time is a draw, so who stands worse goes there", () => {
  const position = Position.parse("XXXX./XXX../OOX../OO.../..... O");
  const worse = new Thinking(Play.begin(position), { depth: 3 }).finish();
  assert.ok(worse.score < 0);
  const after = position.play(parseMove(worse.line[0]));
  const seen = [String(after), String(after)];
  const drawn = new Thinking(new Play({ position, rules: parseRules(""), seen }), { depth: 1 }).finish();
  assert.ok(drawn.score >= Math.min(0, worse.score));
});

test("moves without a blank cube are counted where the rules count them", () => {
  const position = Position.parse(XXXX);
  const rules = parseRules("move_limit=80");
  assert.equal(new Thinking(new Play({ position, rules, quiet: 79 }), { depth: 3 }).finish().ends_in, 1);
  const full = Position.parse("XXOOX/OOXXO/XXOOX/OOXXO/XOXOX X");
  assert.equal(new Thinking(new Play({ position: full, rules, quiet: 79 }), { depth: 3 }).finish().score, 0);
});

test("the same seed gives the same game, another seed another one", () => {
  const game = (seed) => {
    let play = Play.begin(Position.initial());
    const moves = [];
    while (!play.outcome && play.ply < 12) {
      const move = new LevelChoice(play, LEVELS[2], seed).finish();
      moves.push(move);
      play = play.move(parseMove(move));
    }
    return moves.join(" ");
  };
  assert.equal(game(5), game(5));
  assert.notEqual(game(5), game(6));
});

test("a limit of positions is kept to the position", () => {
  const thinking = new Thinking(Play.begin(Position.initial()), { nodes: 12_345 });
  thinking.finish();
  assert.equal(thinking.nodes, 12_345);
});

test("a game travels as text and comes back as it was", () => {
  for (const play of randomPlays({ count: 50, rules: "announce=required move_limit=90" })) {
    const back = playOf(plainPlay(play));
    assert.deepEqual([back.position, back.rules, back.seen, back.quiet], [play.position, play.rules, play.seen, play.quiet]);
  }
});

/** Make a clock that the engine's steps advance, so that the test measures work after a stop, not speed. */
function countedDesk() {
  let looks = 0;
  const turns = [];
  const desk = new EngineRunner({ now: () => looks++, breathe: async () => turns.push(looks) });
  return { desk, turns };
}

test("the engine stops as soon as it is asked, with a legal move", async () => {
  const { desk, turns } = countedDesk();
  const play = Play.begin(Position.initial());
  const answer = await new Promise((resolve) => {
    desk.answer({ play: plainPlay(play), level: 6, time_ms: 100_000 }, (told) => told.isLast && resolve(told));
    desk.stop();
  });
  play.move(parseMove(answer.move));
  assert.equal(turns.length, 1);
  assert.ok(turns[0] < 20, "a slice is shorter than twenty looks at the clock");
});

test("a new question ends the one before, which is never answered", async () => {
  const { desk } = countedDesk();
  const play = plainPlay(Play.begin(Position.initial()));
  const answers = [];
  const first = desk.answer({ play, time_ms: 1_000_000 }, ({ isLast }) => isLast && answers.push("first"));
  await desk.answer({ play, depth: 3 }, ({ isLast, depth }) => isLast && answers.push(depth));
  await first;
  assert.deepEqual(answers, [3]);
});
