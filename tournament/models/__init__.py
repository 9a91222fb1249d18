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
from tournament.models.event import Confirms, PairingJob, Round, Stage, StageEntry, Table, Tournament
from tournament.models.house import House
from tournament.models.kinds import (
    BYES,
    OUTCOMES,
    RESULTS,
    AbsenceKind,
    EntrantStatus,
    EntryKind,
    IncidentKind,
    RoundStatus,
    Source,
    StageStatus,
    Step,
    TournamentStatus,
    format_choices,
)
from tournament.models.match import Match, MatchGame
from tournament.models.memory import (
    Evening,
    Parcel,
    RatedPer,
    RatingChange,
    RatingKind,
    RatingList,
    RatingPeriod,
)
from tournament.models.people import Club, Player, PublicName, Team, TeamMember
from tournament.models.picture import Picture
from tournament.models.screen import HallScreen, Shows

__all__ = [
    "BYES",
    "OUTCOMES",
    "RESULTS",
    "Absence",
    "AbsenceKind",
    "Category",
    "Club",
    "Confirms",
    "DemoKind",
    "DemoThing",
    "Entrant",
    "EntrantStatus",
    "EntryKind",
    "Evening",
    "ForbiddenPair",
    "HallScreen",
    "House",
    "Incident",
    "IncidentKind",
    "Lineup",
    "Match",
    "MatchGame",
    "PairingJob",
    "Parcel",
    "Picture",
    "Player",
    "Prize",
    "PublicName",
    "RatedPer",
    "RatingChange",
    "RatingKind",
    "RatingList",
    "RatingPeriod",
    "Report",
    "Round",
    "RoundStatus",
    "Shows",
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
    "format_choices",
]
