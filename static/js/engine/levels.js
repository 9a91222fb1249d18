/**
 * How strongly the computer plays. A weak level is no strong one that plays at random now and then: it looks less far,
 * and it misjudges most what people misjudge, the pushes that move many cubes. Its order is proved by matches
 * (docs/engine.md).
 */
import { gettext } from "../i18n.js";

/**
 * @typedef {object} Level
 * @property {number} number
 * @property {() => string} name
 * @property {number} depth  plies it looks ahead
 * @property {number} nodes  positions it looks at for a move, at most
 * @property {number} error  how far it misjudges a push that moves one cube; more with more cubes
 * @property {number} blindness  how often it does not notice that a move wins, or that the answer does
 */

/** @type {readonly Level[]} */
export const LEVELS = Object.freeze([
  { number: 1, name: () => gettext("First game"), depth: 1, nodes: 5_000, error: 16, blindness: 0.35 },
  { number: 2, name: () => gettext("Beginner"), depth: 2, nodes: 20_000, error: 12, blindness: 0 },
  { number: 3, name: () => gettext("Learner"), depth: 3, nodes: 60_000, error: 6, blindness: 0 },
  { number: 4, name: () => gettext("Club player"), depth: 4, nodes: 200_000, error: 2, blindness: 0 },
  { number: 5, name: () => gettext("Strong player"), depth: 6, nodes: 600_000, error: 0, blindness: 0 },
  { number: 6, name: () => gettext("As strong as it gets"), depth: 40, nodes: 1_000_000, error: 0, blindness: 0 },
]);

/** @param {number} number @returns {Level} */
export const levelOf = (number) => LEVELS[Math.min(LEVELS.length, Math.max(1, number)) - 1];
