"""Replace or sign out the tablet of a table. Its game waits for the next one.

What the former tablet still sends is stored as late entries (`games.live.requests`).
"""

from collections.abc import Collection

from games.access import devices
from games.access.permissions import Actor
from games.models import Game, Link, LinkDevice
from games.services import custody


def admit(actor: Actor, row: LinkDevice) -> None:
    """Admit a device that waits; at a table it replaces the other tablet and gets its game."""
    replaced = devices.admit(actor, row)
    _release_games(actor, row.link, replaced)


def sign_out(actor: Actor, link: Link, device_ids: Collection[int] | None = None) -> int:
    """End the link's right on these devices, or on every one; return how many they were."""
    rows = link.devices.all() if device_ids is None else link.devices.filter(pk__in=device_ids)
    ended = devices.sign_out(actor, rows, link)
    _release_games(actor, link, ended)
    return len(ended)


def _release_games(actor: Actor, link: Link, ids: Collection[str]) -> None:
    if not ids or not link.is_for_one_device:
        return
    games = Game.objects.live().filter(place=link.scope) | Game.objects.live().filter(topic=link.scope)
    for game_id in games.filter(custodies__device__in=ids).distinct().values_list("pk", flat=True):
        custody.release(game_id, actor, ids)
