"""One game as a fold over its events. Pure: `decide` grants a request with one event or refuses it."""

from games.referee.faults import Refused

from . import events, requests
from .codec import dump, dump_event, dump_state, load, load_event, load_state
from .folding import LastTurn, apply, last_turn, replay, turns_after
from .requests import Request
from .review import replay_while_valid
from .rulings import Ruling, decide, needs_past
from .state import UNDER_WAY, Agreement, Input, Keeper, State, Status
