/** Faults of texts and moves: "cannot be read" and "not legal" are different errors. */
import { Fault, gettext_noop } from "../faults.js";

/** A text that is no move. */
export class InvalidMove extends Fault {
  static sentences = {
    "not-a-move": gettext_noop("{text} is not a move; moves look like c1E, c1E.N or c1E!"),
    "not-a-cell": gettext_noop("{cell} is not a cell; cells are a1 to e5"),
    "not-an-edge": gettext_noop("{edge} is not an edge; edges are N, E, S and W"),
    "not-a-seat": gettext_noop("a dot cannot point at {seat}; it points at N, E, S or W"),
  };
}

/** A text that is no position. */
export class InvalidPosition extends Fault {
  static sentences = {
    "not-a-position": gettext_noop("{text} is not a position; that takes five ranks joined by /, and who is to move"),
    "bad-rank": gettext_noop("{rank} is not a rank; it takes five cubes"),
    "bad-cube": gettext_noop("{cube} on {cell} is not a cube that {seat} can play with"),
    "not-a-seat": gettext_noop("{seat} cannot be to move; it is X or O, or one of N, E, S and W"),
  };
}

/** A text that names no rule set. */
export class InvalidRules extends Fault {
  static sentences = {
    "not-an-option": gettext_noop("{text} is not an option; options look like announce=required"),
    "unknown-option": gettext_noop("there is no option {option}; there are {known}"),
    "option-twice": gettext_noop("the option {option} is given twice"),
    "bad-value": gettext_noop("{option} cannot be {value}; it can be {known}"),
  };
}

/** A move against the rules. */
export class IllegalMove extends Fault {
  static sentences = {
    "not-on-edge": gettext_noop("{cell} is not on the edge"),
    "opponents-cube": gettext_noop("{cell} shows the opponent's symbol"),
    "dot-at-partner": gettext_noop("the dot of {cell} points at the partner, {partner}"),
    "same-place": gettext_noop("{cell} would come back where it was taken"),
    "dot-missing": gettext_noop("{cell} comes back with a dot: say whether it points at {seat} or at {partner}"),
    "dot-not-wanted": gettext_noop("{cell} comes back without a dot: dots belong to the game of four"),
    "dot-at-opponent": gettext_noop("the dot of {cell} cannot point at {dot}, an opponent"),
    "must-pass": gettext_noop("{seat} can take no cube and passes"),
    "may-not-pass": gettext_noop("{seat} can move and may not pass"),
    "no-line-to-call": gettext_noop("there is no line to call"),
    "not-your-line": gettext_noop("the line is not {seat}'s to call"),
    "not-your-turn": gettext_noop("it is {turn}'s turn, not {seat}'s"),
    "game-over": gettext_noop("the game is over"),
  };
}
