"""When the server did not hear the tablet that keeps a game: only then the tablet judges a PIN by itself.

Written down as the tablet goes and comes, so that a restart forgets nothing. While the server itself is down
no tablet is heard, so at its start every game that a tablet keeps is away since it was last heard of.
"""

from django.db import transaction
from django.db.models import F, Max, Q
from django.db.models.functions import Coalesce

from games.models import Custody, Game, TabletAbsence
from games.referee import Keeper

# A tablet notices that the server is gone before the server misses it, and is back before it has told so.
SLACK_MS = 5_000


@transaction.atomic
def went(game_id: int, since_ms: int) -> None:
    """Not heard since then. Told again, it stays as it was told first; a game that is gone has no tablet."""
    if not Game.objects.select_for_update().filter(pk=game_id).values_list("pk"):
        return
    if not TabletAbsence.objects.filter(game=game_id, until_ms=None).exists():
        TabletAbsence.objects.create(game_id=game_id, since_ms=since_ms)


def came(game_id: int, at_ms: int) -> None:
    TabletAbsence.objects.filter(game=game_id, until_ms=None).update(until_ms=at_ms)


def begin(now_ms: int) -> None:
    """The server starts: whoever keeps a game was not heard while it was down."""
    live = Game.objects.live().filter(keeper=Keeper.TABLE)
    held = Custody.objects.filter(game__in=live, epoch=F("game__epoch")).exclude(holder="")
    heard = held.annotate(heard_ms=Coalesce(Max("game__events__received_ms"), "taken_ms"))
    for game_id, heard_ms in heard.values_list("game_id", "heard_ms"):
        went(game_id, min(heard_ms, now_ms))


def was_away(game: Game, at_ms: int) -> bool:
    """Whether the tablet was out of hearing at that instant, which lies after everything it has told."""
    last_ms = game.events.order_by("-seq").values_list("at_ms", flat=True).first()
    if last_ms is not None and at_ms < last_ms - SLACK_MS:
        return False
    lasted = Q(until_ms=None) | Q(until_ms__gte=at_ms - SLACK_MS)
    return TabletAbsence.objects.filter(lasted, game=game, since_ms__lte=at_ms + SLACK_MS).exists()
