"""Samples for the public pages of a tournament, a player's page, and paper."""

from tests.rights.desk_samples import a_tournament

_OF_AN_EVENT = (
    "tournament",
    "tournament-follow",
    "tournament-calendar",
    "tournament-round",
    "tournament-standings",
    "tournament-cross-table",
    "tournament-bracket",
    "tournament-entrants",
    "tournament-prizes",
    "tournament-enter",
    "projector",
    "print",
    "print-pairings",
    "print-pairings-by-name",
    "print-standings",
    "print-cross-table",
    "print-bracket",
    "print-score-sheets",
    "print-table-cards",
    "print-slips",
    "print-poster",
    "print-start-list",
    "print-prizes",
    "print-certificates",
)


def _a_tournament():
    return {"code": a_tournament()["code"]}


def _an_entrant():
    return {"entrant_id": a_tournament()["entrant_id"]}


TOURNAMENT_SAMPLES = {
    **dict.fromkeys(_OF_AN_EVENT, _a_tournament),
    "tournament-round-number": lambda: {**_a_tournament(), "number": 1},
    "tournament-working": lambda: {**_a_tournament(), "number": 1, "index": 0},
    "tournament-entrant": lambda: {**_a_tournament(), "number": 1},
    "player": _an_entrant,
    "player-report": _an_entrant,
    "player-attend": lambda: {**_an_entrant(), "deed": "check-in"},
}
