"""Send short messages from the desk to one board, or to all boards of a topic, shown there for a while.

They are stored, so that a tablet that was away gets them with its next state.
"""

from collections.abc import Collection
from functools import partial

from django.db import transaction

from games import audit_log, timekeeping
from games.access.permissions import Actor
from games.models import Game, Notice
from games.services.locked_game import prepare_table_news, queue_of_writers
from games.signals import topic_news
from games.timekeeping import MINUTE_MS

from .faults import NotRecorded

MOST_CHARACTERS = 140
# Enough for a busy evening; more is a page that sends without being asked.
MOST_A_MINUTE = 10


def send_notice(
    text: str,
    *,
    topic: str,
    actor: Actor,
    game: Game | None = None,
    minutes: int,
    now_ms: int | None = None,
) -> Notice:
    """Send a notice to this board or, without a game, to all boards of the topic."""
    now_ms = timekeeping.stamp_ms() if now_ms is None else now_ms
    text = " ".join(text.split())
    _check_notice(text, topic, now_ms)
    with queue_of_writers(), transaction.atomic():
        notice = Notice.objects.create(
            topic=topic,
            game=game,
            text=text,
            actor=actor.who,
            given_ms=now_ms,
            until_ms=now_ms + minutes * MINUTE_MS,
        )
        audit_log.write(actor, "send_notice", audit_log.path(topic, game.scope if game else ""), note=text)
    for each in [game] if game else Game.objects.live().filter(topic=topic):
        transaction.on_commit(prepare_table_news(each, "notice"), robust=True)
    if game is None:
        # Pages and projectors have no board: they fetch again what they show.
        news = partial(topic_news.send, Notice, topic=topic, message={"what": "notice"})
        transaction.on_commit(news, robust=True)
    return notice


def notices_of(games: Collection[Game], now_ms: int) -> dict[int, list[Notice]]:
    """Return the notices that are shown now, by game; in one query."""
    found = list(Notice.objects.shown(now_ms).for_games(games)) if games else []
    return {game.pk: [each for each in found if _is_for(each, game)] for game in games}


def notices_to_all(topic: str, now_ms: int) -> list[Notice]:
    """Return the notices to all boards that are shown now, the newest first."""
    return list(Notice.objects.shown(now_ms).filter(topic=topic, game=None).order_by("-given_ms"))


def _is_for(notice: Notice, game: Game) -> bool:
    return notice.game_id == game.pk if notice.game_id else notice.topic == game.topic


def _check_notice(text: str, topic: str, now_ms: int) -> None:
    if not text or not text.isprintable():
        raise NotRecorded("notice-empty")
    if len(text) > MOST_CHARACTERS:
        raise NotRecorded("notice-too-long", most=MOST_CHARACTERS)
    if Notice.objects.filter(topic=topic, given_ms__gt=now_ms - MINUTE_MS).count() >= MOST_A_MINUTE:
        raise NotRecorded("notices-too-many")
