"""The tables of the database: people, the tournament and its entries, and the installation with its club."""

from tournament.models.choices import (
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
    absence_choices,
    format_choices,
    outcome_words,
)
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
from tournament.models.installation import ClubSettings, DemoKind, DemoThing, HallScreen, Picture, Shows
from tournament.models.match import Match, MatchGame
from tournament.models.memory import (
    Evening,
    Parcel,
    PlannedEvening,
    RatedPer,
    RatingChange,
    RatingKind,
    RatingList,
    RatingPeriod,
)
from tournament.models.people import Club, Player, PublicName, Team, TeamMember
from tournament.models.tournament import (
    Confirms,
    PrizeSharing,
    Round,
    Stage,
    StageEntry,
    Table,
    Tournament,
)
