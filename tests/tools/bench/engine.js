/**
 * How fast the engine looks, beside a plain alpha-beta on the rules as they stand: the same depth from the same
 * positions, and the same answer.
 */
import { difference, freedom, linesWorth } from "../../../static/js/engine/evaluation.js";
import { KINDS } from "../../../static/js/engine/move_generator.js";
import { PositionMemory, TreeFrames } from "../../../static/js/engine/search_memory.js";
import { Thinking } from "../../../static/js/engine/thinking.js";
import { judge } from "../../../static/js/rules/outcome.js";
import { Play } from "../../../static/js/rules/play.js";
import { Position } from "../../../static/js/rules/position.js";
import { randomPlays } from "../../js/positions.js";

const SECOND_MS = 1_000;
const PLAIN_DEPTH = 4;
const PLAIN_POSITIONS = 2;

/** What this thread has used of its processor: others on the machine do not count. */
const spent_ms = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

function timed(work) {
  const begun = spent_ms();
  const value = work();
  return { value, time_ms: spent_ms() - begun };
}

/** Depth and positions after one second, from the opening. */
function afterOneSecond(seats) {
  const thinking = new Thinking(Play.begin(Position.initial(seats)));
  const begun = spent_ms();
  while (spent_ms() - begun < SECOND_MS && !thinking.step(5_000));
  return { depth: thinking.finding.depth, nodes: thinking.nodes, time_ms: spent_ms() - begun };
}

let plainNodes = 0;

function plainSearch(position, depth, alpha, beta) {
  plainNodes += 1;
  if (depth === 0) {
    const { mine, theirs } = KINDS[2].read(position);
    return difference(linesWorth(mine), linesWorth(theirs)) + freedom(mine, theirs);
  }
  let best = -Infinity;
  for (const move of position.moves()) {
    const after = position.play(move);
    const made = judge(position, after);
    const score = made.opponent.length
      ? -30_000
      : made.own.length
        ? 30_000
        : -plainSearch(after, depth - 1, -beta, -Math.max(alpha, best));
    best = Math.max(best, score);
    if (best >= beta) return best;
  }
  return best;
}

function perft(frames, ply, depth) {
  const count = KINDS[2].expand(frames, ply, true);
  if (depth === 1) return count + frames.decided;
  let total = 0;
  for (let child = 0; child < count; child++) {
    frames.descend(ply, ply * frames.width + child);
    total += perft(frames, ply + 1, depth - 1);
  }
  return total;
}

const early = randomPlays({ count: 400, seed: 3 }).filter(({ ply }) => ply === 4).slice(0, PLAIN_POSITIONS);
const memory = new PositionMemory();
const searched = () =>
  early.map((play) => {
    memory.clear();
    return new Thinking(play, { depth: PLAIN_DEPTH }, memory).finish().score;
  });
searched(); // once, so that neither is measured before it is compiled
const engine = timed(searched);
const plain = timed(() => early.map(({ position }) => plainSearch(position, PLAIN_DEPTH, -Infinity, Infinity)));
console.log(
  JSON.stringify({
    two: afterOneSecond(2),
    four: afterOneSecond(4),
    perft_ms: timed(() => perft(new TreeFrames(KINDS[2].width), 0, 4)).time_ms,
    engine_ms: engine.time_ms,
    plain_ms: plain.time_ms,
    plain_nodes: plainNodes,
    depth: PLAIN_DEPTH,
  }),
);
