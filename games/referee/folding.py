"""Apply events to states. No event is judged here: the log is a list of facts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from games.rules import Move, Play, Position, Seat

from . import events as e
from .state import Agreement, Asked, Outage, Proposal, State

Changes = dict[str, Any]


def apply(state: State, event: e.Event) -> State:
    """Return the state after one more event."""
    changes = FOLDS[type(event)](state, event)
    play = changes.get("play", state.play)
    if event.outcome is not None and play is not None:
        changes["play"] = replace(play, outcome=event.outcome)
    if event.outcome is not None:
        changes |= {"outcome": event.outcome, "proposal": None, "resigning": ()}
    return replace(state, seq=state.seq + 1, at_ms=event.at_ms, clock=event.clock, **changes)


def replay(agreement: Agreement, events: Iterable[e.Event]) -> State:
    """Return the state that a whole log gives."""
    state = State.new(agreement)
    for event in events:
        state = apply(state, event)
    return state


@dataclass(frozen=True, slots=True)
class LastTurn:
    """A turn not taken back, as boards mark it. `move` is None where only the clocks are recorded."""

    seat: Seat
    move: Move | None = None
    passes: tuple[Seat, ...] = ()


def turns_after(turns: list[LastTurn], event: e.Event) -> list[LastTurn]:
    """Return the turns after one more event; a takeback removes those it undid."""
    if isinstance(event, e.Moved):
        return [*turns, LastTurn(event.seat, event.move, event.passes)]
    if isinstance(event, e.Pressed):
        return [*turns, LastTurn(event.seat)]
    if isinstance(event, e.TakenBack):
        return turns[: event.to_ply]
    return turns


def last_turn(events: Iterable[e.Event]) -> LastTurn | None:
    """Return the last turn that was not taken back."""
    turns: list[LastTurn] = []
    for event in events:
        turns = turns_after(turns, event)
    return turns[-1] if turns else None


_NO_CLAIMS: Changes = {"claims": (), "disputed": ()}


def _change_nothing(state: State, event: e.Event) -> Changes:
    return {}


def _apply_moved(state: State, event: e.Moved) -> Changes:
    assert state.play is not None  # only games that record the moves have this event
    return {"play": _play_after_move(state.play, event), **_end_turn(state, event)}


def _play_after_move(play: Play, event: e.Moved) -> Play:
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


def _end_turn(state: State, event: e.Moved | e.Pressed) -> Changes:
    """Drop an offer that the other side answered by moving, and a side's wish to resign once it has moved."""
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


def _apply_called(state: State, event: e.Called) -> Changes:
    return {"play": replace(state.play, uncalled=())} if state.play else {}


def _apply_offered(state: State, event: e.Offered) -> Changes:
    return {"proposal": Proposal(Asked.DRAW, event.seat), "offered": event.seat.side}


def _apply_takeback_asked(state: State, event: e.TakebackAsked) -> Changes:
    return {"proposal": Proposal(Asked.TAKEBACK, event.seat, event.to_ply)}


def _apply_accepted(state: State, event: e.Accepted) -> Changes:
    assert state.proposal is not None
    return {"proposal": replace(state.proposal, agreed=(*state.proposal.agreed, event.seat))}


def _apply_declined(state: State, event: e.Declined) -> Changes:
    if event.asked is Asked.RESIGN:
        return {"resigning": tuple(seat for seat in state.resigning if seat is not event.seat.partner)}
    return _drop_claims(state) if event.asked is Asked.RESULT else {"proposal": None}


def _drop_claims(state: State) -> Changes:
    return {"claims": (), "disputed": tuple(claim.side for claim in state.claims)}


def _apply_resigned(state: State, event: e.Resigned) -> Changes:
    return {"resigning": (*state.resigning, event.seat)}


def _apply_flagged(state: State, event: e.Flagged) -> Changes:
    return {"arbiter": state.arbiter or event.outcome is None}


def _apply_resumed(state: State, event: e.Resumed) -> Changes:
    answered = _drop_claims(state) if state.claims and event.clock.running else {}
    return {"arbiter": state.arbiter and not event.clock.running, **answered}


def _apply_given_back(state: State, event: e.GivenBack) -> Changes:
    return {"outage": Outage(event.at_ms, event.time_ms)} if event.time_ms else {}


def _apply_arbiter_called(state: State, event: e.ArbiterCalled) -> Changes:
    return {"arbiter": True}


def _apply_adjusted(state: State, event: e.Adjusted) -> Changes:
    if event.turn is None or state.play is None:
        return {}
    position = Position(state.play.position.cubes, event.turn)
    return {"play": replace(state.play, position=position, uncalled=())}


def _apply_illegal_noted(state: State, event: e.IllegalNoted) -> Changes:
    return {"illegal": (*state.illegal, event.seat.side)}


def _apply_taken_back(state: State, event: e.TakenBack) -> Changes:
    return {"play": event.play, "ply": event.to_ply, "proposal": None, "resigning": (), **_NO_CLAIMS}


def _apply_position_set(state: State, event: e.PositionSet) -> Changes:
    return {
        "play": Play.begin(event.position, state.agreement.rules),
        "proposal": None,
        "resigning": (),
    }


def _apply_reopened(state: State, event: e.Reopened) -> Changes:
    play = replace(state.play, outcome=None) if state.play else None
    if play is not None and event.turn is not None:
        play = replace(play, position=Position(play.position.cubes, event.turn))
    # Only the arbiter reopens a game: a call from before the result is answered.
    return {"outcome": None, "play": play, "confirmed": (), "arbiter": False, **_NO_CLAIMS}


def _apply_confirmed(state: State, event: e.Confirmed) -> Changes:
    if event.claim is None:
        return {"confirmed": (*state.confirmed, event.side)}
    claims = tuple(claim for claim in state.claims if claim.side is not event.side)
    agreed = (event.claim.side.opponent, event.claim.side) if event.outcome else ()
    return {"claims": (*claims, event.claim), "confirmed": agreed}


FOLDS: dict[type[e.Event], Callable[[State, Any], Changes]] = {
    e.Started: _change_nothing,
    e.Moved: _apply_moved,
    e.Pressed: _end_turn,
    e.Called: _apply_called,
    e.Offered: _apply_offered,
    e.TakebackAsked: _apply_takeback_asked,
    e.Accepted: _apply_accepted,
    e.Declined: _apply_declined,
    e.Resigned: _apply_resigned,
    e.Flagged: _apply_flagged,
    e.Paused: _change_nothing,
    e.Resumed: _apply_resumed,
    e.GivenBack: _apply_given_back,
    e.Reached: _change_nothing,
    e.ArbiterCalled: _apply_arbiter_called,
    e.Adjusted: _apply_adjusted,
    e.Penalised: _change_nothing,
    e.IllegalNoted: _apply_illegal_noted,
    e.TakenBack: _apply_taken_back,
    e.PositionSet: _apply_position_set,
    e.Ruled: _change_nothing,
    e.Reopened: _apply_reopened,
    e.Confirmed: _apply_confirmed,
}
