"""Whether an event of a file is here already: brought in twice, its games would count twice."""

from collections.abc import Iterable
from datetime import date

from tournament.models import Player, Tournament
from tournament.people_lists.names import PersonName

# Of events without a day there may be many; a copy is looked for among the latest.
MOST_LOOKED_AT = 100


def like(name: str, day: date | None, people: Iterable[PersonName]) -> Tournament | None:
    """An event of the same first day with the same people, or of the same name with some of them."""
    named = {person.key for person in people}
    for each in Tournament.objects.filter(starts_on=day).order_by("-pk")[:MOST_LOOKED_AT]:
        here = _people(each)
        if named == here and named:
            return each
        same_name = each.name.casefold() == name.strip().casefold()
        if same_name and (named & here or not named or not here):
            return each
    return None


def _people(tournament: Tournament) -> set[str]:
    single = Player.objects.filter(entries__tournament=tournament)
    in_teams = Player.objects.filter(memberships__team__entries__tournament=tournament)
    return {player.full_name.casefold() for player in (*single, *in_teams)}
