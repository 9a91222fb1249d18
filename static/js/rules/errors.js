/** What can be wrong with texts and moves: "cannot be read" and "not legal" are different errors. */
import { Fault } from "../faults.js";

/** A text that is no move. */
export class InvalidMove extends Fault {
  static sentences = {
    "not-a-move": "{text} is not a move; moves look like c1E, c1E.N or c1E!",
    "not-a-cell": "{cell} is not a cell; cells are a1 to e5",
    "not-an-edge": "{edge} is not an edge; edges are N, E, S and W",
    "not-a-seat": "a dot cannot point at {seat}; it points at N, E, S or W",
  };
}

/** A text that is no position. */
export class InvalidPosition extends Fault {
  static sentences = {
    "not-a-position": "{text} is not a position; that takes five ranks joined by /, and who is to move",
    "bad-rank": "{rank} is not a rank; it takes five cubes",
    "bad-cube": "{cube} on {cell} is not a cube that {seat} can play with",
    "not-a-seat": "{seat} cannot be to move; it is X or O, or one of N, E, S and W",
  };
}

/** A text that names no rule set. */
export class InvalidRules extends Fault {
  static sentences = {
    "not-an-option": "{text} is not an option; options look like announce=required",
    "unknown-option": "there is no option {option}; there are {known}",
    "option-twice": "the option {option} is given twice",
    "bad-value": "{option} cannot be {value}; it can be {known}",
  };
}

/** A move against the rules. */
export class IllegalMove extends Fault {
  static sentences = {
    "not-on-edge": "{cell} is not on the edge",
    "opponents-cube": "{cell} shows the opponent's symbol",
    "dot-at-partner": "the dot of {cell} points at the partner, {partner}",
    "same-place": "{cell} would come back where it was taken",
    "dot-missing": "{cell} comes back with a dot: say whether it points at {seat} or at {partner}",
    "dot-not-wanted": "{cell} comes back without a dot: dots belong to the game of four",
    "dot-at-opponent": "the dot of {cell} cannot point at {dot}, an opponent",
    "must-pass": "{seat} can take no cube and passes",
    "may-not-pass": "{seat} can move and may not pass",
    "no-line-to-call": "there is no line to call",
    "not-your-line": "the line is not {seat}'s to call",
    "not-your-turn": "it is {turn}'s turn, not {seat}'s",
    "game-over": "the game is over",
  };
}
