/** Plays random games from a seed, as a source of reachable positions. */
import { chanceFrom } from "../../static/js/engine/levels.js";
import { parseRules } from "../../static/js/rules/options.js";
import { Play } from "../../static/js/rules/play.js";
import { Position } from "../../static/js/rules/position.js";

const LONGEST = 120;

/**
 * List all states of random games that are not over.
 * @param {{ count: number, seats?: 2 | 4, seed?: number, rules?: string }} wanted
 */
export function randomPlays({ count, seats = 2, seed = 1, rules = "" }) {
  const chance = chanceFrom(seed);
  const plays = [];
  while (plays.length < count) {
    let play = Play.begin(Position.initial(seats), parseRules(rules));
    while (!play.outcome && play.ply < LONGEST) {
      plays.push(play);
      const moves = play.position.moves();
      play = play.move(moves[Math.floor(chance() * moves.length)]).afterPasses();
    }
  }
  return plays.slice(0, count);
}

/** List states in which a side is about to win: the later ones of a game. */
export const tensePlays = (wanted) => randomPlays({ ...wanted, count: 6 * wanted.count }).filter(({ ply }) => ply > 12).slice(0, wanted.count);
