"""Boards that wait for the arbiter, and why: the one list that banner, desk and next steps show."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import F, QuerySet

from games.models import Custody, Event, Game, LateEntry
from games.services import offline_review
from games.services.custody import REASON
from games.services.locked_game import ABSENT
from tournament.models import MatchGame, Tournament
from tournament.services.results import disagreements
from tournament.services.tables import seating


class CallKind(StrEnum):
    """Reasons to call the arbiter, in the order to answer them: first where players sit and wait."""

    ARBITER = "arbiter"  # a player at the board called
    TIME = "time"  # the time for the game is up, and its rules leave the result to the arbiter
    CUSTODY = "custody"  # the game changed hands and is paused
    LATE = "late"  # a tablet has entries that were not recorded
    TIMES = "times"  # a tablet reported times that the server did not measure
    ABSENT = "absent"  # a player who was never there lost on time
    OFFLINE = "offline"  # a result that was decided at the table without the server waits for a review
    DIFFERS = "differs"  # the live game gave another result than the one that was entered


@dataclass(frozen=True, slots=True)
class DeskCall:
    kind: CallKind
    board: MatchGame
    since_ms: int
    seat: str = ""  # who called, or whose turn was interrupted
    reason: str = ""
    uncounted_ms: int = 0  # of a game that changed hands: not charged to the player on the move

    @property
    def key(self) -> str:
        """The identity of the call: a board that calls again has another key."""
        return f"{self.kind}-{self.board.pk}-{self.since_ms}"


_ORDER = list(CallKind)


def desk_calls(tournament: Tournament) -> list[DeskCall]:
    """List the boards that wait, the longest waiting first within its kind."""
    found = [*_paused(tournament), *_late(tournament), *_marked(tournament), *_differing(tournament)]
    return sorted(found, key=lambda call: (_ORDER.index(call.kind), call.since_ms))


def _paused(tournament: Tournament) -> Iterator[DeskCall]:
    paused = _boards(tournament).filter(outcome="", game__status="paused", game__voided=False)
    boards = list(seating.with_relatives(paused)) if paused.exists() else []
    games = [board.game for board in boards if board.game]
    called = _last_events(games, kind__in=("arbiter-called", "flagged"))
    changed_hands = _last_events(games, kind="paused", data__reason=REASON)
    desk_keeps = Custody.objects.filter(game__in=games, epoch=F("game__epoch"), holder="")
    at_the_desk = set(desk_keeps.values_list("game_id", flat=True))
    for board, game in zip(boards, games, strict=True):
        state = game.state_now()
        if state.arbiter and (last := called.get(game.pk)):
            kind = CallKind.TIME if last.kind == "flagged" else CallKind.ARBITER
            said = last.data.get("seat") or "", last.data.get("reason") or ""
            yield DeskCall(kind, board, last.received_ms, *said)
        elif REASON not in state.clock.pauses or game.pk in at_the_desk:
            continue  # the user who took a game over at the desk knows that it waits
        elif last := changed_hands.get(game.pk):
            uncounted_ms = last.received_ms - last.at_ms
            yield DeskCall(
                CallKind.CUSTODY, board, last.received_ms, state.seat.value, uncounted_ms=uncounted_ms
            )


def _last_events(games: Sequence[Game], **which: object) -> dict[int, Event]:
    """Map each of these games to its last event of that kind."""
    found = Event.objects.filter(game__in=games, **which).order_by("seq") if games else ()
    return {event.game_id: event for event in found}


def _late(tournament: Tournament) -> Iterator[DeskCall]:
    received: dict[int, int] = {}
    entries = LateEntry.objects.undecided().filter(game__topic=tournament.scope, game__voided=False)
    for game_id, received_ms in entries.values_list("game_id", "received_ms"):
        received[game_id] = max(received.get(game_id, 0), received_ms)
    if received:
        for board in seating.with_relatives(_boards(tournament).filter(game__in=received)):
            if board.game_id is not None:
                yield DeskCall(CallKind.LATE, board, received[board.game_id])


def _marked(tournament: Tournament) -> Iterator[DeskCall]:
    """Yield what tablets decided alone, once it ended a game, and times that cannot be true, at once."""
    marked = offline_review.unreviewed_events().filter(game__topic=tournament.scope, game__voided=False)
    calls: dict[int, tuple[CallKind, int]] = {}
    for event in marked.select_related("game").order_by("seq"):
        if event.suspect in offline_review.TIMES:
            calls[event.game_id] = CallKind.TIMES, event.received_ms
        elif event.suspect == ABSENT:
            calls.setdefault(event.game_id, (CallKind.ABSENT, event.received_ms))
        elif event.game.status == "over":
            calls.setdefault(event.game_id, (CallKind.OFFLINE, event.received_ms))
    if calls:
        waiting = _boards(tournament).filter(game__in=calls, outcome="", match__outcome="")
        for board in seating.with_relatives(waiting):
            if board.game_id is not None:
                kind, received_ms = calls[board.game_id]
                yield DeskCall(kind, board, received_ms)


def _differing(tournament: Tournament) -> Iterator[DeskCall]:
    for board, _said in disagreements.disagreements(match__round__stage__tournament=tournament):
        if board.game is not None:
            yield DeskCall(CallKind.DIFFERS, board, board.game.ended_ms or 0)


def _boards(tournament: Tournament) -> QuerySet[MatchGame]:
    return MatchGame.objects.filter(match__round__stage__tournament=tournament).select_related("game")
