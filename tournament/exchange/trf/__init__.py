"""Tournament report files: TRF26 is written; TRF16, TRF26 and the extensions of pairing programs are read."""

from .read import read
from .values import BadReport, Forbidden, ReportPlayer, RequestedBye, TournamentReport
from .write import write

__all__ = [
    "BadReport",
    "Forbidden",
    "ReportPlayer",
    "RequestedBye",
    "TournamentReport",
    "read",
    "write",
]
