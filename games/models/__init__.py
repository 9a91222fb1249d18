"""Rows of live games, of the rights of people and devices, of the audit log and of server processes."""

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
