"""Samples for the addresses of a club's people and evenings, and of the read-only API."""

import datetime

from tests.databases import own_rows
from tests.rights.desk_samples import a_tournament


def _a_player():
    """Make a player of one tournament alone, who was rated by it."""
    from tournament.models import Player, RatingChange, RatingKind, RatingList, RatingPeriod

    made = a_tournament()
    player = Player.objects.get(pk=made["player_id"])
    if player.rating_changes.exists():
        return {"pk": player.pk}
    rated, _made = RatingList.objects.get_or_create(kind=RatingKind.TWO)
    period = RatingPeriod.objects.create(
        list=rated,
        number=1,
        key=f"tournament:{made['pk']}",
        ended_ms=1,
        games=1,
        digest="",
        standing={str(player.pk): [1500.0, 80.0, 0.06]},
    )
    RatingChange.objects.create(
        period=period,
        player=player,
        value_before=1500,
        deviation_before=350,
        value=1510,
        deviation=80,
        games=1,
        score=2,
    )
    return {"pk": player.pk}


def _a_tournament():
    return {"code": a_tournament()["code"]}


def _an_evening():
    from games.access.permissions import SYSTEM
    from tournament.models import Evening, Player
    from tournament.scores import Outcome
    from tournament.services.club import evenings

    if own_rows(Evening).exists():
        return {"pk": own_rows(Evening).get().pk}
    made = evenings.open_evening(
        actor=SYSTEM, name="Thursday", season="2026", day=datetime.date(2026, 11, 19), now_ms=1, live=False
    )
    people = [Player.objects.create(first_name=name) for name in ("Ida", "Jon")]
    evenings.play(
        actor=SYSTEM,
        evening=made,
        first=people[:1],
        second=people[1:],
        outcome=Outcome.FIRST_WINS,
        now_ms=2,
    )
    return {"pk": made.pk}


def _an_announcement():
    from tournament.models import PlannedEvening

    planned, _made = PlannedEvening.objects.get_or_create(day=datetime.date(2026, 11, 26))
    return {"planned_id": planned.pk}


def _a_parcel():
    from tournament.models import Parcel

    parcel, _made = Parcel.objects.get_or_create(
        token="parcel", kind="records", name="games.txt", text="1. a1E *", sent_by="user:1", sent_ms=1
    )
    return {"token": parcel.token}


def _a_game():
    return {"code": a_tournament()["game_code"]}


_PLAYERS = ("club-player", "club-player-edit", "club-player-merge", "club-player-erase", "api-player")
_EVENINGS = ("evening", "evening-arrive", "evening-play", "evening-close", "evening-change", "evening-draw")

CLUB_SAMPLES = {
    **dict.fromkeys(_PLAYERS, _a_player),
    **dict.fromkeys(_EVENINGS, _an_evening),
    "evening-unannounce": _an_announcement,
    "evening-leave": lambda: {**_an_evening(), "player_id": _a_player()["pk"]},
    **dict.fromkeys(("evening-decide", "evening-call-off"), lambda: {**_an_evening(), "match_id": 0}),
    "club-parcel": _a_parcel,
    **dict.fromkeys(("club-export", "seed-by-rating"), _a_tournament),
    "club-export-file": lambda: {**_a_tournament(), "what": "entries", "ending": "csv"},
    **dict.fromkeys(("api-event", "api-entrants"), _a_tournament),
    "api-standings": lambda: {**_a_tournament(), "stage": 1},
    "api-round": lambda: {**_a_tournament(), "stage": 1, "number": 1},
    "api-game": _a_game,
    "api-ratings": lambda: {"kind": "two"},
}
