"""The pairing that breaks the fewest rules when no Swiss pairing meets all of them, found exactly."""

from itertools import combinations

from . import swiss
from .matching import lightest_matching
from .pairing import NoLegalPairing, Pair, Pairing, pair
from .reasons import Reason
from .swiss import Pairs
from .swiss_cards import SwissCard
from .swiss_round import SwissRound

Harm = tuple[int, int, int, int, int]
"""Second byes, rematches, starts beyond the limits, avoided pairs that meet, distance: the worst first."""


def propose(question: SwissRound) -> tuple[Pairing, ...]:
    """Pair a complete round with the fewest second byes, then the fewest rematches, then the rest of `Harm`.

    Forbidden pairs never meet: if that leaves no pairing, raise NoLegalPairing("forbidden").
    """
    return complete_pairings(question, solve(question))


def complete_pairings(question: SwissRound, pairs: Pairs) -> tuple[Pairing, ...]:
    """Call `swiss.complete_pairings`, with the reason of each rematch and second bye."""
    book = question.cards()
    rematches = [(one, other) for one, other in pairs if other is not None and other in book[one].opponents]
    extra: dict[Pair, tuple[Reason, ...]] = {
        pair(one, other): (Reason("rematch", round=book[one].opponents[other], count=len(rematches)),)
        for one, other in rematches
    }
    for one, other in pairs:
        if other is None and book[one].won_without_playing:
            extra[frozenset((one,))] = (Reason("second-bye"),)
    return swiss.complete_pairings(question, pairs, extra)


def solve(question: SwissRound) -> Pairs:
    """Find the pairs with the least harm."""
    if len(question.present) < 2:
        raise NoLegalPairing("too-few", round=question.number, count=len(question.present))
    book = question.cards()
    field = [book[entrant.id] for entrant in question.present]
    harms: dict[tuple[int, int], Harm] = {}
    for (i, one), (j, other) in combinations(enumerate(field), 2):
        if pair(one.entrant, other.entrant) not in question.forbidden:
            harms[i, j] = _harm(question, one, other)
    if len(field) % 2:
        lowest = min(card.score for card in field)
        for i, card in enumerate(field):
            # Later in the list is the weaker seed, which sits out before the stronger of the same score.
            distance = (card.score - lowest) ** 2 * len(field) + len(field) - i
            harms[i, len(field)] = (int(card.won_without_playing), 0, 0, 0, distance)
    found = lightest_matching(len(field) + len(field) % 2, _weigh(harms, len(field)))
    if found is None:
        raise NoLegalPairing("forbidden", round=question.number)
    return tuple((field[i].entrant, field[j].entrant if j < len(field) else None) for i, j in found)


def _harm(question: SwissRound, one: SwissCard, other: SwissCard) -> Harm:
    met = one.opponents.get(other.entrant, 0)
    avoided = pair(one.entrant, other.entrant) in question.avoided
    against_starts = not met and not swiss.may_meet(question, one, other)
    # Among rematches the longest ago is the least harm.
    distance = (one.score - other.score) ** 2 * (question.number + 1) + met
    return (0, int(met > 0), int(against_starts), int(avoided), distance)


def _weigh(harms: dict[tuple[int, int], Harm], count: int) -> dict[tuple[int, int], int]:
    """Make one number of each harm, such that no sum of lesser harms outweighs a greater one."""
    base = (max((max(harm) for harm in harms.values()), default=0) + 1) * (count + 1)
    weights: dict[tuple[int, int], int] = {}
    for edge, harm in harms.items():
        weight = 0
        for part in harm:
            weight = weight * base + part
        weights[edge] = weight
    return weights
