"""Whether any server is alive: one shared row, written while a clock of ours runs. Silence freezes games."""

from django.db import transaction

from games.models import Game, Server
from games.services.locked_game import queue_of_writers
from games.services.many_games import freeze

BEAT_MS = 2_000  # how often every server process calls `beat`
STALE_MS = 10_000  # five beats missed by all of them: nobody could have made a move


def beat(now_ms: int) -> list[int]:
    """One heartbeat. After an outage one process freezes the games, as of the last beat; those it paused.

    Whoever beats meanwhile waits until they are frozen; else it would find the row fresh and mark flags.
    """
    if not Game.objects.on_the_clock().exists():
        return []
    with queue_of_writers(), transaction.atomic():
        row, _ = Server.objects.select_for_update().get_or_create(pk=Server.THE_ONLY)
        last_ms = row.beat_ms
        # A wall clock that was set back over a restart is an outage of unknown length, too.
        silent = abs(now_ms - last_ms) > STALE_MS
        if silent or now_ms > last_ms:
            row.beat_ms = now_ms
            row.save(update_fields=["beat_ms"])
        return freeze(last_ms, now_ms=now_ms) if silent else []
