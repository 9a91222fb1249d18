"""Keizer scores: everybody has a value by place, and scores the values of those who were beaten.

The first place is worth the top value, each further place one less. A win is worth the opponent's value, a
draw half of it; who does not play has a share of the own value. The scores give new places, the places new
values, the values new scores of all rounds: again and again until nothing moves. All in sixths of a point.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.scores import CLASSIC, EntrantId, EntrantRound, History, RoundResult

from .keizer_options import SIXTHS, KeizerOptions

Order = tuple[EntrantId, ...]


class KeizerRound(NamedTuple):
    """What a round gives: `share` sixths of the value of `of`, who is the opponent or oneself."""

    number: int
    result: RoundResult
    of: EntrantId
    share: int
    opponent: EntrantId | None = None


@dataclass(frozen=True, slots=True)
class KeizerTable:
    """Places after some rounds. `turning` is over how many orders the places go round in circles, where they
    never settle; 1 where they do."""

    order: Order
    values: Mapping[EntrantId, int]
    rounds: Mapping[EntrantId, tuple[KeizerRound, ...]]
    own_value: bool
    turning: int = 1

    def score(self, entrant: EntrantId) -> int:
        """In sixths."""
        own = SIXTHS * self.values[entrant] if self.own_value else 0
        return own + sum(each.share * self.values[each.of] for each in self.rounds[entrant])


def keizer_table(history: History, start: Sequence[EntrantId], options: KeizerOptions) -> KeizerTable:
    """After all rounds of a history. `start` is everybody by place before the first round.

    Each round begins from the places after the one before it, so that who stood higher stays so among equals.
    """
    rounds = {entrant: tuple(rounds_of(history, entrant, options)) for entrant in start}
    points = {entrant: history.gains(entrant, CLASSIC) for entrant in start}
    order: Order = tuple(start)
    turning = 1
    for number in range(1, history.rounds + 1):
        until = {entrant: _shares(own, number) for entrant, own in rounds.items()}
        scored = {entrant: sum(own[:number]) for entrant, own in points.items()}
        order, turning = _settled(order, until, scored, options)
    return KeizerTable(order, values_by_place(order, options), rounds, options.own_value, turning)


def rounds_of(history: History, entrant: EntrantId, options: KeizerOptions) -> Iterator[KeizerRound]:
    """An entrant's rounds that count: a missing result does not yet."""
    notices = 0
    for number, each in enumerate(history.counting(entrant), 1):
        if each is None:
            continue
        if each.result is RoundResult.HALF_BYE:
            notices += 1
        yield _round(number, each, entrant, options, counts=notices <= options.notices)


def values_by_place(order: Sequence[EntrantId], options: KeizerOptions) -> dict[EntrantId, int]:
    """
    >>> values_by_place("ABCD", KeizerOptions())
    {'A': 6, 'B': 5, 'C': 4, 'D': 3}
    """
    top = options.top_value or 3 * len(order) // 2
    return {entrant: max(top - place, 1) for place, entrant in enumerate(order)}


# Sixths of the opponent's value.
_GAMES = {RoundResult.WIN: SIXTHS, RoundResult.DRAW: SIXTHS // 2, RoundResult.LOSS: 0}
# The option that says how much of the own value; what is in neither table gives nothing.
_ALONE = {
    RoundResult.PAIRING_BYE: "bye",
    RoundResult.FULL_BYE: "bye",
    RoundResult.HALF_BYE: "with_notice",
    RoundResult.ABSENT: "without_notice",
    RoundResult.FORFEIT_LOSS: "without_notice",
    RoundResult.NOT_ENTERED: "before_entry",
}


def _round(
    number: int, each: EntrantRound, entrant: EntrantId, options: KeizerOptions, *, counts: bool
) -> KeizerRound:
    opponent = each.opponent
    if opponent is not None and each.result in _GAMES:
        return KeizerRound(number, each.result, opponent, _GAMES[each.result], opponent)
    if opponent is not None and each.result is RoundResult.FORFEIT_WIN:
        return KeizerRound(number, each.result, opponent, options.sixths("forfeit_win"), opponent)
    share = options.sixths(_ALONE[each.result]) if each.result in _ALONE and counts else 0
    return KeizerRound(number, each.result, entrant, share, opponent)


def _shares(rounds: tuple[KeizerRound, ...], until: int) -> dict[EntrantId, int]:
    """Whose value counts how much, over the first rounds."""
    found: dict[EntrantId, int] = {}
    for each in rounds:
        if each.number <= until and each.share:
            found[each.of] = found.get(each.of, 0) + each.share
    return found


def _settled(
    before: Order,
    shares: Mapping[EntrantId, Mapping[EntrantId, int]],
    points: Mapping[EntrantId, int],
    options: KeizerOptions,
) -> tuple[Order, int]:
    """The places at which scores and values agree. Places can go round in circles: then the first order of
    the circle stands, which is the same whoever counts."""
    own = SIXTHS if options.own_value else 0
    seen: dict[Order, int] = {}
    order = before
    while order not in seen:
        seen[order] = len(seen)
        values = values_by_place(order, options)
        scores = {
            entrant: own * values[entrant]
            + sum(share * values[other] for other, share in shares[entrant].items())
            for entrant in order
        }
        # Equal scores: more points from games first, else as they stood.
        order = tuple(sorted(order, key=lambda entrant: (-scores[entrant], -points[entrant])))
    return order, len(seen) - seen[order]
