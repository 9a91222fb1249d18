/** Refusals of the referee: a code for programs, a sentence for people. */
import { ClockRefused } from "../clock/faults.js";
import { Fault, gettext_noop } from "../faults.js";
import { IllegalMove } from "../rules/faults.js";

/** A request that makes no event. Refusals of rules and clock retain their codes and sentences. */
export class Refused extends Fault {
  static sentences = {
    ...ClockRefused.sentences,
    ...IllegalMove.sentences,
    "not-started": gettext_noop("The game has not started yet."),
    "already-started": gettext_noop("The game has started already."),
    paused: gettext_noop("The game is paused; it has to be resumed first."),
    "not-paused": gettext_noop("The game is not paused."),
    "game-over": gettext_noop("The game is over."),
    "game-not-over": gettext_noop("The game is not over."),
    "paused-already": gettext_noop("The game is paused for this reason already."),
    "flag-fallen": gettext_noop("The time of {seat} is up."),
    "wrong-ply": gettext_noop("This answers move {ply}, but the game stands at move {current}."),
    "clock-only": gettext_noop("Only the clocks are kept in this game: press the clock instead of entering a move."),
    "moves-kept": gettext_noop("The moves are kept in this game: enter the move instead of pressing the clock."),
    "no-draw-offers": gettext_noop("Draw offers are switched off in this game."),
    "offer-on-turn": gettext_noop("A draw is offered on one's own turn."),
    "offered-last": gettext_noop("Your side made the last draw offer: it is the opponents' turn to offer."),
    "arbiter-takes-back": gettext_noop("Only the arbiter takes moves back in this game; call the arbiter."),
    "proposal-stands": gettext_noop("There is an offer that has not been answered yet."),
    "nothing-to-answer": gettext_noop("There is no offer to answer."),
    "own-proposal": gettext_noop("An offer is answered by the other side."),
    "agreed-already": gettext_noop("{seat} has agreed already; now the partner is asked."),
    "no-such-seat": gettext_noop("{seat} is not a seat of this game."),
    "no-such-ply": gettext_noop("Move {ply} is not in this game; it stands at move {current}."),
    "no-turn-for-stuck": gettext_noop("{seat} can take no cube in this position and cannot be on the move."),
    "wrong-position": gettext_noop("That position does not fit this game (seats: {given} instead of {seats})."),
    "reason-missing": gettext_noop("Give a reason; it is kept with the decision."),
    "wrong-ending": gettext_noop("A game cannot end {result} by {ending}."),
    "confirmed-already": gettext_noop("{side} has confirmed the result already."),
    "other-result": gettext_noop("The result is {result}; call the arbiter if that is wrong."),
    "entry-turned-down": gettext_noop(
      "Your entry was turned down in this turn: play on, or call the arbiter. After the next press it may be entered again.",
    ),
    "nothing-to-change": gettext_noop("Say what to change: a time, the periods, or who is on the move."),
  };

  /** @param {Fault} fault */
  static fromFault(fault) {
    return new Refused(fault.code, fault.params);
  }
}
