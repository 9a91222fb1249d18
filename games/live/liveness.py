"""Whether anybody is at a board, for pages that show what is being played (static/js/game/presence.js)."""

from collections.abc import Iterable

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from games.models import Event, Game
from games.referee import Status
from games.timekeeping import stamp_ms

from .presence import devices

SWEPT_AFTER_MS = 15 * 60_000  # longer than any walk to the sockets


def attended(games: QuerySet[Game], now_ms: int | None = None) -> Iterable[Game]:
    """Those of the games that somebody is at, or was lately; read as far as somebody asks."""
    now_ms = stamp_ms() if now_ms is None else now_ms
    last = Event.objects.filter(game=OuterRef("pk"), seq=OuterRef("seq")).values("received_ms")
    for game in games.annotate(touched_ms=Coalesce(Subquery(last[:1]), "created_ms")).iterator(50):
        if not is_swept(game, game.touched_ms, now_ms):
            yield game


def is_swept(game: Game, touched_ms: int, now_ms: int) -> bool:
    """Nobody has been at it for long. A board of an event that waits is expected, however long."""
    if game.status == Status.OVER or (game.status == Status.WAITING and not game.casual):
        return False
    presence = devices.presence.of(game.pk)
    present = [each for each in (presence["table"], *presence["seats"].values()) if each]
    if any(device["online"] for device in present):
        return False
    heard_ms: int = max([touched_ms, *(device["since_ms"] for device in present)])
    return now_ms - heard_ms > SWEPT_AFTER_MS
