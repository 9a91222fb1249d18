"""Whether any server is alive: one shared row, written while a clock of ours runs. Silence freezes games."""

from games.models import Game, Server

from .hall import freeze

BEAT_MS = 2_000  # how often every server process calls `beat`
STALE_MS = 10_000  # five beats missed by all of them: nobody could have made a move


def beat(now_ms: int) -> list[int]:
    """One heartbeat. After an outage one process freezes the games, as of the last beat; those it paused."""
    if not Game.objects.on_the_clock().exists():
        return []
    row, _ = Server.objects.get_or_create(pk=Server.THE_ONLY)
    rows = Server.objects.filter(pk=row.pk)
    # A wall clock that was set back over a restart is an outage of unknown length, too.
    if abs(now_ms - row.beat_ms) > STALE_MS:
        won = rows.filter(beat_ms=row.beat_ms).update(beat_ms=now_ms)
        return freeze(row.beat_ms, now_ms=now_ms) if won else []
    rows.filter(beat_ms__lt=now_ms).update(beat_ms=now_ms)
    return []
