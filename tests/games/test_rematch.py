"""Test a rematch: the same players with the sides changed, opened once when all want it."""

import pytest
from django.test import Client
from django.urls import reverse

from games.access import links
from games.access.permissions import SYSTEM
from games.live import reads
from games.models import Game, Rematch
from games.protocol.downward import rematch_json
from games.quick_games import services as quick_games
from games.referee import requests as r
from games.rules import Seat
from games.services.opening import open_game
from games.services.recording import record
from games.timekeeping import stamp_ms
from tests.databases import own_rows
from tests.games.actors import actor_for

NOBODY = {"table": None, "seats": {}}
NAMES = {"X": "Mira", "O": "Jonas", "N": "Ada", "E": "Ben", "S": "Cem", "W": "Dora"}


@pytest.fixture
def finished(db):
    """Make `finished(keeper="table")`: a casual game that was just resigned."""

    def make(*, seats=2, over=True, **wanted) -> Game:
        table = [seat.value for seat in Seat.of(seats)]
        game = open_game(
            **{"rules": "", "control": "10+5", "casual": True, "first": table[0], "seats": seats, **wanted},
            players={seat: {"name": NAMES[seat]} for seat in table},
        )
        if over:
            for request in (r.Start(), *(r.Resign(seat) for seat in Seat.of(seats) if seat.side == "O")):
                answer = record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=stamp_ms())
                assert answer.refused is None
        return Game.objects.get(pk=game.pk)

    return make


@pytest.fixture
def device():
    """Make `device(game, "X")`: a browser that opened the link of that seat, or of the table."""

    def make(game, seat=""):
        client = Client()
        role = "player" if seat else "table"
        client.post(links.make(SYSTEM, role=role, scope=game.scope, seat=seat).path)
        return client

    return make


def names(game):
    return {seat: who["name"] for seat, who in game.players.items()}


def test_on_phones_both_want_it_and_each_finds_the_new_seat(finished, device):
    game = finished()
    mira, jonas = device(game, "X"), device(game, "O")
    ask = reverse("rematch", args=[game.code])
    assert mira.post(ask).url == reverse("play", args=[game.code])
    assert rematch_json(own_rows(Rematch).get()) == {"wanted": ["X"], "next": None}
    following = jonas.post(ask)
    new = own_rows(Game).exclude(pk=game.pk).get()
    assert following.url == mira.post(ask).url == reverse("play", args=[new.code])
    assert (names(new), new.first, new.control, new.casual) == (
        {"O": "Mira", "X": "Jonas"},
        "X",
        "10+5",
        True,
    )
    assert mira.get(following.url).context["config"]["seats"] == ("O",)
    assert jonas.get(following.url).context["config"]["seats"] == ("X",)
    assert own_rows(Game).count() == 2


def test_on_a_table_one_tap_opens_it_and_a_second_one_the_same(finished, device):
    game = finished(keeper="table", input="presses")
    tablet = device(game)
    first, second = (tablet.post(reverse("rematch", args=[game.code])).json()["address"] for _ in "12")
    new = own_rows(Game).exclude(pk=game.pk).get()
    assert first == second == reverse("table", args=[new.code])
    assert tablet.get(first).status_code == 200
    assert (new.keeper, new.input) == ("table", "presses")


def test_in_fours_all_players_move_one_place_on(finished):
    game = finished(seats=4)
    new = quick_games.request_rematch(game.pk, ("N", "E", "S", "W"), actor=SYSTEM)
    assert names(new) == {"E": "Ada", "S": "Ben", "W": "Cem", "N": "Dora"}


def test_odds_go_with_the_people(finished):
    game = finished(control="X=5;O=4;g20")
    assert quick_games.request_rematch(game.pk, ("X", "O"), actor=SYSTEM).control == "X=4;O=5;g20"


@pytest.mark.parametrize("wanted", [{"over": False}, {"casual": False}, {"topic": "tournament:3"}])
def test_only_a_quick_game_that_is_over_has_one(finished, wanted):
    game = finished(**wanted)
    with pytest.raises(quick_games.QuickGameRefused):
        quick_games.request_rematch(game.pk, ("X", "O"), actor=actor_for())
    assert not own_rows(Rematch).exists()


def test_who_has_no_seat_wants_nothing(finished, client):
    assert client.post(reverse("rematch", args=[finished().code])).status_code == 403


def test_a_code_moves_the_table_to_another_tablet_and_is_shown_there_alone(finished, device, client):
    game = finished(keeper="table", over=False)
    address = reverse("move-code", args=[game.code])
    code = device(game).post(address).json()["code"]
    assert client.post(address).status_code == 403
    assert client.post(reverse("code"), {"code": code}).url == reverse("table", args=[game.code])
    assert client.get(reverse("table", args=[game.code])).status_code == 200


def test_a_code_moves_ones_own_seat_to_another_phone(finished, device, client):
    game = finished(over=False)
    code = device(game, "O").post(reverse("move-code", args=[game.code])).json()["code"]
    assert client.post(reverse("code"), {"code": code}).url == reverse("play", args=[game.code])
    assert client.get(reverse("play", args=[game.code])).context["config"]["seats"] == ("O",)


def test_games_of_a_tournament_are_moved_by_the_desk_alone(finished, device):
    game = finished(over=False, topic="tournament:3", casual=False)
    assert device(game, "O").post(reverse("move-code", args=[game.code])).status_code == 404


def test_a_board_shows_only_the_rematch_of_its_own_game(finished, device):
    game, other = finished(), finished()
    quick_games.request_rematch(other.pk, "O", actor=SYSTEM)
    shown = [
        reads.read_own_state(each.pk, {"session": device(each, "X").session, "address": ""}, NOBODY)[0]
        for each in (game, other)
    ]
    assert [state["rematch"] for state in shown] == [None, {"wanted": ["O"], "next": None}]
