"""A whole round, bracket by bracket from the top; contenders left over go down to the next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from tournament.formats.pairing import NoLegalPairing
from tournament.formats.swiss_round import SwissRound

from .bracket import BracketPairs, pair_bracket
from .completion import is_completable
from .contenders import Contender, allowed_masks, contenders_of
from .criteria import Criteria
from .graph import BracketField


@dataclass(frozen=True, slots=True)
class RoundPairs:
    """All brackets of a round, from the top; the contender left over by the last has the bye."""

    contenders: tuple[Contender, ...]
    byes: frozenset[int]
    """Places of those who could have the bye: the lowest score at which one can be given (C2, C5)."""
    brackets: tuple[BracketPairs, ...]
    left: tuple[int, ...]

    @property
    def pairs(self) -> tuple[tuple[int, int | None], ...]:
        """The pairs by entrants, the bye last."""
        ids = [contender.entrant for contender in self.contenders]
        games = [(ids[one], ids[other]) for bracket in self.brackets for one, other in bracket.pairs]
        return (*games, *((ids[place], None) for place in self.left))


def pair_round(question: SwissRound) -> RoundPairs:
    """Pair a round as C.04.3 prescribes, or raise NoLegalPairing."""
    contenders = contenders_of(question)
    masks = allowed_masks(contenders)
    everybody = range(len(contenders))
    byes = _bye_candidates(contenders, masks)
    if byes is None:
        raise NoLegalPairing("no-legal-pairing", round=question.number)
    groups = [tuple(group) for _, group in groupby(everybody, key=lambda place: contenders[place].score)]
    brackets: list[BracketPairs] = []
    left: tuple[int, ...] = ()
    for at, residents in enumerate(groups):
        following = groups[at + 1] if at + 1 < len(groups) else ()
        lower = tuple(place for group in groups[at + 2 :] for place in group)
        if len(left) + len(residents) + len(following) == 1:
            left = residents
            break
        found = _pair_bracket(contenders, masks, byes, left, residents, following, lower)
        brackets.append(found)
        left = found.left
    return RoundPairs(contenders, byes, tuple(brackets), left)


def has_pairing(question: SwissRound) -> bool:
    """Check that some pairing meets the absolute criteria."""
    contenders = contenders_of(question)
    return _bye_candidates(contenders, allowed_masks(contenders)) is not None


def _bye_candidates(contenders: Sequence[Contender], masks: Sequence[int]) -> frozenset[int] | None:
    """Find the contenders who could get the bye (C2, C5): none in an even field.

    In an odd one, all who may have it at the lowest score for which the others can be paired. None if there
    is no pairing at all (C4).
    """
    everybody = range(len(contenders))
    if len(contenders) % 2 == 0:
        return frozenset() if is_completable(masks, everybody, frozenset()) else None
    eligible = [place for place in everybody if contenders[place].may_have_bye]
    for score in sorted({contenders[place].score for place in eligible}):
        found = frozenset(place for place in eligible if contenders[place].score == score)
        if is_completable(masks, everybody, found):
            return found
    return None


def _pair_bracket(
    contenders: Sequence[Contender],
    masks: Sequence[int],
    byes: frozenset[int],
    moved: tuple[int, ...],
    residents: tuple[int, ...],
    following: tuple[int, ...],
    lower: tuple[int, ...],
) -> BracketPairs:
    """Pair one bracket, with as few contenders as possible.

    First those of the bracket if it is even, then with the next bracket, then all. What is best among few,
    and leaves the rest a pairing, is best among all.
    """
    score = contenders[residents[0]].score
    scores = dict.fromkeys(contenders[place].score for place in moved)
    asked = BracketField(contenders, Criteria(tuple(scores), score), moved, residents)
    rest = (*following, *lower)
    holds_byes = bool(byes.intersection((*moved, *residents)))
    if not holds_byes:
        if asked.inside % 2 == 0 and is_completable(masks, rest, byes):
            found = pair_bracket(asked)
            if found:
                return found
        if lower:
            found = pair_bracket(replace(asked, following=following))
            if found and is_completable(masks, (*found.alone, *lower), byes):
                return found
    whole = replace(asked, following=following, lower=lower, whole=True, byes=byes, counts_games=holds_byes)
    found = pair_bracket(whole)
    assert found is not None  # the brackets above left it a pairing
    return found
