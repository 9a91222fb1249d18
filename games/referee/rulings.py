"""The referee: grant a request with exactly one event, or refuse it with a code and a sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.clock import GAME, ClockRefused
from games.referee.faults import Refused
from games.rules import IllegalMove

from . import accords, authority, outages, turns
from . import events as e
from . import requests as r
from .folding import apply
from .state import Asked, State
from .timing import delay_start


@dataclass(frozen=True, slots=True)
class Ruling:
    """A granted request for storage and broadcast: the state before, the event, the state after."""

    before: State
    event: e.Event
    after: State


def decide(
    state: State,
    request: r.Request,
    now_ms: int,
    past: Sequence[e.Event] = (),
    *,
    begins_ms: int | None = None,
) -> Ruling:
    """Grant or refuse the request. Only takebacks read `past`, the whole log: see `needs_past`.

    A clock that this starts runs from `begins_ms`, where that is later than `now_ms`.
    """
    try:
        event = _rule(state, request, now_ms, past)
    except (IllegalMove, ClockRefused) as fault:
        raise Refused.from_fault(fault) from fault
    if begins_ms is not None:
        event = delay_start(state.clock, event, begins_ms)
    return Ruling(state, event, apply(state, event))


def needs_past(state: State, request: r.Request) -> bool:
    """Tell whether granting this needs the log, which is slow."""
    if isinstance(request, r.TakeBack):
        return request.seat is None
    return _completes_takeback(state, request)


def _rule(state: State, request: r.Request, now_ms: int, past: Sequence[e.Event]) -> e.Event:
    _check_seat(state, getattr(request, "seat", None))
    if isinstance(request, r.TakeBack):
        if request.seat is None:
            return authority.take_back(state, request, now_ms, past)
        if not 0 <= request.to_ply < state.ply:
            raise Refused("no-such-ply", ply=request.to_ply, current=state.ply)
        return accords.ask_takeback(state, request, now_ms)
    if _completes_takeback(state, request):
        assert isinstance(request, r.Accept)
        assert state.proposal is not None
        granted = r.TakeBack(state.proposal.to_ply, request.seat)
        return authority.take_back(state, granted, now_ms, past)
    return RULINGS[type(request)](state, request, now_ms)


def _check_seat(state: State, seat: str | None) -> None:
    """Refuse a seat of the other game, with two or with four players."""
    if seat is not None and seat != GAME and seat not in state.agreement.table:
        raise Refused("no-such-seat", seat=seat)


def _completes_takeback(state: State, request: r.Request) -> bool:
    """Tell whether this is the last consent that a takeback among friends needs."""
    proposal = state.proposal
    return (
        isinstance(request, r.Accept)
        and proposal is not None
        and proposal.asked is Asked.TAKEBACK
        and proposal.by.side is not request.seat.side
        and request.seat not in proposal.agreed
        and accords.agrees_fully(proposal, request.seat)
    )


RULINGS: dict[type[r.Request], Callable[[State, Any, int], e.Event]] = {
    r.Start: turns.start,
    r.MakeMove: turns.move,
    r.Press: turns.end_turn,
    r.CallLine: turns.call,
    r.Flag: turns.flag,
    r.Offer: accords.offer,
    r.Accept: accords.accept,
    r.Decline: accords.decline,
    r.Resign: accords.resign,
    r.Confirm: accords.confirm,
    r.Pause: authority.pause,
    r.Resume: authority.resume,
    r.GiveBack: outages.give_back,
    r.Reach: outages.reach,
    r.CallArbiter: authority.call_arbiter,
    r.Adjust: authority.adjust,
    r.Penalise: authority.penalise,
    r.NoteIllegal: authority.note_illegal,
    r.SetPosition: authority.set_position,
    r.Rule: authority.rule,
    r.Reopen: authority.reopen,
}
