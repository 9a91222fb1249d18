"""News from live games. A mistake here never undoes a move: the signal comes after the commit, and what is
missed is found by the sweep (`results.settle_missed`).
"""

import logging

from django.dispatch import receiver

from games.signals import game_over, game_reopened
from games.timekeeping import now_ms
from tournament.services.results import entering

logger = logging.getLogger(__name__)


@receiver([game_over, game_reopened], dispatch_uid="tournament.settle")
def settle(sender: object, game_id: int, **_: object) -> None:
    try:
        entering.settle(game_id, now_ms=now_ms())
    except Exception:
        logger.exception("game:%s could not be settled", game_id)
