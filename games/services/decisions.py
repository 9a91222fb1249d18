"""Write decisions of staff about a game to the audit log, which is kept beside the log of the game."""

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


def log_decision(game: Game, request: Request, actor: Actor, ruling: Ruling) -> None:
    """Write the request to the audit log, if it is a decision about a game of a tournament."""
    takes_back = isinstance(request, r.TakeBack) and request.seat is None
    if not game.topic or not (takes_back or isinstance(request, _DECISIONS)):
        return
    audit_log.write(
        actor,
        VERBS[type(request)],
        audit_log.path(game.topic, game.scope),
        before=_summarise(ruling.before),
        after=_summarise(ruling.after),
        note=getattr(request, "reason", "") or "",
    )


def _summarise(state: State) -> dict[str, Any]:
    """Return what a later reader compares: position in the log, whose turn, the clocks, the result."""
    clock = state.clock
    return {
        "seq": state.seq,
        "ply": state.ply,
        "status": state.status.value,
        "turn": state.seat.value,
        "main_ms": {seat: clock.account(seat).main_ms for seat in clock.seats},
        "result": str(state.outcome) if state.outcome else None,
    }
