/**
 * Plays two players against each other and tells how it went: `node match.js 6 5 2 40 60` lets level 6 meet level 5 in
 * the games of two from number 40 up to 60. A player is a level or one of the simple ones below. Every opening of two
 * random moves is played twice, with the sides changed.
 */
import { difference, linesWorth } from "../../../static/js/engine/evaluation.js";
import { LevelChoice, chanceFrom, levelOf } from "../../../static/js/engine/levels.js";
import { KINDS } from "../../../static/js/engine/move_generator.js";
import { PositionMemory } from "../../../static/js/engine/search_memory.js";
import { parseMove } from "../../../static/js/rules/moves.js";
import { Play } from "../../../static/js/rules/play.js";
import { Position } from "../../../static/js/rules/position.js";
import { SEATS } from "../../../static/js/rules/seats.js";

const OPENING_PLIES = 2;
const LONGEST = 400;

const pick = (all, chance) => all[Math.floor(chance() * all.length)];

/** Choose any legal move. */
const random = () => (play, chance) => pick(play.position.moves(), chance);

/** What looks best when it is made: it wins when it can, and never thinks of an answer. */
const greedy = () => (play, chance) => {
  const { side } = SEATS[play.position.seat];
  const worth = (move) => {
    const after = play.move(move);
    if (after.outcome) return after.outcome.winner === side ? Infinity : -Infinity;
    const { mine, theirs } = KINDS[play.position.seats].read(after.position);
    return difference(linesWorth(theirs), linesWorth(mine)) + chance();
  };
  const judged = play.position.moves().map((move) => ({ move, worth: worth(move) }));
  return judged.reduce((best, each) => (each.worth > best.worth ? each : best)).move;
};

const atLevel = (number) => {
  const memory = new PositionMemory();
  return (play, chance) => {
    memory.clear();
    return parseMove(new LevelChoice(play, levelOf(number), Math.floor(chance() * 2 ** 31), memory).finish());
  };
};

const playerOf = (name) => ({ random, greedy })[name]?.() ?? atLevel(Number(name));

function opening(seats, seed) {
  const chance = chanceFrom(seed);
  let play = Play.begin(Position.initial(seats));
  for (let ply = 0; ply < OPENING_PLIES; ply++) play = play.move(pick(play.position.moves(), chance));
  return play;
}

function meet(players, start, seed) {
  const chance = chanceFrom(seed);
  let play = start;
  while (!play.outcome && play.ply < LONGEST) {
    const player = players[SEATS[play.position.seat].side === "X" ? 0 : 1];
    play = play.move(player(play, chance)).afterPasses();
  }
  return play;
}

const [one, other, seats, from, to] = process.argv.slice(2);
const players = [playerOf(one), playerOf(other)];
const told = { won: 0, drawn: 0, lost: 0, plies: 0 };
for (let game = Number(from); game < Number(to); game++) {
  const changed = game % 2 === 1;
  const start = opening(Number(seats), 1_000 + (game >> 1));
  const { outcome, ply } = meet(changed ? [...players].reverse() : players, start, 77 * game + 5);
  const winner = outcome?.winner ?? null;
  told.plies += ply;
  if (winner === null) told.drawn += 1;
  else told[(winner === "X") !== changed ? "won" : "lost"] += 1;
}
console.log(JSON.stringify(told));
