/**
 * The game in the browser: what is legal and who has won. Mirrors games/rules with the same names and the same
 * answers (tests/vectors/rules.json). Pure. Values are plain texts where Python has enums: cells, edges, seats, sides.
 */
export { CELLS, EDGES, LINES, onRim } from "./rules/cells.js";
export { IllegalMove, InvalidMove, InvalidPosition, InvalidRules } from "./rules/errors.js";
export { PASS, formatMove, parseMove } from "./rules/moves.js";
export { formatRules, parseRules } from "./rules/options.js";
export { ENDINGS, endingFits, formatOutcome, judge, linesOf } from "./rules/outcome.js";
export { Play } from "./rules/play.js";
export { Position } from "./rules/position.js";
export { SEATS, TABLES, opponent } from "./rules/seats.js";
