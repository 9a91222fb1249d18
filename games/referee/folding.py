"""Applying events. No event is judged here: whatever is in the log happened."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.rules import Move, Play, Position, Seat

from . import events as e
from .state import Agreement, Asked, Outage, Proposal, State

Changes = dict[str, Any]


def apply(state: State, event: e.Event) -> State:
    """The state after one more event."""
    changes = FOLDS[type(event)](state, event)
    play = changes.get("play", state.play)
    if event.outcome is not None and play is not None:
        changes["play"] = replace(play, outcome=event.outcome)
    if event.outcome is not None:
        changes |= {"outcome": event.outcome, "proposal": None, "resigning": ()}
    return replace(state, seq=state.seq + 1, at_ms=event.at_ms, clock=event.clock, **changes)


def replay(agreement: Agreement, events: Iterable[e.Event]) -> State:
    """The state that a whole log gives."""
    state = State.new(agreement)
    for event in events:
        state = apply(state, event)
    return state


@dataclass(frozen=True, slots=True)
class LastTurn:
    """A turn that stands: what boards mark. `move` is None where only the clocks are kept."""

    seat: Seat
    move: Move | None = None
    passes: tuple[Seat, ...] = ()


def turns_after(turns: list[LastTurn], event: e.Event) -> list[LastTurn]:
    """The turns that stand after one more event; a takeback removes those it undid."""
    if isinstance(event, e.Moved):
        return [*turns, LastTurn(event.seat, event.move, event.passes)]
    if isinstance(event, e.Pressed):
        return [*turns, LastTurn(event.seat)]
    if isinstance(event, e.TakenBack):
        return turns[: event.to_ply]
    return turns


def last_turn(events: Iterable[e.Event]) -> LastTurn | None:
    """The last that stands after all of them."""
    turns: list[LastTurn] = []
    for event in events:
        turns = turns_after(turns, event)
    return turns[-1] if turns else None


_NO_CLAIMS: Changes = {"claims": (), "disputed": ()}


def _nothing(state: State, event: e.Event) -> Changes:
    return {}


def _moved(state: State, event: e.Moved) -> Changes:
    assert state.play is not None  # only games that keep the moves have this event
    return {"play": _pushed(state.play, event), **_turn_over(state, event)}


def _pushed(play: Play, event: e.Moved) -> Play:
    seen = () if event.took_blank else play.seen
    if play.rules.repetition and not event.position.is_stuck:
        seen = (*seen, event.position.key)
    return replace(
        play,
        position=event.position,
        ply=play.ply + 1,
        quiet=0 if event.took_blank else play.quiet + 1,
        seen=seen,
        mover=event.seat,
        uncalled=event.uncalled,
    )


def _turn_over(state: State, event: e.Moved | e.Pressed) -> Changes:
    """An offer stands until the other side has moved; a partner's wish to resign until its own side has."""
    proposal = state.proposal
    if proposal is not None and (proposal.by.side is not event.seat.side or proposal.asked is Asked.TAKEBACK):
        proposal = None
    return {
        "ply": state.ply + 1,
        "lags": state.lags_after(event.seat, event.lag_ms),
        "proposal": proposal,
        "resigning": tuple(seat for seat in state.resigning if seat.side is not event.seat.side),
        **_NO_CLAIMS,
    }


def _called(state: State, event: e.Called) -> Changes:
    return {"play": replace(state.play, uncalled=())} if state.play else {}


def _offered(state: State, event: e.Offered) -> Changes:
    return {"proposal": Proposal(Asked.DRAW, event.seat), "offered": event.seat.side}


def _takeback_asked(state: State, event: e.TakebackAsked) -> Changes:
    return {"proposal": Proposal(Asked.TAKEBACK, event.seat, event.to_ply)}


def _accepted(state: State, event: e.Accepted) -> Changes:
    assert state.proposal is not None
    return {"proposal": replace(state.proposal, agreed=(*state.proposal.agreed, event.seat))}


def _declined(state: State, event: e.Declined) -> Changes:
    if event.asked is Asked.RESIGN:
        return {"resigning": tuple(seat for seat in state.resigning if seat is not event.seat.partner)}
    return _claims_dropped(state) if event.asked is Asked.RESULT else {"proposal": None}


def _claims_dropped(state: State) -> Changes:
    return {"claims": (), "disputed": tuple(claim.side for claim in state.claims)}


def _resigned(state: State, event: e.Resigned) -> Changes:
    return {"resigning": (*state.resigning, event.seat)}


def _flagged(state: State, event: e.Flagged) -> Changes:
    return {"arbiter": state.arbiter or event.outcome is None}


def _resumed(state: State, event: e.Resumed) -> Changes:
    answered = _claims_dropped(state) if state.claims and event.clock.running else {}
    return {"arbiter": state.arbiter and not event.clock.running, **answered}


def _given_back(state: State, event: e.GivenBack) -> Changes:
    return {"outage": Outage(event.at_ms, event.time_ms)} if event.time_ms else {}


def _arbiter_called(state: State, event: e.ArbiterCalled) -> Changes:
    return {"arbiter": True}


def _adjusted(state: State, event: e.Adjusted) -> Changes:
    if event.turn is None or state.play is None:
        return {}
    position = Position(state.play.position.cubes, event.turn)
    return {"play": replace(state.play, position=position, uncalled=())}


def _illegal_noted(state: State, event: e.IllegalNoted) -> Changes:
    return {"illegal": (*state.illegal, event.seat.side)}


def _taken_back(state: State, event: e.TakenBack) -> Changes:
    return {"play": event.play, "ply": event.to_ply, "proposal": None, "resigning": (), **_NO_CLAIMS}


def _position_set(state: State, event: e.PositionSet) -> Changes:
    return {
        "play": Play.begin(event.position, state.agreement.rules),
        "proposal": None,
        "resigning": (),
    }


def _reopened(state: State, event: e.Reopened) -> Changes:
    play = replace(state.play, outcome=None) if state.play else None
    if play is not None and event.turn is not None:
        play = replace(play, position=Position(play.position.cubes, event.turn))
    # Whoever reopens is the arbiter: a call from before the result is answered.
    return {"outcome": None, "play": play, "confirmed": (), "arbiter": False, **_NO_CLAIMS}


def _confirmed(state: State, event: e.Confirmed) -> Changes:
    if event.claim is None:
        return {"confirmed": (*state.confirmed, event.side)}
    claims = tuple(claim for claim in state.claims if claim.side is not event.side)
    agreed = (event.claim.side.opponent, event.claim.side) if event.outcome else ()
    return {"claims": (*claims, event.claim), "confirmed": agreed}


FOLDS: dict[type[e.Event], Callable[[State, Any], Changes]] = {
    e.Started: _nothing,
    e.Moved: _moved,
    e.Pressed: _turn_over,
    e.Called: _called,
    e.Offered: _offered,
    e.TakebackAsked: _takeback_asked,
    e.Accepted: _accepted,
    e.Declined: _declined,
    e.Resigned: _resigned,
    e.Flagged: _flagged,
    e.Paused: _nothing,
    e.Resumed: _resumed,
    e.GivenBack: _given_back,
    e.Reached: _nothing,
    e.ArbiterCalled: _arbiter_called,
    e.Adjusted: _adjusted,
    e.Penalised: _nothing,
    e.IllegalNoted: _illegal_noted,
    e.TakenBack: _taken_back,
    e.PositionSet: _position_set,
    e.Ruled: _nothing,
    e.Reopened: _reopened,
    e.Confirmed: _confirmed,
}
