"""Keizer scores: each place has a value, and players score the values of the opponents they beat.

The first place has the top value, each further place one less. A win gives the opponent's value, a draw half
of it; a round without a game gives a share of the player's value. Scores give new places, places new values,
values new scores of all rounds, repeated until nothing changes. All in sixths of a point.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tournament.scores import CLASSIC, EntrantId, EntrantRound, History, RoundResult

from .keizer_options import SIXTHS, KeizerOptions

Order = tuple[EntrantId, ...]


class KeizerRound(NamedTuple):
    """The points of a round: `share` sixths of the value of `of`, the opponent or the player."""

    number: int
    result: RoundResult
    of: EntrantId
    share: int
    opponent: EntrantId | None = None


@dataclass(frozen=True, slots=True)
class KeizerTable:
    """Places after some rounds.

    `turning` is the length of the cycle if the places never settle, otherwise 1.
    """

    order: Order
    values: Mapping[EntrantId, int]
    rounds: Mapping[EntrantId, tuple[KeizerRound, ...]]
    own_value: bool
    turning: int = 1

    def score(self, entrant: EntrantId) -> int:
        """Compute a score in sixths."""
        own = SIXTHS * self.values[entrant] if self.own_value else 0
        return own + sum(each.share * self.values[each.of] for each in self.rounds[entrant])


def keizer_table(history: History, start: Sequence[EntrantId], options: KeizerOptions) -> KeizerTable:
    """Compute the table after all rounds. `start` are all entrants by place before the first round.

    Each round begins from the places after the one before it, so that equal players stay in that order.
    """
    rounds = {entrant: tuple(rounds_of(history, entrant, options)) for entrant in start}
    points = {entrant: history.points_by_round(entrant, CLASSIC) for entrant in start}
    order: Order = tuple(start)
    turning = 1
    for number in range(1, history.rounds + 1):
        until = {entrant: _shares(own, number) for entrant, own in rounds.items()}
        scored = {entrant: sum(own[:number]) for entrant, own in points.items()}
        order, turning = _settle_places(order, until, scored, options)
    return KeizerTable(order, values_by_place(order, options), rounds, options.own_value, turning)


def rounds_of(history: History, entrant: EntrantId, options: KeizerOptions) -> Iterator[KeizerRound]:
    """Yield an entrant's rounds that count: those with a result."""
    notices = 0
    for number, each in enumerate(history.counted_rounds(entrant), 1):
        if each is None:
            continue
        if each.result is RoundResult.HALF_BYE:
            notices += 1
        yield _round(number, each, entrant, options, counts=notices <= options.notices)


def values_by_place(order: Sequence[EntrantId], options: KeizerOptions) -> dict[EntrantId, int]:
    """Return the value of each entrant.

    >>> values_by_place("ABCD", KeizerOptions())
    {'A': 6, 'B': 5, 'C': 4, 'D': 3}
    """
    top = options.top_value or 3 * len(order) // 2
    return {entrant: max(top - place, 1) for place, entrant in enumerate(order)}


# Sixths of the opponent's value.
_GAMES = {RoundResult.WIN: SIXTHS, RoundResult.DRAW: SIXTHS // 2, RoundResult.LOSS: 0}
# The option with the share of the player's value; a result in neither table gives nothing.
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
    """Sum the shares by the player whose value counts, over the first rounds."""
    found: dict[EntrantId, int] = {}
    for each in rounds:
        if each.number <= until and each.share:
            found[each.of] = found.get(each.of, 0) + each.share
    return found


def _settle_places(
    before: Order,
    shares: Mapping[EntrantId, Mapping[EntrantId, int]],
    points: Mapping[EntrantId, int],
    options: KeizerOptions,
) -> tuple[Order, int]:
    """Find the places at which scores and values agree.

    If places go round in a cycle, its first order is the result, which is the same on every computer.
    """
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
        # Equal scores: more points from games first, otherwise as before.
        order = tuple(sorted(order, key=lambda entrant: (-scores[entrant], -points[entrant])))
    return order, len(seen) - seen[order]
