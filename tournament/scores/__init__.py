"""What happened in an event, in the one set of words that formats, rankings, pages and files share.

Pure. An `Outcome` is how a meeting ended, seen from who started; a `Mark` is what one entrant has of a round;
a `Scoring` says what a mark is worth; a `Meeting` is one row of a round; a `Past` is all rounds of one table,
and the only place that adds up points or counts wins, draws and losses. Points are doubled integers.
"""

from .entrant import Entrant, InvalidField, check_field
from .mark import (
    FORFEITS,
    OVER_THE_BOARD,
    PAIRED,
    REQUESTED_BYES,
    VOLUNTARY,
    EntrantId,
    Mark,
    RoundMark,
)
from .outcome import Meeting, Outcome
from .past import InvalidPast, Past, System, Tally, is_annulled_by_withdrawal
from .scoring import CLASSIC, MATCH_POINTS, InvalidScoring, Score, Scoring
from .text import amount_text, halves_text, people_text, points_text, report_points_text, score_text

__all__ = [
    "CLASSIC",
    "FORFEITS",
    "MATCH_POINTS",
    "OVER_THE_BOARD",
    "PAIRED",
    "REQUESTED_BYES",
    "VOLUNTARY",
    "Entrant",
    "EntrantId",
    "InvalidField",
    "InvalidPast",
    "InvalidScoring",
    "Mark",
    "Meeting",
    "Outcome",
    "Past",
    "RoundMark",
    "Score",
    "Scoring",
    "System",
    "Tally",
    "amount_text",
    "check_field",
    "halves_text",
    "is_annulled_by_withdrawal",
    "people_text",
    "points_text",
    "report_points_text",
    "score_text",
]
