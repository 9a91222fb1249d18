"""People, the event and its entries, and the house that holds them."""

from tournament.models.entry import (
    Absence,
    Category,
    Entrant,
    ForbiddenPair,
    Incident,
    Lineup,
    Prize,
    Report,
)
from tournament.models.event import Round, Stage, StageEntry, Table, Tournament
from tournament.models.kinds import (
    AbsenceKind,
    EntrantStatus,
    EntryKind,
    Format,
    IncidentKind,
    MatchKind,
    Outcome,
    RoundStatus,
    Source,
    StageStatus,
    Step,
    TournamentStatus,
)
from tournament.models.match import Match, MatchGame
from tournament.models.people import Club, Player, PublicName, Team, TeamMember

__all__ = [
    "Absence",
    "AbsenceKind",
    "Category",
    "Club",
    "Entrant",
    "EntrantStatus",
    "EntryKind",
    "ForbiddenPair",
    "Format",
    "Incident",
    "IncidentKind",
    "Lineup",
    "Match",
    "MatchGame",
    "MatchKind",
    "Outcome",
    "Player",
    "Prize",
    "PublicName",
    "Report",
    "Round",
    "RoundStatus",
    "Source",
    "Stage",
    "StageEntry",
    "StageStatus",
    "Step",
    "Table",
    "Team",
    "TeamMember",
    "Tournament",
    "TournamentStatus",
]
