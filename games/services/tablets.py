"""The tablet of a table: another takes its place, or it is signed out. Its game waits for the next one.

What the former one still holds of a game that it played on is taken in as late (`games.live.requests`).
"""

from collections.abc import Collection

from games.access import devices
from games.access.permissions import Actor
from games.models import Game, Link, LinkDevice
from games.services import custody


def admit(actor: Actor, row: LinkDevice) -> None:
    """Let a device in that waits; at a table it takes the place of the other, and gets its game."""
    replaced = devices.admit(actor, row)
    _release(actor, row.link, replaced)


def sign_out(actor: Actor, link: Link, device_ids: Collection[int] | None = None) -> int:
    """End the link's right on these devices, or on every one; how many."""
    rows = link.devices.all() if device_ids is None else link.devices.filter(pk__in=device_ids)
    ended = devices.sign_out(actor, rows, link)
    _release(actor, link, ended)
    return len(ended)


def _release(actor: Actor, link: Link, ids: Collection[str]) -> None:
    if not ids or not link.binds:
        return
    games = Game.objects.live().filter(place=link.scope) | Game.objects.live().filter(topic=link.scope)
    for game_id in games.filter(custodies__device__in=ids).distinct().values_list("pk", flat=True):
        custody.release(game_id, actor, ids)
