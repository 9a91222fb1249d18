"""Which rows make up an event: one table for everything that takes a whole event along."""

from django.db import models

from tournament.models import (
    Absence,
    Category,
    Entrant,
    ForbiddenPair,
    Incident,
    Lineup,
    Match,
    MatchGame,
    Prize,
    Report,
    Round,
    Stage,
    StageEntry,
    Table,
)

# In an order in which every row comes after those it names; how a table finds its tournament.
OWN: dict[str, tuple[type[models.Model], str]] = {
    "tables": (Table, "tournament"),
    "categories": (Category, "tournament"),
    "prizes": (Prize, "tournament"),
    "stages": (Stage, "tournament"),
    "entrants": (Entrant, "tournament"),
    "entries": (StageEntry, "stage__tournament"),
    "forbidden": (ForbiddenPair, "tournament"),
    "absences": (Absence, "stage__tournament"),
    "lineups": (Lineup, "stage__tournament"),
    "rounds": (Round, "stage__tournament"),
    "matches": (Match, "round__stage__tournament"),
    "games": (MatchGame, "match__round__stage__tournament"),
    "incidents": (Incident, "tournament"),
    "reports": (Report, "match__round__stage__tournament"),
}
