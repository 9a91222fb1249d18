"""The club evenings of the demo: results told at the desk, so that rating lists and histories have a past."""

import datetime

from django.db import transaction

from games.access.permissions import SYSTEM
from games.timekeeping import MINUTE_MS
from tournament.demo import clearing
from tournament.demo.cast import EVENINGS
from tournament.models import DemoKind, Evening, Player, Tournament
from tournament.services.club import evenings
from tournament.services.results import entering

DAY_MS = 24 * 60 * MINUTE_MS


@transaction.atomic
def hold(players: list[Player], now_ms: int) -> None:
    """All evenings, closed and rated."""
    for days_ago, told in EVENINGS:
        _hold(players, told.split(", "), now_ms - days_ago * DAY_MS)


def _hold(players: list[Player], told: list[str], at_ms: int) -> None:
    day = datetime.datetime.fromtimestamp(at_ms / 1000, datetime.UTC).date()
    evening = evenings.open_evening(
        actor=SYSTEM, name="Lindenau after work", season="Demo", day=day, now_ms=at_ms, live=False
    )
    for text in told:
        at_ms += 12 * MINUTE_MS
        _play(evening, players, text, at_ms)
    evenings.close(actor=SYSTEM, evening=evening, now_ms=at_ms)
    _mark(evening)


def _play(evening: Evening, players: list[Player], text: str, at_ms: int) -> None:
    pair, result = text.split()
    first, second = ([players[int(index)] for index in side.split("+")] for side in pair.split("-"))
    outcome = entering.read_typed(result)
    evenings.play(actor=SYSTEM, evening=evening, first=first, second=second, now_ms=at_ms, outcome=outcome)


def _mark(evening: Evening) -> None:
    for ladder in Tournament.objects.filter(pk__in=evening.ladder_ids):
        clearing.mark(DemoKind.TOURNAMENT, ladder.pk)
        for team in ladder.entrants.exclude(team=None).values_list("team", flat=True):
            clearing.mark(DemoKind.TEAM, team)
