"""The rules of the game, pure: legal moves and who has won. Standard library only. See docs/rules.md."""

from games.rules.cells import CELLS, LINES, Cell, Edge, Line
from games.rules.faults import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidRecord,
    InvalidRules,
)
from games.rules.moves import PASS, Move
from games.rules.options import FirstSymbol, GameLimit, RuleSet
from games.rules.outcome import Ending, Outcome, find_lines_made, lines_of
from games.rules.play import Play
from games.rules.position import Position
from games.rules.seats import Seat, Side
