"""The game, pure: what is legal and who has won. Standard library only; RULES.md is the law."""

from games.rules.cells import CELLS, LINES, Cell, Edge, Line
from games.rules.faults import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidRules,
    Unreadable,
)
from games.rules.moves import PASS, Move
from games.rules.options import Announce, Conferring, FirstSymbol, GameLimit, RuleSet
from games.rules.outcome import Ending, LinesMade, Outcome, judge, lines_of
from games.rules.play import Play
from games.rules.position import Position
from games.rules.seats import Seat, Side

__all__ = [
    "CELLS",
    "LINES",
    "PASS",
    "Announce",
    "Cell",
    "Conferring",
    "Edge",
    "Ending",
    "FirstSymbol",
    "GameLimit",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidRules",
    "Line",
    "LinesMade",
    "Move",
    "Outcome",
    "Play",
    "Position",
    "RuleSet",
    "Seat",
    "Side",
    "Unreadable",
    "judge",
    "lines_of",
]
