"""People, the event and its entries, and the house that holds them."""

from tournament.models.demo import DemoKind, DemoThing
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
from tournament.models.event import PairingJob, Round, Stage, StageEntry, Table, Tournament
from tournament.models.house import House
from tournament.models.kinds import (
    BYES,
    OUTCOMES,
    RESULTS,
    AbsenceKind,
    EntrantStatus,
    EntryKind,
    Format,
    IncidentKind,
    RoundStatus,
    Source,
    StageStatus,
    Step,
    TournamentStatus,
)
from tournament.models.match import Match, MatchGame
from tournament.models.people import Club, Player, PublicName, Team, TeamMember

__all__ = [
    "BYES",
    "OUTCOMES",
    "RESULTS",
    "Absence",
    "AbsenceKind",
    "Category",
    "Club",
    "DemoKind",
    "DemoThing",
    "Entrant",
    "EntrantStatus",
    "EntryKind",
    "ForbiddenPair",
    "Format",
    "House",
    "Incident",
    "IncidentKind",
    "Lineup",
    "Match",
    "MatchGame",
    "PairingJob",
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
