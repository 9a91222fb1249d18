"""Store when the tablet that keeps a game was out of reach.

Only for that time may the tablet check a PIN alone, and may its entries have waited to be sent.

Stored as the tablet goes and comes, so that a restart forgets nothing. While the server is down no tablet
reaches it, so at its start every tablet that keeps a game is absent since its last message.
"""

from django.db import transaction
from django.db.models import F, Max, Q
from django.db.models.functions import Coalesce

from games.models import Custody, Game, TabletAbsence
from games.referee import Keeper

# A tablet notices the loss before the server does, and is back before its first message arrives.
SLACK_MS = 5_000


@transaction.atomic
def note_absence(game_id: int, since_ms: int) -> None:
    """Note that the tablet is away since then; an absence that is open already stays as it is."""
    if not Game.objects.select_for_update().filter(pk=game_id).values_list("pk"):
        return
    if not TabletAbsence.objects.filter(game=game_id, until_ms=None).exists():
        TabletAbsence.objects.create(game_id=game_id, since_ms=since_ms)


def end_absence(game_id: int, at_ms: int) -> None:
    TabletAbsence.objects.filter(game=game_id, until_ms=None).update(until_ms=at_ms)


def note_absences_at_start(now_ms: int) -> None:
    """Note that no tablet reached the server while it was down."""
    live = Game.objects.live().filter(keeper=Keeper.TABLE)
    held = Custody.objects.filter(game__in=live, epoch=F("game__epoch")).exclude(holder="")
    last_messages = held.annotate(last_ms=Coalesce(Max("game__events__received_ms"), "taken_ms"))
    for game_id, last_ms in last_messages.values_list("game_id", "last_ms"):
        note_absence(game_id, min(last_ms, now_ms))


def last_heard_ms(game: Game, now_ms: int) -> int:
    """Return when the tablet gave its last sign of life: now, unless it is out of reach."""
    absence = TabletAbsence.objects.filter(game=game, until_ms=None).first()
    return now_ms if absence is None else min(absence.since_ms, now_ms)


def times_away(game: Game, since_ms: int, until_ms: int) -> list[tuple[int, int]]:
    """Return from when to when the tablet was out of reach between the two instants."""
    lasted = Q(until_ms=None) | Q(until_ms__gt=since_ms)
    rows = TabletAbsence.objects.filter(lasted, game=game, since_ms__lt=until_ms).order_by("since_ms")
    return [
        (max(row.since_ms, since_ms), until_ms if row.until_ms is None else min(row.until_ms, until_ms))
        for row in rows
    ]


def was_away(game: Game, at_ms: int) -> bool:
    """Return whether the tablet was out of reach at that instant, and has sent nothing that is later."""
    last_ms = game.events.order_by("-seq").values_list("at_ms", flat=True).first()
    if last_ms is not None and at_ms < last_ms - SLACK_MS:
        return False
    lasted = Q(until_ms=None) | Q(until_ms__gte=at_ms - SLACK_MS)
    return TabletAbsence.objects.filter(lasted, game=game, since_ms__lte=at_ms + SLACK_MS).exists()
