"""Pause and resume many games at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import QuerySet

from games.access.permissions import Actor
from games.models import Game, Instruction
from games.referee import UNDER_WAY, Request
from games.referee import requests as r
from games.services.faults import NotRecorded
from games.services.lost_time import OUTAGE
from games.services.recording import record

HALL = "hall"  # why all games pause at the arbiter's word
TOGETHER = (HALL, OUTAGE)  # what stopped games that go on together


@dataclass(slots=True)
class BulkResult:
    """Codes of the games that did it, of those whose table was asked to, and why others did not."""

    done: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    refused: dict[str, NotRecorded] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Those that do it: at once, or as soon as their table hears of it."""
        return len({*self.done, *self.asked})

    def add(self, other: "BulkResult") -> None:
        self.done += other.done
        self.asked += other.asked
        self.refused |= other.refused


def pause_all(topic: str, *, actor: Actor, now_ms: int, reason: str = HALL) -> BulkResult:
    """Stop every clock of the topic, also those that stand already: they wait for the hall as well."""
    stopped = {game.pk for game in paused_for(topic, reason)}
    games = [game for game in _begun_games(topic) if game.pk not in stopped]
    return _record_each(games, r.Pause(reason), actor, now_ms)


def resume_all(topic: str, *, actor: Actor, now_ms: int, reasons: Iterable[str] = TOGETHER) -> BulkResult:
    """Take these reasons away everywhere; games paused for others only are not touched."""
    result = BulkResult()
    for reason in reasons:
        result.add(_record_each(paused_for(topic, reason), r.Resume(reason), actor, now_ms))
    return result


def paused_for(topic: str, reason: str = HALL) -> list[Game]:
    """Games that stand for this reason, and those whose table has not answered yet that it makes them stand.

    Such a table pauses once it is heard of again, and has to be told the rest too.
    """
    last_asked = {
        wish.game_id: wish.body["type"]
        for wish in Instruction.objects.open().filter(game__topic=topic, body__reason=reason).order_by("id")
        if wish.body["type"] in ("pause", "resume")
    }
    return [game for game in _begun_games(topic) if _is_paused_for(game, reason, last_asked.get(game.pk))]


def _is_paused_for(game: Game, reason: str, asked: str | None) -> bool:
    return asked == "pause" if asked else reason in game.state_now().clock.pauses


def _begun_games(topic: str) -> QuerySet[Game]:
    return Game.objects.live().filter(topic=topic, status__in=UNDER_WAY)


def _record_each(games: Iterable[Game], request: Request, actor: Actor, now_ms: int) -> BulkResult:
    result = BulkResult()
    for game in games:
        answer = record(game_id=game.pk, request=request, actor=actor, stamp_ms=now_ms)
        if answer.refused is not None:
            result.refused[game.code] = answer.refused
        else:
            (result.asked if answer.instruction else result.done).append(game.code)
    return result
