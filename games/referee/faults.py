"""Refusals of the referee: a code for programs, a sentence for people."""

from typing import ClassVar, Self

from games.clock import ClockRefused
from games.faults import Counted, Fault
from games.rules import IllegalMove


class Refused(Fault):
    """A request that makes no event. Refusals of rules and clock retain their codes and sentences."""

    sentences: ClassVar[dict[str, str | Counted]] = {
        **ClockRefused.sentences,
        **IllegalMove.sentences,
        "not-started": "The game has not started yet.",
        "already-started": "The game has started already.",
        "game-over": "The game is over.",
        "game-not-over": "The game is not over.",
        "paused": "The game is paused; it has to be resumed first.",
        "not-paused": "The game is not paused.",
        "paused-already": "The game is paused for this reason already.",
        "flag-fallen": "The time of {seat} is up.",
        "wrong-ply": "This answers move {ply}, but the game stands at move {current}.",
        "clock-only": "Only the clocks are kept in this game: press the clock instead of entering a move.",
        "moves-kept": "The moves are kept in this game: enter the move instead of pressing the clock.",
        "no-draw-offers": "Draw offers are switched off in this game.",
        "offer-on-turn": "A draw is offered on one's own turn.",
        "offered-last": "Your side made the last draw offer: it is the opponents' turn to offer.",
        "arbiter-takes-back": "Only the arbiter takes moves back in this game; call the arbiter.",
        "proposal-stands": "There is an offer that has not been answered yet.",
        "nothing-to-answer": "There is no offer to answer.",
        "own-proposal": "An offer is answered by the other side.",
        "agreed-already": "{seat} has agreed already; now the partner is asked.",
        "no-such-seat": "{seat} is not a seat of this game.",
        "no-such-ply": "Move {ply} is not in this game; it stands at move {current}.",
        "no-turn-for-stuck": "{seat} can take no cube in this position and cannot be on the move.",
        "wrong-position": "That position does not fit this game (seats: {given} instead of {seats}).",
        "reason-missing": "Give a reason; it is kept with the decision.",
        "wrong-ending": "A game cannot end {result} by {ending}.",
        "confirmed-already": "{side} has confirmed the result already.",
        "other-result": "The result is {result}; call the arbiter if that is wrong.",
        "entry-turned-down": (
            "Your entry was turned down in this turn: play on, or call the arbiter. "
            "After the next press it may be entered again."
        ),
        "not-waiting": "The clock does not wait for a player to be connected.",
        "nothing-to-change": "Say what to change: a time, the periods, or who is on the move.",
    }

    @classmethod
    def from_fault(cls, fault: Fault) -> Self:
        return cls(fault.code, **fault.params)
