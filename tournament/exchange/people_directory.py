"""Who of a file is whom in the club: by name, and by year of birth where both know it."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.models import Club, Player
from tournament.services.entries.pasted_list import PastedPerson, read_person

__all__ = ["Directory", "PastedPerson", "read_person"]


@dataclass(frozen=True, slots=True)
class Directory:
    """Listed players by name, read once."""

    by_name: dict[str, tuple[Player, ...]]

    @classmethod
    def read(cls, people: Iterable[PastedPerson]) -> "Directory":
        wanted = {person.key for person in people}
        found: dict[str, list[Player]] = {}
        for player in Player.objects.listed().select_related("club").order_by("pk"):
            if (key := player.full_name.casefold()) in wanted:
                found.setdefault(key, []).append(player)
        return cls({key: tuple(players) for key, players in found.items()})

    def candidates(self, person: PastedPerson, birth_year: int | None = None) -> tuple[Player, ...]:
        """All who could be this person."""
        return tuple(
            player
            for player in self.by_name.get(person.key, ())
            if birth_year is None or player.birth_year in (None, birth_year)
        )

    def the_one(self, person: PastedPerson, birth_year: int | None = None) -> Player | None:
        """The player if there is no doubt; a new one is better than a wrong one."""
        found = self.candidates(person, birth_year)
        return found[0] if len(found) == 1 else None


def club_named(name: str) -> Club | None:
    """The club of that name, made if nobody knew it."""
    if not name:
        return None
    return Club.objects.filter(name__iexact=name).first() or Club.objects.create(name=name[:80])
