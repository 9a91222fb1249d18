"""Find whom a line means: listed players by name, and by year of birth where both sides give it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tournament.models import Club, Player
from tournament.people_lists.names import PersonName


class LineAction(StrEnum):
    """What is done with a line."""

    NEW = "new"  # a new player or team
    KNOWN = "known"  # found in the club's list
    CHANGE = "change"  # found, and given other particulars
    UNCLEAR = "unclear"  # several players have this name
    ENTERED = "entered"  # entered already: nothing to do
    LEFT_OUT = "left-out"  # something is wrong with it


@dataclass(frozen=True, slots=True)
class ListedPlayers:
    """The club's players of certain names, read once, the oldest first."""

    by_key: dict[str, list[Player]]

    @classmethod
    def read(cls, names: Iterable[PersonName]) -> "ListedPlayers":
        found: dict[str, list[Player]] = {name.key: [] for name in names}
        for player in Player.objects.listed().select_related("club").order_by("pk"):
            if (key := player.full_name.casefold()) in found:
                found[key].append(player)
        return cls(found)

    def find_all(self, name: PersonName, birth_year: int | None = None) -> list[Player]:
        """Find all who could be this person."""
        return [
            player
            for player in self.by_key.get(name.key, ())
            if birth_year is None or player.birth_year in (None, birth_year)
        ]

    def find_one(self, name: PersonName, birth_year: int | None = None) -> Player | None:
        """Find the player if there is only one: a new player is better than a wrong one."""
        found = self.find_all(name, birth_year)
        return found[0] if len(found) == 1 else None


def find_or_make_club(name: str) -> Club | None:
    if not name:
        return None
    return Club.objects.filter(name__iexact=name).first() or Club.objects.create(name=name[:80])
