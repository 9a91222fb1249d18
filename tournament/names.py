"""The order of names wherever people look one up: É stands with E and Ø with O, whatever the database."""

from unicodedata import combining, normalize

from tournament.models import Player

# Letters that Unicode does not take apart into a plain one and its mark.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


def plain(name: str) -> str:
    """What a name is sorted by."""
    folded = normalize("NFKD", name.casefold().translate(_LETTERS))
    return "".join(sign for sign in folded if not combining(sign))


def by_first_name(player: Player) -> tuple[str, int]:
    return plain(player.full_name), player.pk


def by_family_name(player: Player) -> tuple[str, str, int]:
    return plain(player.family_name), plain(player.first_name), player.pk
