"""Time controls and the running clock, for two or four seats. Pure: the time is always handed in.

Seats are the one-letter strings of the text forms (`X O`, `N E S W`); the board is unknown here.
"""

from .clock import GAME, Clock, ClockStep
from .control import TimeControl
from .display import format_ms, format_up_ms, low_time_ms
from .faults import ClockRefused, InvalidControl
from .lag import FLAGFALL_GRACE_MS, LagQuota
from .presets import PRESETS
from .reading import ClockFace, ClockLimit, read_clock
from .snapshot import from_json, to_json
from .terms import Mode, Terms
