"""Find the player whom a line or a typed name means, by the exact name or a similar one.

A year of birth counts where both sides give it.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from games import sorting
from tournament.models import Club, Player
from tournament.people_lists.names import PersonName

# `Hanna Hubr` and `Hanna Huber` agree to 0.95; so do Anna and Hanna Huber, which is worth asking.
ALIKE = 0.82
MOST_ASKED = 4
_WORDS = re.compile(r"[^\W\d_]+")
_UMLAUTS = re.compile(r"(?<=[aou])e")


class LineAction(StrEnum):
    """What happens to a line of a list."""

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
    """Find a club by its name, or create it; None without a name."""
    if not name:
        return None
    return Club.objects.filter(name__iexact=name).first() or Club.objects.create(name=name[:80])


def name_key(name: str) -> tuple[str, ...]:
    """Return the sorted words of a name, the same for `MÜLLER-LÜBCKE, Karl` and `Karl Mueller Lübcke`."""
    return tuple(sorted(_UMLAUTS.sub("", word) for word in _WORDS.findall(sorting.plain(name))))


def find_by_name(name: str, players: Iterable[Player]) -> list[Player]:
    """Find the players with this name, the oldest on the list first."""
    wanted = name_key(name)
    found = (player for player in players if wanted and name_key(player.full_name) == wanted)
    return sorted(found, key=lambda player: player.pk)


def find_alike(name: str, players: Iterable[Player]) -> list[Player]:
    """Find players with a similar name, the most similar first."""
    wanted = " ".join(name_key(name))
    rated = [
        (SequenceMatcher(None, wanted, " ".join(name_key(player.full_name))).ratio(), player)
        for player in players
    ]
    near = sorted((each for each in rated if each[0] >= ALIKE), key=lambda each: (-each[0], each[1].pk))
    return [player for _ratio, player in near[:MOST_ASKED]]
