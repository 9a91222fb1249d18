/** Questions to the engine and its answers, as plain values for messages to a worker and back. Pure. */
import { formatMove } from "../rules/moves.js";
import { formatRules, parseRules } from "../rules/options.js";
import { Play } from "../rules/play.js";
import { Position } from "../rules/position.js";

/** @typedef {import("./thinking.js").Finding} Finding */

/**
 * @typedef {object} Question
 * @property {PlainPlay} play  a game that is not over
 * @property {number} [level]  the move that this level makes; without it, what is best
 * @property {number} [seed]
 * @property {number} [depth] @property {number} [nodes] @property {number} [time_ms]  limits, whichever comes first
 */

/** @typedef {Omit<Finding, "move"> & { move: string, isLast: boolean }} Answer  the last one stands */

/**
 * @typedef {object} PlainPlay
 * @property {string} position @property {string} rules @property {readonly string[]} seen
 * @property {number} quiet @property {number} ply
 */

/** @param {Play} play @returns {PlainPlay} */
export const plainPlay = ({ position, rules, seen, quiet, ply }) => ({
  position: String(position),
  rules: formatRules(rules),
  seen: [...seen],
  quiet,
  ply,
});

/** @param {PlainPlay} plain */
export const playOf = ({ position, rules, seen, quiet, ply }) =>
  new Play({ position: Position.parse(position), rules: parseRules(rules), seen, quiet, ply });

/**
 * Return the move, with the call if it makes a line that has to be called (docs/rules.md#announcing).
 * @param {Play} play @param {import("../rules/moves.js").Move} move
 */
export function calledMove(play, move) {
  const quietly = play.move(move);
  const wants = quietly.uncalled.length > 0 && !quietly.outcome;
  const made = { ...move, call: wants };
  return { move: formatMove(made), after: (wants ? play.move(made) : quietly).afterPasses() };
}
