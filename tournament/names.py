"""The order of names wherever people look one up: É stands with E and Ø with O, whatever the database."""

from games.sorting import plain
from tournament.models import Player


def by_first_name(player: Player) -> tuple[str, int]:
    return plain(player.full_name), player.pk


def by_family_name(player: Player) -> tuple[str, str, int]:
    return plain(player.family_name), plain(player.first_name), player.pk
