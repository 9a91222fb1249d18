"""The club's rating lists as people see and use them: the table, a player's history, seeding."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from games import audit_log
from games.access.permissions import Actor
from tournament.models import (
    DemoKind,
    DemoThing,
    Entrant,
    Player,
    RatedPer,
    RatingChange,
    RatingKind,
    RatingList,
    Tournament,
)
from tournament.ranking import ratings as pure
from tournament.ranking.glicko import Rating
from tournament.services import locking
from tournament.services.club.played_games import known_to_public
from tournament.services.club.rating_periods import refresh, standing_of
from tournament.services.faults import StepRefused
from tournament.services.stages import stages

PARTNERS_BEGIN = 1000


@dataclass(frozen=True, slots=True)
class RatingShown:
    """A rating as people see it.

    Partners are shown by a cautious estimate, mu - 3 sigma, times ten, plus `PARTNERS_BEGIN`, so that ratings
    are rarely negative.
    """

    value: int
    provisional: bool
    deviation: int

    def __str__(self) -> str:
        return f"{self.value}{'?' if self.provisional else ''}"


@dataclass(frozen=True, slots=True)
class RatingRow:
    """One row of the list.

    `rank` is None while the rating is provisional; `change` is the step of the last period.
    """

    rank: int | None
    player: Player
    rating: RatingShown
    change: int
    games: int
    score: int
    last_ms: int


@dataclass(frozen=True, slots=True)
class Point:
    """One step of a player's history."""

    key: str
    ended_ms: int
    before: RatingShown
    after: RatingShown
    games: int
    score: int


def choose_span(*, actor: Actor, kind: str, per: str) -> None:
    """Rate per tournament, or per day; the whole list is calculated again."""
    with transaction.atomic():
        held, _ = RatingList.objects.select_for_update().get_or_create(kind=RatingKind(kind))
        if held.per == per:
            raise StepRefused("already-so")
        before, held.per = held.per, RatedPer(per)
        held.save(update_fields=["per"])
        audit_log.write(
            actor, "choose_rating_span", f"ratings:{kind}", before={"per": before}, after={"per": per}
        )
    refresh(kind)


def table(kind: str) -> list[RatingRow]:
    """Build the public list: settled ratings by value, then the provisional ones."""
    standing = standing_of(kind)
    steps: dict[int, list[tuple[RatingChange, int]]] = {}
    changes = RatingChange.objects.filter(period__list__kind=kind).order_by("period__number")
    for change in changes.select_related("period").defer("period__standing"):
        steps.setdefault(change.player_id, []).append((change, change.period.ended_ms))
    people = known_to_public(Player.objects.listed().select_related("club"))
    listed = people.in_bulk(list(steps))
    # People of the demo do not appear among real ones; a club that is nothing but the demo shows them.
    invented = set(DemoThing.objects.filter(kind=DemoKind.PLAYER).values_list("number", flat=True))
    listed = {pk: player for pk, player in listed.items() if pk not in invented} or listed
    rows = []
    for pk, player in listed.items():
        last, last_ms = steps[pk][-1]
        before = shown_rating(kind, last.value_before, last.deviation_before)
        after = shown_rating(kind, last.value, last.deviation)
        rows.append(
            RatingRow(
                rank=None,
                player=player,
                rating=shown_rating(kind, *standing[pk]),
                change=after.value - before.value,
                games=sum(step.games for step, _ in steps[pk]),
                score=sum(step.score for step, _ in steps[pk]),
                last_ms=last_ms,
            )
        )
    return _ranked(rows)


def history_of(player: Player, kind: str) -> list[Point]:
    changes = RatingChange.objects.filter(player=player, period__list__kind=kind)
    changes = changes.select_related("period").defer("period__standing")
    return [
        Point(
            change.period.key,
            change.period.ended_ms,
            shown_rating(kind, change.value_before, change.deviation_before),
            shown_rating(kind, change.value, change.deviation),
            change.games,
            change.score,
        )
        for change in changes.order_by("period__number")
    ]


def shown_rating(kind: str, value: float, deviation: float, _volatility: float = 0.0) -> RatingShown:
    """Convert a rating of this list to the form that people see."""
    if kind == RatingKind.PARTNERS:
        partner = pure.PartnerRating(value, deviation)
        return RatingShown(
            PARTNERS_BEGIN + round(10 * partner.value), partner.provisional, round(10 * deviation)
        )
    rating = Rating(value, deviation)
    return RatingShown(round(value), rating.provisional, round(deviation))


def for_seeding(players: Iterable[Player], kind: str = RatingKind.TWO) -> dict[int, int]:
    """Map players to ratings for seeding: the club's, otherwise the one they brought or 0; of partners the
    start.
    """
    own = standing_of(kind)
    return {
        player.pk: max(shown_rating(kind, *own[player.pk]).value, 0)
        if player.pk in own
        else PARTNERS_BEGIN
        if kind == RatingKind.PARTNERS
        else player.rating or 0
        for player in players
    }


def mean_for_seeding(ratings: Sequence[int]) -> int:
    """Return the mean of the rated players of a team, or 0 if no player is rated."""
    counted = [rating for rating in ratings if rating]
    return round(sum(counted) / len(counted)) if counted else 0


def seed_by_rating(*, actor: Actor, tournament: Tournament, only: Entrant | None = None) -> int:
    """Give all entrants, or one, the club's rating before the first draw; return how many changed."""
    with locking.changing(tournament.pk) as held:
        if stages.has_begun(held):
            raise StepRefused("already-drafted", round=1)
        kind = RatingKind.PARTNERS if held.seats == 4 else RatingKind.TWO
        found = Entrant.objects.filter(tournament=held).with_names().prefetch_related("team__members")
        entrants = list(found.filter(pk=only.pk) if only else found)
        seats = {
            entrant.pk: [entrant.player_id]
            if entrant.player_id
            else [member.player_id for member in entrant.as_team.members.all() if not member.substitute]
            for entrant in entrants
        }
        players = Player.objects.in_bulk({pk for seated in seats.values() for pk in seated})
        values = for_seeding(players.values(), kind)
        changed = []
        for entrant in entrants:
            rating = mean_for_seeding([values[pk] for pk in seats[entrant.pk]])
            if rating != entrant.rating:
                changed.append([entrant.pk, entrant.rating, rating])
                Entrant.objects.filter(pk=entrant.pk).update(rating=rating)
        locking.note(actor, "seed_by_rating", only or held, after={"changed": changed})
    return len(changed)


def _ranked(rows: list[RatingRow]) -> list[RatingRow]:
    ordered = sorted(rows, key=lambda row: (row.rating.provisional, -row.rating.value, row.player.pk))
    found: list[RatingRow] = []
    for place, row in enumerate(ordered, 1):
        same = found and found[-1].rating.value == row.rating.value
        rank = found[-1].rank if same else place
        found.append(replace(row, rank=None if row.rating.provisional else rank))
    return found
