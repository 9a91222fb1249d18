"""What the wall of an event counts down to: the start of the round that is published."""

from django.utils.translation import gettext as _

from games.timekeeping import now_ms
from games.views.wall import Awaited
from tournament.models import Round, RoundStatus


def next_round(topic: str) -> Awaited | None:
    kind, _colon, number = topic.partition(":")
    if kind != "tournament":
        return None
    found = (
        Round.objects.filter(
            stage__tournament=int(number), status=RoundStatus.PUBLISHED, starts_ms__gt=now_ms()
        )
        .order_by("starts_ms")
        .first()
    )
    if found is None or found.starts_ms is None:
        return None
    return Awaited(_("Round {number}").format(number=found.number), found.starts_ms)
