"""Short calls that open a club evening and play on it, all at one instant."""

import datetime

from tests.tournament.conftest import ORGANISER
from tournament.scores import Outcome
from tournament.services.club import evenings

NOW_MS = 1_800_000_000_000
TODAY = datetime.date(2027, 1, 15)  # the day of that instant


def open_evening(name="Thursday", season="2026", **given):
    return evenings.open_evening(
        actor=ORGANISER,
        name=name,
        season=season,
        now_ms=NOW_MS,
        **{"live": False, "tables": 2, "day": TODAY} | given,
    )


def play(evening, first, second, outcome=Outcome.FIRST_WINS, **more):
    return evenings.play(
        actor=ORGANISER, evening=evening, first=first, second=second, now_ms=NOW_MS, outcome=outcome, **more
    )
