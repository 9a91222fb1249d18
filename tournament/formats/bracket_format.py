"""What all brackets have in common: every match that can be played is drawn, and a match needs a winner."""

from collections.abc import Container
from dataclasses import dataclass

from tournament.scores import Entrant

from .bracket import BracketMatch, BracketPlan, BracketState, compute_bracket
from .by_hand import Concern
from .draw import RoundDraw
from .format import ByHand, Format, PairingRefused, StageFacts, StageSize
from .options import FormatOptions
from .pairing import Pairing, PairingRow, forfeit_of
from .reasons import Reason

# The first board goes to the grand final, otherwise to the latest round of the winners' side.
_SIDES = ("G", "W", "L")


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketFormat(Format):
    is_bracket: bool = True
    has_cross_table: bool = False
    drawn_from_results: bool = True
    rounds_overlap: bool = True
    by_hand: ByHand = ByHand.STARTS
    seeds_by_hand: bool = True

    def places(self, entrants: tuple[Entrant, ...], options: FormatOptions) -> BracketPlan:
        """Return the plan, which every bracket has."""
        plan = self.plan(entrants, options)
        assert plan is not None
        return plan

    def rounds(self, size: StageSize) -> int:
        """Return 0: a round is all matches that can be drawn together, so their number is unknown."""
        return 0

    def next_round(self, facts: StageFacts) -> RoundDraw:
        """Draw every match of the bracket that can be played and is not drawn yet."""
        plan = self.places(facts.entrants, facts.options)
        ready = [
            each
            for each in compute_bracket(plan, facts.played).matches
            if each.state is BracketState.READY and each.place not in facts.played
        ]
        if not ready:
            raise PairingRefused("nothing-ready")
        ready.sort(key=_importance)
        return RoundDraw(tuple(row_of(each, board, facts.gone) for board, each in enumerate(ready, 1)))

    def concerns(self, facts: StageFacts, draft: tuple[Pairing, ...]) -> tuple[Concern, ...]:
        return ()

    def is_complete(self, facts: StageFacts) -> bool:
        plan = self.places(facts.entrants, facts.options)
        return all(
            each.state is BracketState.FINISHED for each in compute_bracket(plan, facts.played).matches
        )


def row_of(ready: BracketMatch, board: int | None, gone: Container[int]) -> PairingRow:
    """Make the pairing row of a match whose two entrants are known."""
    assert ready.series is not None
    game = ready.series.next_game
    assert game is not None
    why = Reason("only-if-reset") if ready.only_if_reset else _meeting(ready.comes_from)
    # That odd and even matches take turns is no reason about these two.
    starts = (ready.reason,) if ready.reason and ready.reason.code in _OF_THESE_TWO else ()
    pairing = Pairing(board, game.first, game.second, None, (ready.title, why, *starts))
    return PairingRow(pairing, ready.place, outcome=forfeit_of(pairing, gone))


_OF_THESE_TWO = ("start-balance", "start-alternates-matches")
# Where the two come from, seeds first, then winners, then losers.
_MEETINGS = {
    ("seeded", "seeded"): "seeds-meet",
    ("seeded", "winner-of"): "seed-meets-winner",
    ("seeded", "loser-of"): "seed-meets-loser",
    ("winner-of", "winner-of"): "winners-meet",
    ("winner-of", "loser-of"): "winner-meets-loser",
    ("loser-of", "loser-of"): "losers-meet",
}
_ORDER = ("seeded", "winner-of", "loser-of")


def _meeting(comes_from: tuple[Reason, Reason]) -> Reason:
    """Say in one short sentence why these two meet."""
    one, other = sorted(comes_from, key=lambda each: (_ORDER.index(each.code), each.values))
    (first,), (second,) = one.params.values(), other.params.values()
    return Reason(_MEETINGS[one.code, other.code], one=first, other=second)


def _importance(match: BracketMatch) -> tuple[int, int, int]:
    side = match.place[0]
    return _SIDES.index(side) if side in _SIDES else len(_SIDES), -match.round, match.number
