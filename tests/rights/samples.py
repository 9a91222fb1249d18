"""Samples: what the test of every address fills into each address with arguments.

Each is a function that may make rows. A page with arguments that is not here fails the test.
"""

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Game
from tests.rights.club_samples import CLUB_SAMPLES
from tests.rights.desk_samples import DESK_SAMPLES, a_tournament
from tests.rights.tournament_samples import TOURNAMENT_SAMPLES


def _a_link(**captured):
    made = links.make(SYSTEM, role="display", scope="club")
    return {"link_id": made.link.pk}


def _a_game():
    return {"scope": Game.objects.get(code=a_tournament()["game_code"]).scope}


def _a_board():
    return {"code": a_tournament()["game_code"]}


def _a_table():
    return {"tournament": a_tournament()["pk"], "number": 1}


def _a_picture():
    from tournament.models import Picture

    made, _made = Picture.objects.get_or_create(digest="0" * 32, kind="png", width=1, height=1, data=b"")
    return {"digest": made.digest, "kind": made.kind}


def _a_screen():
    from tournament.models import HallScreen

    tournament = a_tournament()["pk"]
    made, _made = HallScreen.objects.get_or_create(name="Door", tournament_id=tournament, text="Tea")
    return {"screen_id": made.pk}


def _a_device():
    made = links.make(SYSTEM, role="table", scope="table:0:1", topic="tournament:0")
    return {"device_id": made.link.devices.create(device="bcdfgh", asked_ms=0).pk}


SAMPLES = {
    **CLUB_SAMPLES,
    **DESK_SAMPLES,
    **TOURNAMENT_SAMPLES,
    "picture": _a_picture,
    "jsi18n": lambda: {"code": "de"},
    **dict.fromkeys(("screen", "screen-version"), _a_screen),
    "setup": lambda: {"token": "no-such-token"},
    "link": lambda: {"token": "no-such-token"},
    "end-session": lambda: {"session_id": 1},
    "take-role": lambda: {"scope": "club", "grant_id": 0},
    **dict.fromkeys(
        (
            "person",
            "reset-password",
            "sign-out-everywhere",
            "end-account",
            "begin-account",
            "take-factor-off",
        ),
        lambda: {"user_id": 0},
    ),
    "end-device": lambda: {"user_id": 0, "session_id": 0},
    "leave-link": _a_link,
    "call-off-quick": _a_board,
    "wait-at-table": _a_link,
    **dict.fromkeys(("admit-device", "turn-device-away", "sign-device-out"), _a_device),
    "unlock": _a_link,
    "renew-link": _a_link,
    "revoke-link": _a_link,
    **dict.fromkeys(("staff", "links", "set-pin", "log"), lambda: {"scope": "club"}),
    "own-log": _a_game,
    "table": _a_board,
    **dict.fromkeys(
        ("lobby", "lobby-start", "play", "game", "game-record", "analysis", "rematch", "move-code"), _a_board
    ),
    "lobby-sit": lambda: {**_a_board(), "seat": "X"},
    "wall-topic": lambda: {"topic": "club"},
    "serve-table": _a_table,
}
