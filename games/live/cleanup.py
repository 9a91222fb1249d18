"""Delete rows that visitors leave behind, once a day: one table says how long each kind is stored.

Games of tournaments, games that were played to their end and the audit log are never deleted.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from django.contrib.sessions.models import Session
from django.db import connections, transaction

from games.live import background
from games.models import Game, Grant, Link, SessionInfo, Throttle
from games.timekeeping import MINUTE_MS, now_ms

logger = logging.getLogger(__name__)

DAY_MS = 24 * 60 * MINUTE_MS
SECONDS_BETWEEN = 24 * 3600
CALLED_OFF_DAYS = 30
AT_ONCE = 500  # rows of one transaction: a move must not wait for a year of leftovers


@dataclass(frozen=True, slots=True)
class Leftover:
    """Rows that are useless `days` after their end; `delete(before_ms)` deletes some and returns how many."""

    what: str
    days: int
    delete: Callable[[int], int]


def _delete_sessions(before_ms: int) -> int:
    ended = Session.objects.filter(expire_date__lt=datetime.fromtimestamp(before_ms / 1000, UTC))
    keys = list(ended.values_list("pk", flat=True)[:AT_ONCE])
    SessionInfo.objects.filter(session_key__in=keys).delete()
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)


def _delete_guesses(before_ms: int) -> int:
    old = Throttle.objects.filter(since_ms__lt=before_ms, until_ms__lt=before_ms)
    ids = list(old.values_list("pk", flat=True)[:AT_ONCE])
    Throttle.objects.filter(pk__in=ids).delete()
    return len(ids)


def _delete_quick_game_links(before_ms: int) -> int:
    old = Link.objects.filter(topic="", scope__startswith="game:", expires_ms__lt=before_ms)
    found = list(old[:AT_ONCE])
    Grant.objects.filter(subject__in=[link.subject for link in found]).delete()
    Link.objects.filter(pk__in=[link.pk for link in found]).delete()
    return len(found)


def _delete_called_off_games(before_ms: int) -> int:
    """Delete games that were called off, with what was played and refused in them."""
    old = Game.objects.filter(topic="", casual=True, voided=True, created_ms__lt=before_ms)
    ids = list(old.values_list("pk", flat=True)[:AT_ONCE])
    Game.objects.filter(pk__in=ids).delete()
    return len(ids)


LEFTOVERS = (
    Leftover("sessions that ended", 0, _delete_sessions),
    Leftover("counts of wrong tries", 1, _delete_guesses),
    Leftover("links of quick games", 7, _delete_quick_game_links),
    Leftover("quick games that were called off", CALLED_OFF_DAYS, _delete_called_off_games),
)


def delete_leftovers(at_ms: int | None = None) -> dict[str, int]:
    """Delete all leftovers and return how many of each; a kind that fails is logged and stops no other."""
    at_ms = now_ms() if at_ms is None else at_ms
    deleted = {}
    for leftover in LEFTOVERS:
        deleted[leftover.what] = 0
        try:
            while count := _delete_some(leftover, at_ms - leftover.days * DAY_MS):
                deleted[leftover.what] += count
        except Exception:
            logger.exception("%s could not be deleted", leftover.what)
    return deleted


def _delete_some(leftover: Leftover, before_ms: int) -> int:
    with transaction.atomic():
        return leftover.delete(before_ms)


def _delete_in_thread() -> None:
    try:
        delete_leftovers()
    finally:
        connections.close_all()


@background.service
@asynccontextmanager
async def run_cleanup() -> AsyncIterator[None]:
    """Delete leftovers when the server starts, which in a club is before the evening, and then each day."""
    async with background.tasks(
        background.every(SECONDS_BETWEEN, lambda: asyncio.to_thread(_delete_in_thread))
    ):
        yield
