"""One game as a fold over its events. Pure: `decide` grants a request with one event or refuses it."""

from games.referee.faults import Refused

from . import events, requests
from .codec import dump, dump_event, dump_state, load, load_event, load_state
from .events import KINDS, NAMES, Event
from .folding import LastTurn, apply, last_turn, replay, turns_after
from .requests import Request
from .review import Broken, replay_while_valid, verify
from .rulings import Ruling, decide, needs_past
from .state import UNDER_WAY, Agreement, Asked, Claim, Input, Keeper, Outage, Proposal, State, Status

__all__ = [
    "KINDS",
    "NAMES",
    "UNDER_WAY",
    "Agreement",
    "Asked",
    "Broken",
    "Claim",
    "Event",
    "Input",
    "Keeper",
    "LastTurn",
    "Outage",
    "Proposal",
    "Refused",
    "Request",
    "Ruling",
    "State",
    "Status",
    "apply",
    "decide",
    "dump",
    "dump_event",
    "dump_state",
    "events",
    "last_turn",
    "load",
    "load_event",
    "load_state",
    "needs_past",
    "replay",
    "replay_while_valid",
    "requests",
    "turns_after",
    "verify",
]
