"""Samples for the public pages of an event, a player's page, and paper."""

from tests.rights.desk_samples import an_event

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


def _an_event():
    return {"code": an_event()["code"]}


def _an_entrant():
    return {"entrant_id": an_event()["entrant_id"]}


TOURNAMENT_SAMPLES = {
    **dict.fromkeys(_OF_AN_EVENT, _an_event),
    "tournament-round-number": lambda: {**_an_event(), "number": 1},
    "tournament-working": lambda: {**_an_event(), "number": 1, "index": 0},
    "tournament-entrant": lambda: {**_an_event(), "number": 1},
    "player": _an_entrant,
    "player-report": _an_entrant,
    "player-attend": lambda: {**_an_entrant(), "deed": "check-in"},
}
