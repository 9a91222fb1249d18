"""What staff decided about a game, for the log of the house beside the game's own."""

from typing import Any

from games import audit_log
from games.access.permissions import Actor
from games.models import Game
from games.protocol.upward import VERBS
from games.referee import Request, Ruling, State
from games.referee import requests as r

_DECISIONS = (
    r.Adjust,
    r.Penalise,
    r.NoteIllegal,
    r.SetPosition,
    r.Rule,
    r.Reopen,
    r.Pause,
    r.Resume,
)


def log(game: Game, request: Request, actor: Actor, ruling: Ruling) -> None:
    """Write it down, if it is a decision about a game of a tournament."""
    takes_back = isinstance(request, r.TakeBack) and request.seat is None
    if not game.topic or not (takes_back or isinstance(request, _DECISIONS)):
        return
    audit_log.write(
        actor,
        VERBS[type(request)],
        audit_log.path(game.topic, game.scope),
        before=_brief(ruling.before),
        after=_brief(ruling.after),
        note=getattr(request, "reason", "") or "",
    )


def _brief(state: State) -> dict[str, Any]:
    """What a later reader compares: where it stood, whose turn, the clocks, the result."""
    clock = state.clock
    return {
        "seq": state.seq,
        "ply": state.ply,
        "status": state.status.value,
        "turn": state.seat.value,
        "main_ms": {seat: clock.account(seat).main_ms for seat in clock.seats},
        "result": str(state.outcome) if state.outcome else None,
    }
