"""The results of a tournament, in the one set of terms that formats, rankings, pages and files share.

Pure. An `Outcome` is how a meeting ended, seen from the entrant who starts; a `RoundResult` is what one
entrant has of a round, an `EntrantRound` also against which opponent; a `Scoring` gives the points of a
result; a `Meeting` is one row of a round; a `History` is all rounds of one table, and adds up points and
counts wins, draws and losses. Points are doubled integers.
"""

from .entrant import Entrant, InvalidField, check_field
from .history import History, InvalidHistory, System, is_annulled_by_withdrawal
from .outcome import Meeting, Outcome
from .round_result import (
    FORFEITS,
    OVER_THE_BOARD,
    PAIRED,
    REQUESTED_BYES,
    VOLUNTARY,
    EntrantId,
    EntrantRound,
    RoundResult,
)
from .scoring import CLASSIC, InvalidScoring, Score, Scoring
from .text import amount_text, halves_text, people_text, points_text, report_points_text, score_text
