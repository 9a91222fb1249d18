"""Rulings on what the players agree: draw offers, takebacks among friends, resigning, confirming a result."""

from games.referee.faults import Refused
from games.rules import Ending, Outcome, Seat

from . import events as e
from . import requests as r
from .state import Asked, Claim, Input, Proposal, State
from .timing import RESULT, check_flag, end_result_pause, require_not_over, require_ongoing, stop_if_over


def offer(state: State, request: r.Offer, now_ms: int) -> e.Offered:
    """Offer a draw on one's own turn; not again before the opponent has offered (docs/rules.md#draws)."""
    now_ms = require_ongoing(state, now_ms)
    if not state.agreement.rules.draw_offers:
        raise Refused("no-draw-offers")
    if request.seat is not state.seat:
        raise Refused("offer-on-turn")
    if state.proposal is not None:
        raise Refused("proposal-stands")
    if state.offered is request.seat.side:
        raise Refused("offered-last")
    return e.Offered(at_ms=now_ms, clock=state.clock, seat=request.seat)


def ask_takeback(state: State, request: r.TakeBack, now_ms: int) -> e.TakebackAsked:
    now_ms = require_ongoing(state, now_ms)
    assert request.seat is not None
    if not state.agreement.casual:  # docs/clocks.md#takebacks
        raise Refused("arbiter-takes-back")
    if state.proposal is not None:
        raise Refused("proposal-stands")
    return e.TakebackAsked(at_ms=now_ms, clock=state.clock, seat=request.seat, to_ply=request.to_ply)


def accept(state: State, request: r.Accept, now_ms: int) -> e.Accepted:
    """Accept what was asked. In fours both partners must agree (docs/rules.md#draws)."""
    now_ms = require_ongoing(state, now_ms)
    proposal = require_answerable(state, request.seat)
    outcome = None
    if proposal.asked is Asked.DRAW and agrees_fully(proposal, request.seat):
        outcome = Outcome(None, Ending.AGREEMENT)
    clock = stop_if_over(state.clock, now_ms, outcome)
    return e.Accepted(at_ms=now_ms, clock=clock, outcome=outcome, seat=request.seat)


def decline(state: State, request: r.Decline, now_ms: int) -> e.Declined:
    """Decline an offer, a partner's wish to resign, or an entered result: then the clocks run on.

    The side that entered the result may decline it too, and so take the entry back.
    """
    now_ms = require_ongoing(state, now_ms)
    seat, proposal = request.seat, state.proposal
    if proposal is not None and proposal.by.side is not seat.side:
        return e.Declined(at_ms=now_ms, clock=state.clock, seat=seat)
    if seat.partner in state.resigning:
        return e.Declined(at_ms=now_ms, clock=state.clock, seat=seat, asked=Asked.RESIGN)
    if state.claims:
        clock = end_result_pause(state.clock, now_ms)
        return e.Declined(at_ms=now_ms, clock=clock, seat=seat, asked=Asked.RESULT)
    raise Refused("own-proposal" if proposal else "nothing-to-answer")


def resign(state: State, request: r.Resign, now_ms: int) -> e.Resigned:
    """Resign at any time; in fours it takes both partners (docs/rules.md#draws)."""
    now_ms = require_ongoing(state, now_ms)
    if request.seat in state.resigning:
        raise Refused("agreed-already", seat=request.seat)
    partner, side = request.seat.partner, request.seat.side
    outcome = None
    if partner is None or partner in state.resigning:
        outcome = Outcome(side.opponent, Ending.RESIGNATION)
    clock = stop_if_over(state.clock, now_ms, outcome)
    return e.Resigned(at_ms=now_ms, clock=clock, outcome=outcome, seat=request.seat)


def confirm(state: State, request: r.Confirm, now_ms: int) -> e.Confirmed:
    """Confirm the result of a finished game; clock only: enter a result, which counts once both sides agree.

    The first entry stops the clocks until it is answered: a side that has just made a line must not lose on
    time while the other looks. So that no player stops them again and again to think, a side whose entry was
    turned down enters none in the same turn, unless it agrees with one of the other side.
    """
    now_ms = max(now_ms, state.at_ms)
    if state.outcome is not None:
        return _confirm_finished(state, request, state.outcome, now_ms)
    if state.agreement.input is Input.MOVES:
        raise Refused("game-not-over")
    require_not_over(state)
    now_ms = require_ongoing(state, now_ms)
    if not request.ending.fits(request.winner):
        raise Refused("wrong-ending", result=request.winner or "draw", ending=request.ending)
    claim = Claim(request.side, Outcome(request.winner, request.ending))
    other = next((each for each in state.claims if each.side is not request.side), None)
    # The ending that a side names is only a remark: both must agree on the result.
    if other is not None and other.outcome.winner is claim.outcome.winner:
        clock = stop_if_over(end_result_pause(state.clock, now_ms), now_ms, claim.outcome)
        return e.Confirmed(at_ms=now_ms, clock=clock, outcome=claim.outcome, side=request.side, claim=claim)
    if request.side in state.disputed and other is None:
        raise Refused("entry-turned-down")
    clock = check_flag(state.clock.pause(now_ms, RESULT)).clock
    return e.Confirmed(at_ms=now_ms, clock=clock, side=request.side, claim=claim)


def _confirm_finished(state: State, request: r.Confirm, outcome: Outcome, now_ms: int) -> e.Confirmed:
    if request.winner is not outcome.winner:
        raise Refused("other-result", result=outcome.result)
    if request.side in state.confirmed:
        raise Refused("confirmed-already", side=request.side)
    return e.Confirmed(at_ms=now_ms, clock=state.clock, side=request.side)


def require_answerable(state: State, seat: Seat) -> Proposal:
    proposal = state.proposal
    if proposal is None:
        raise Refused("nothing-to-answer")
    if proposal.by.side is seat.side:
        raise Refused("own-proposal")
    if seat in proposal.agreed:
        raise Refused("agreed-already", seat=seat)
    return proposal


def agrees_fully(proposal: Proposal, seat: Seat) -> bool:
    """Tell whether all who were asked have agreed once this seat does."""
    return seat.partner is None or seat.partner in proposal.agreed
