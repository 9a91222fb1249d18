"""What to fill into the addresses of a club's memory and of the readable interface."""

import datetime

from games.services import open_game


def _a_player():
    from tournament.models import Player

    return {"pk": Player.objects.create(first_name="Mira").pk}


def _an_event():
    from tournament.models import Stage, Tournament

    tournament = Tournament.objects.create(name="Spring Cup")
    Stage.objects.create(tournament=tournament, number=1, format="swiss")
    return {"code": tournament.code}


def _an_evening():
    from games.access.permissions import SYSTEM
    from tournament.services.club import evenings

    made = evenings.open_evening(
        actor=SYSTEM, name="Thursday", day=datetime.date(2026, 11, 19), now_ms=1, live=False
    )
    return {"pk": made.pk}


def _an_announcement():
    from tournament.models import PlannedEvening

    planned, _made = PlannedEvening.objects.get_or_create(day=datetime.date(2026, 11, 26))
    return {"planned_id": planned.pk}


def _a_parcel():
    from tournament.models import Parcel

    parcel = Parcel.objects.create(
        token="parcel", kind="records", name="games.txt", text="1. a1E *", sent_by="user:1", sent_ms=1
    )
    return {"token": parcel.token}


def _a_game():
    return {"code": open_game(rules="", control="5+0", first="X", seats=2, players={}).code}


_PLAYERS = ("club-player", "club-player-edit", "club-player-merge", "club-player-erase", "api-player")
_EVENINGS = ("evening", "evening-arrive", "evening-play", "evening-close", "evening-change", "evening-draw")

CLUB_SAMPLES = {
    **dict.fromkeys(_PLAYERS, _a_player),
    **dict.fromkeys(_EVENINGS, _an_evening),
    "evening-unannounce": _an_announcement,
    "evening-leave": lambda: {**_an_evening(), "player_id": _a_player()["pk"]},
    **dict.fromkeys(("evening-decide", "evening-call-off"), lambda: {**_an_evening(), "match_id": 0}),
    "club-parcel": _a_parcel,
    **dict.fromkeys(("club-export", "seed-by-rating"), _an_event),
    "club-export-file": lambda: {**_an_event(), "what": "entries", "ending": "csv"},
    **dict.fromkeys(("api-event", "api-entrants"), _an_event),
    "api-standings": lambda: {**_an_event(), "stage": 1},
    "api-round": lambda: {**_an_event(), "stage": 1, "number": 1},
    "api-game": _a_game,
    "api-ratings": lambda: {"kind": "two"},
}
