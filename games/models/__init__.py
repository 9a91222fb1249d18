"""Rows of live games, and of the rights and the log that everything else stands on."""

from games.models.access import (
    Action,
    Grant,
    Link,
    LinkDevice,
    LinkKind,
    Pin,
    RecoveryCode,
    SecondFactor,
    SessionInfo,
    Throttle,
)
from games.models.game import (
    Custody,
    Event,
    Game,
    Instruction,
    LateEntry,
    Notice,
    Rematch,
    Request,
    TabletAbsence,
)
from games.models.server import SeatConnection, Server, ServerProcess
