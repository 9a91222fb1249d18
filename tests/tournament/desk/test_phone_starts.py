"""When a player on an own device may start a game of a round."""

import pytest
from django.test import Client

from games.access.permissions import SYSTEM
from games.faults import Fault
from games.live import requests
from games.live.presence import Devices
from games.protocol.upward import parse
from tests.databases import own_rows
from tests.games.conftest import mark_flag
from tests.tournament.desk.conftest import look, press, publish
from tournament.live_results import apply_live_result
from tournament.models import MatchGame, Round
from tournament.services.entries import slips
from tournament.services.rounds import desk_calls, next_steps

pytestmark = pytest.mark.django_db

STARTS_MS = 1_800_000_000_000
MINUTE_MS = 60_000


@pytest.fixture
def devices(monkeypatch):
    present = Devices()
    monkeypatch.setattr(requests, "devices", present)
    return present


@pytest.fixture
def board(desk, devices, make_tournament):
    """Open a board of a round with a start, on two phones; no player has opened its page."""
    e = make_tournament("Ada Ben", live=True, keeper="server", control="7+3")
    publish(desk, e)
    own_rows(Round).update(starts_ms=STARTS_MS)
    return own_rows(MatchGame).get()


def phone_of(board, seat):
    """The socket of a phone that opened the slip of this seat's player."""
    entrant = (
        board.match.first
        if board.game.players[seat]["ref"] == board.match.first.scope
        else board.match.second
    )
    client = Client()
    client.post(slips.player_link(actor=SYSTEM, entrant=entrant).path)
    return {"type": "websocket", "session": client.session}


def start(board, scope, at_ms):
    """Return the refusal of a start at that instant, or nothing."""
    try:
        requests.record(board.game_id, scope, parse({"type": "start", "nonce": f"n{at_ms}"}), at_ms, 0)
    except Fault as fault:
        return fault.code
    return ""


def test_before_the_round_no_player_starts_a_game(board, devices):
    phone = phone_of(board, "O")
    devices.presence.set_online((board.game_id, "X"), online=True)
    devices.presence.set_online((board.game_id, "O"), online=True)
    assert start(board, phone, STARTS_MS - 1) == "before-the-round"
    assert start(board, phone, STARTS_MS) == ""


def test_afterwards_both_sides_are_at_the_board(board, devices):
    phone = phone_of(board, "O")
    assert start(board, phone, STARTS_MS + MINUTE_MS) == "opponent-missing"
    devices.presence.set_online((board.game_id, "X"), online=True)
    assert start(board, phone, STARTS_MS + 2 * MINUTE_MS) == ""


def test_a_player_who_left_is_not_at_the_board(board, devices):
    phone = phone_of(board, "O")
    devices.presence.set_online((board.game_id, "X"), online=True)
    devices.presence.set_online((board.game_id, "X"), online=False)
    assert start(board, phone, STARTS_MS + MINUTE_MS) == "opponent-missing"


def test_alone_once_the_other_side_has_not_come(board):
    phone = phone_of(board, "O")
    minutes = board.match.round.stage.tournament.no_show_min
    assert start(board, phone, STARTS_MS + minutes * MINUTE_MS - 1) == "opponent-missing"
    assert start(board, phone, STARTS_MS + minutes * MINUTE_MS) == ""


def test_staff_start_at_any_time(board, desk):
    assert start(board, {"type": "websocket", "session": desk.session}, STARTS_MS - 60 * MINUTE_MS) == ""


def test_a_flag_of_a_player_who_was_never_there_calls_the_desk(board, desk):
    tournament = board.match.round.stage.tournament
    phone = phone_of(board, "O")
    assert start(board, phone, STARTS_MS + tournament.no_show_min * MINUTE_MS) == ""
    assert mark_flag(board.game_id, STARTS_MS + 60 * MINUTE_MS)
    apply_live_result(sender=None, game_id=board.game_id)
    board.refresh_from_db()
    assert board.outcome == ""
    assert [call.kind for call in desk_calls.desk_calls(tournament)] == ["absent"]
    assert next_steps.first(tournament).code == "call-absent"
    assert "Approve result" in look(desk, "desk-board", board.pk)
    press(desk, "desk-approve-offline", board.pk)
    apply_live_result(sender=None, game_id=board.game_id)
    board.refresh_from_db()
    assert board.outcome != ""
