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

HALL = "hall"  # why games pause that the arbiter pauses together
TOGETHER = (HALL, OUTAGE)  # the pauses that `resume_all` ends


@dataclass(slots=True)
class BulkResult:
    """The codes of the games that did it, and of those whose tablet was asked to; why others did not."""

    done: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    refused: dict[str, NotRecorded] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Count the games that do it: at once, or as soon as their tablet receives the instruction."""
        return len({*self.done, *self.asked})

    def add(self, other: "BulkResult") -> None:
        self.done += other.done
        self.asked += other.asked
        self.refused |= other.refused


def pause_all(topic: str, *, actor: Actor, now_ms: int, reason: str = HALL) -> BulkResult:
    """Pause every game of the topic, also those that are paused already: they wait for the hall as well."""
    stopped = {game.pk for game in games_paused_for(topic, reason)}
    games = [game for game in _begun_games(topic) if game.pk not in stopped]
    return _record_each(games, r.Pause(reason), actor, now_ms)


def resume_all(topic: str, *, actor: Actor, now_ms: int, reasons: Iterable[str] = TOGETHER) -> BulkResult:
    """End the pauses for these reasons; games that are paused for other reasons only are not touched."""
    result = BulkResult()
    for reason in reasons:
        result.add(_record_each(games_paused_for(topic, reason), r.Resume(reason), actor, now_ms))
    return result


def games_paused_for(topic: str, reason: str = HALL) -> list[Game]:
    """Return the games that are paused for this reason, or whose tablet has not answered such an instruction.

    That tablet pauses as soon as it is back, and then needs the instruction to resume as well.
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
