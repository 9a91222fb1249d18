"""Ratings from a list of a federation or another club, matched to entrants by name: plan, then take.

Accents, capitals and the order of names do not matter, nor whether an umlaut is written with an e.
"""

from collections import defaultdict
from dataclasses import dataclass

from games.access.permissions import Actor
from tournament.models import Entrant, EntrantStatus, Tournament
from tournament.people_lists.people_list import read_players
from tournament.services import locking
from tournament.services.club.name_matching import name_key

MOST_LINES = 20_000


@dataclass(frozen=True, slots=True)
class ListedRating:
    """What the list says about one entrant; several different ratings of one name are told, not guessed."""

    entrant: Entrant
    ratings: tuple[int, ...]

    @property
    def rating(self) -> int | None:
        return self.ratings[0] if len(self.ratings) == 1 else None

    @property
    def changes(self) -> bool:
        return self.rating is not None and self.rating != self.entrant.rating


@dataclass(frozen=True, slots=True)
class RatingPlan:
    entrants: tuple[ListedRating, ...]  # everybody who is entered
    left_over: tuple[str, ...]  # names of the list whom nobody here bears

    @property
    def changes(self) -> list[ListedRating]:
        return [each for each in self.entrants if each.changes]

    @property
    def missing(self) -> list[ListedRating]:
        return [each for each in self.entrants if not each.ratings]


def plan(tournament: Tournament, text: str) -> RatingPlan:
    listed: dict[tuple[str, ...], set[int]] = defaultdict(set)
    names: dict[tuple[str, ...], str] = {}
    for line in read_players(text, most=MOST_LINES):
        if line.rating and not line.troubles:
            listed[name_key(line.name)].add(line.rating)
            names.setdefault(name_key(line.name), line.name)
    found = [
        ListedRating(entrant, tuple(sorted(listed.get(name_key(str(entrant)), ()))))
        for entrant in tournament.entrants.filter(player__isnull=False, status=EntrantStatus.ENTERED)
        .with_names()
        .order_by("number")
    ]
    here = {name_key(str(each.entrant)) for each in found}
    return RatingPlan(tuple(found), tuple(name for key, name in names.items() if key not in here))


def take(*, actor: Actor, tournament: Tournament, text: str) -> int:
    """Give entrants the ratings of the list; how many changed. Seeds that are drawn stay as they are."""
    with locking.changing(tournament.pk) as held:
        changes = plan(held, text).changes
        for each in changes:
            Entrant.objects.filter(pk=each.entrant.pk).update(rating=each.rating)
        noted = [[each.entrant.pk, each.entrant.rating, each.rating] for each in changes]
        locking.note(actor, "take_rating_list", held, after={"changed": noted})
    return len(changes)
