"""Standings within a category, and who gets which prize."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.ranking.standings import Standing
from tournament.scores import EntrantId


@dataclass(frozen=True, slots=True)
class PrizePlace:
    """For a place, overall or within a category."""

    name: str
    place: int
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """Several winners share a prize if they share the place; none if the category is too small."""

    prize: PrizePlace
    winners: tuple[EntrantId, ...]


def within(table: Iterable[Standing], members: Collection[EntrantId]) -> list[Standing]:
    """The rows of some entrants, ranked anew among themselves; who shared a rank still does."""
    ranked: list[Standing] = []
    last_rank: int | None = None
    for position, row in enumerate((row for row in table if row.entrant in members), 1):
        if row.rank is None:
            ranked.append(row)
            continue
        shares = last_rank == row.rank
        ranked.append(replace(row, rank=ranked[-1].rank if shares else position))
        last_rank = row.rank
    return ranked


def award(
    table: Sequence[Standing],
    prizes: Sequence[PrizePlace],
    categories: Mapping[str, Collection[EntrantId]],
    one_each: bool = True,
) -> list[Award]:
    """Who gets what, in the order of the prize list.

    Categories are served in the order of their first prize; with `one_each` a winner of an earlier
    category makes room for the next in later ones.
    """
    everyone = {row.entrant for row in table}
    winners: dict[PrizePlace, tuple[EntrantId, ...]] = {}
    served: set[EntrantId] = set()
    for category in dict.fromkeys(prize.category for prize in prizes):
        members = everyone if category is None else set(categories.get(category, ()))
        ladder = within(table, members - served if one_each else members)
        of_category = [prize for prize in prizes if prize.category == category]
        winners |= {prize: _holders(ladder, prize.place) for prize in of_category}
        served |= {entrant for prize in of_category for entrant in winners[prize]}
    return [Award(prize, winners[prize]) for prize in prizes]


def _holders(ladder: Sequence[Standing], place: int) -> tuple[EntrantId, ...]:
    """Everyone on the rank that covers a place: three sharing first hold the places 1 to 3."""
    ranks = [row.rank for row in ladder if row.rank is not None]
    if not 1 <= place <= len(ranks):
        return ()
    return tuple(row.entrant for row in ladder if row.rank == ranks[place - 1])
