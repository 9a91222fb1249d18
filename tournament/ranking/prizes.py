"""Standings within a category, the winners of prizes, and the money that players with equal rank share."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby

from tournament.ranking.prize_money import Money
from tournament.ranking.standings import Standing
from tournament.scores import EntrantId


class Sharing(StrEnum):
    """Which players put their prize money together and share it."""

    RANK = "rank"
    """Players who share a rank, equal to the last tie-break."""
    POINTS = "points"
    """All players with the same points."""
    HORT = "hort"
    """Half by the place, and half as with points."""


@dataclass(frozen=True, slots=True)
class PrizePlace:
    """A prize for a place, overall or within a category."""

    name: str
    place: int
    category: str | None = None
    title: str = ""

    @property
    def money(self) -> Money | None:
        return Money.read(self.title)


@dataclass(frozen=True, slots=True)
class Award:
    """A prize and its winners: several if they share the place, none if the category is too small."""

    prize: PrizePlace
    winners: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class Payout:
    """All that one entrant gets: prizes by name, and the sum of shared money."""

    entrant: EntrantId
    rank: int
    category: str | None
    prizes: tuple[PrizePlace, ...]
    money: Money | None


@dataclass(frozen=True, slots=True)
class _CategoryPrizes:
    """The prizes of one category: its ranking, the holders of each prize, and the money of each entrant."""

    category: str | None
    ladder: list[Standing]
    holders: dict[PrizePlace, tuple[EntrantId, ...]]
    money: dict[EntrantId, Money] = field(default_factory=dict)


def rank_within(table: Iterable[Standing], members: Collection[EntrantId]) -> list[Standing]:
    """Rank some entrants among themselves; those who shared a rank still do."""
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


def award_prizes(
    table: Sequence[Standing],
    prizes: Sequence[PrizePlace],
    categories: Mapping[str, Collection[EntrantId]],
    sharing: Sharing,
) -> list[Award]:
    """List the winners of each prize, in the order of the prize list.

    Categories are processed in the order of their first prize; a winner in one category is skipped in later
    ones.
    """
    winners: dict[PrizePlace, tuple[EntrantId, ...]] = {}
    for served in _award_by_category(table, prizes, categories, sharing):
        winners |= served.holders
    return [Award(prize, winners[prize]) for prize in prizes]


def list_payouts(
    table: Sequence[Standing],
    prizes: Sequence[PrizePlace],
    categories: Mapping[str, Collection[EntrantId]],
    sharing: Sharing,
) -> list[Payout]:
    """List all entrants who get a prize, best first in each category, for the prize-giving."""
    found: list[Payout] = []
    for served in _award_by_category(table, prizes, categories, sharing):
        for row in served.ladder:
            mine = [prize for prize, holders in served.holders.items() if row.entrant in holders]
            goods = tuple(prize for prize in mine if prize.money is None or not served.money)
            money = served.money.get(row.entrant)
            if row.rank is not None and (goods or money):
                found.append(Payout(row.entrant, row.rank, served.category, goods, money))
    return found


def _award_by_category(
    table: Sequence[Standing],
    prizes: Sequence[PrizePlace],
    categories: Mapping[str, Collection[EntrantId]],
    sharing: Sharing,
) -> Iterator[_CategoryPrizes]:
    """Assign the prizes of each category to the entrants without a prize from an earlier one."""
    everyone = {row.entrant for row in table}
    served: set[EntrantId] = set()
    for category in dict.fromkeys(prize.category for prize in prizes):
        members = everyone if category is None else set(categories.get(category, ()))
        ladder = rank_within(table, members - served)
        of_category = [prize for prize in prizes if prize.category == category]
        holders = {prize: _holders(ladder, prize.place) for prize in of_category}
        money = _money(ladder, of_category, sharing)
        served |= {entrant for prize in of_category for entrant in holders[prize]} | money.keys()
        yield _CategoryPrizes(category, ladder, holders, money)


def _holders(ladder: Sequence[Standing], place: int) -> tuple[EntrantId, ...]:
    """Return all entrants on the rank that covers a place: three who share first hold the places 1 to 3."""
    ranks = [row.rank for row in ladder if row.rank is not None]
    if not 1 <= place <= len(ranks):
        return ()
    return tuple(row.entrant for row in ladder if row.rank == ranks[place - 1])


def _money(
    ladder: Sequence[Standing], prizes: Sequence[PrizePlace], sharing: Sharing
) -> dict[EntrantId, Money]:
    """Compute the money of each entrant; none if the prizes are not all of one currency."""
    by_place = {prize.place: prize.money for prize in prizes if prize.money}
    amounts = {place: money for place, money in by_place.items() if money}
    if len({money.unit for money in amounts.values()}) != 1:
        return {}
    if sharing is not Sharing.HORT:
        return _share_money(ladder, amounts, by_points=sharing is Sharing.POINTS)
    halves = {place: money.shared(2) for place, money in amounts.items()}
    by_rank = _share_money(ladder, halves, by_points=False)
    shared = _share_money(ladder, halves, by_points=True)
    return {
        entrant: by_rank[entrant].plus(money) if entrant in by_rank else money
        for entrant, money in shared.items()
    }


def _share_money(
    ladder: Sequence[Standing], amounts: Mapping[int, Money], *, by_points: bool
) -> dict[EntrantId, Money]:
    """Share the money of the places that entrants with equal rank or points hold together."""
    ranked = [(place, row) for place, row in enumerate((row for row in ladder if row.rank is not None), 1)]
    found: dict[EntrantId, Money] = {}
    for _, rows in groupby(ranked, key=lambda each: each[1].points if by_points else each[1].rank):
        level = list(rows)
        pool: Money | None = None
        for place, _row in level:
            if place in amounts:
                pool = pool.plus(amounts[place]) if pool else amounts[place]
        if pool:
            found |= {row.entrant: pool.shared(len(level)) for _place, row in level}
    return found
