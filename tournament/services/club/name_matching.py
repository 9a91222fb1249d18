"""Names that may mean one person: written in another order, without accents, or with a letter missing."""

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from games import sorting
from tournament.models import Player

# `Hanna Hubr` and `Hanna Huber` agree to 0.95; so do Anna and Hanna Huber, which is worth asking.
ALIKE = 0.82
MOST_ASKED = 4
_WORDS = re.compile(r"[^\W\d_]+")
_UMLAUTS = re.compile(r"(?<=[aou])e")


def name_key(name: str) -> tuple[str, ...]:
    """The words of a name in no order: `MÜLLER-LÜBCKE, Karl` and `Karl Mueller Lübcke` are one."""
    return tuple(sorted(_UMLAUTS.sub("", word) for word in _WORDS.findall(sorting.plain(name))))


def same_name(name: str, players: Iterable[Player]) -> list[Player]:
    """Whose name it is, the oldest on the list first."""
    wanted = name_key(name)
    found = (player for player in players if wanted and name_key(player.full_name) == wanted)
    return sorted(found, key=lambda player: player.pk)


def alike(name: str, players: Iterable[Player]) -> list[Player]:
    """Who may have been meant, the likeliest first."""
    wanted = " ".join(name_key(name))
    rated = [
        (SequenceMatcher(None, wanted, " ".join(name_key(player.full_name))).ratio(), player)
        for player in players
    ]
    near = sorted((each for each in rated if each[0] >= ALIKE), key=lambda each: (-each[0], each[1].pk))
    return [player for _ratio, player in near[:MOST_ASKED]]
