"""Boards that wait for the arbiter: on every page of the desk, first of the steps, gone when answered."""

import pytest
from django.test import Client
from django.urls import reverse

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Action, Game
from games.protocol.upward import TableEntry
from games.referee import requests as r
from games.rules import Seat, Side
from games.services.custody import take_custody
from games.services.recording import record
from games.timekeeping import stamp_ms
from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press, publish, seen, start
from tournament.models import Match, MatchGame
from tournament.services.results import disagreements
from tournament.services.rounds import desk_calls, next_steps
from tournament.services.tables import seating
from tournament.views.desk.desk_page import waiting_devices

pytestmark = pytest.mark.django_db


@pytest.fixture
def board(desk, make_tournament):
    """Start a game on two phones, one of two boards."""
    e = make_tournament("Ada Ben Cleo Dan", live=True, keeper="server", control="10")
    publish(desk, e)
    board = own_rows(MatchGame).get(match__board=2)
    start(board.game)
    return board


@pytest.fixture
def tournament(board):
    return board.match.round.stage.tournament


def ask(board, request):
    answer = record(game_id=board.game_id, request=request, actor=SYSTEM, stamp_ms=stamp_ms())
    assert answer.refused is None, answer.refused


def test_a_call_is_on_every_page_of_the_desk_with_its_board_and_who_called(desk, board, tournament):
    ask(board, r.CallArbiter(Seat.O, ""))
    name = Game.objects.get(pk=board.game_id).players["O"]["name"]
    address = reverse("desk-board", args=[board.pk])
    for page in ("desk-tournament", "desk-entries", "desk-results", "desk-settings", "desk-calls"):
        shown = look(desk, page, tournament.pk)
        assert "1 board waits for you" in shown, page
        assert f"{name} calls the arbiter." in shown
        assert address in shown


def test_a_call_is_the_first_of_what_is_next_until_it_is_answered(desk, board, tournament):
    ask(board, r.CallArbiter(Seat.O, ""))
    first = next_steps.first(tournament)
    assert str(first) == "Board 2 calls the arbiter."
    press(desk, "desk-go-on", board.pk)
    assert next_steps.first(tournament).code == "results"
    assert "waits for you" not in look(desk, "desk-entries", tournament.pk)


def test_a_pause_of_the_hall_does_not_hide_who_called(desk, board, tournament):
    ask(board, r.CallArbiter(Seat.O, "noise"))
    ask(board, r.Pause("hall"))
    (call,) = desk_calls.desk_calls(tournament)
    assert (call.kind, call.seat, call.reason) == ("arbiter", "O", "noise")


def test_a_second_call_of_the_same_board_is_another_call(desk, board, tournament):
    ask(board, r.CallArbiter(Seat.O, ""))
    (first,) = desk_calls.desk_calls(tournament)
    press(desk, "desk-go-on", board.pk)
    ask(board, r.CallArbiter(Seat.X, "again"))
    (second,) = desk_calls.desk_calls(tournament)
    assert first.key != second.key


def test_a_pause_by_the_arbiter_is_no_call(desk, board, tournament):
    press(desk, "desk-board-pause", board.pk)
    assert desk_calls.desk_calls(tournament) == []


def test_a_game_that_changed_hands_waits_for_a_word(desk, make_tournament):
    e = make_tournament("Ada Ben", live=True, keeper="table", control="10")
    publish(desk, e)
    board = own_rows(MatchGame).get()
    take_custody(board.game_id, "one", SYSTEM)
    record(
        game_id=board.game_id,
        request=r.Start(),
        actor=SYSTEM,
        nonce="n1",
        stamp_ms=stamp_ms(),
        entry=TableEntry(epoch=1, n=1, tab="one"),
    )
    take_custody(board.game_id, "two", SYSTEM)
    record(
        game_id=board.game_id,
        request=r.MakeMove(Seat.X, 0, next(iter(board.game.state_now().position.moves()))),
        actor=SYSTEM,
        nonce="n2",
        body={"type": "move", "seat": "X", "ply": 0, "move": "c1E"},
        stamp_ms=stamp_ms(),
        entry=TableEntry(epoch=1, n=2, tab="one"),
    )
    assert desk_calls.desk_calls(e.tournament)[0].kind == "custody"
    take_custody(board.game_id, "", SYSTEM)
    assert "custody" not in [call.kind for call in desk_calls.desk_calls(e.tournament)], "the desk has it"
    take_custody(board.game_id, "two", SYSTEM)
    kinds = [call.kind for call in desk_calls.desk_calls(e.tournament)]
    assert kinds == ["custody", "late"]
    codes = [step.code for step in next_steps.steps(e.tournament)]
    assert codes[:2] == ["call-custody", "call-late"]


def test_a_limit_of_the_game_that_ran_out_waits_for_the_arbiter(desk, make_tournament):
    e = make_tournament("Ada Ben", live=True, keeper="server", control="g1", rules="game_limit=arbiter")
    publish(desk, e)
    board = own_rows(MatchGame).get()
    begun_ms = stamp_ms()
    record(game_id=board.game_id, request=r.Start(), actor=SYSTEM, stamp_ms=begun_ms)
    record(game_id=board.game_id, request=r.Flag(), actor=SYSTEM, stamp_ms=begun_ms + 70_000)
    assert [call.kind for call in desk_calls.desk_calls(e.tournament)] == ["time"]
    page = look(desk, "desk-tournament", e.tournament.pk)
    assert "The time for the game is up. You decide." in page
    assert "time is up</a>" in page


# ---- typed against live


@pytest.fixture
def differing(desk, make_tournament, django_capture_on_commit_callbacks):
    """Type that the first-named lost; then the tablet reports that the starter won."""
    e = make_tournament("Ada Ben", live=True, keeper="table", control="10")
    publish(desk, e)
    board = own_rows(MatchGame).get()
    take_custody(board.game_id, "tablet", SYSTEM)
    for n, request in enumerate((r.Start(), r.Resign(Seat.O)), 1):
        if n == 2:
            told = press(desk, "desk-result", board.match_id, outcome="second-wins", confirm="yes")
            assert told, "typed while the game runs"
        with django_capture_on_commit_callbacks(execute=True):
            answer = record(
                game_id=board.game_id,
                request=request,
                actor=SYSTEM,
                nonce=f"n{n}",
                stamp_ms=stamp_ms(),
                entry=TableEntry(epoch=1, n=n, tab="tablet", spent_ms=1_000),
            )
        assert answer.refused is None, answer.refused
    assert own_rows(Game).get().winner == Side.X
    assert disagreements.disagreements(match__round__stage__tournament=e.tournament)
    return board


def test_both_results_are_seen_side_by_side(desk, differing):
    for page, key in (("desk-match", differing.match_id), ("desk-board", differing.pk)):
        shown = look(desk, page, key)
        assert "Entered at the desk" in shown
        assert "by olga at" in shown
        assert "0 – 1" in shown
        assert "1 – 0" in shown
        assert "resigned" in shown
        assert reverse("desk-uphold", args=[differing.pk]) in shown


def test_the_row_of_the_round_shows_that_there_are_two_results(desk, differing):
    page = look(desk, "desk-tournament", differing.match.round.stage.tournament_id)
    assert "two results</a>" in page


def test_the_entered_one_stands_and_the_steps_go_on(desk, differing):
    tournament = differing.match.round.stage.tournament
    assert next_steps.first(tournament).code == "compare"
    told = press(desk, "desk-uphold", differing.pk, seen=seen(differing.match))
    assert told == ["The entered result stands. The live game stays in the log."]
    assert own_rows(Match).get().outcome == "second-wins"
    assert next_steps.first(tournament).code == "close"
    assert "Entered at the desk" not in look(desk, "desk-match", differing.match_id)
    assert Action.objects.filter(verb="uphold").count() == 1


@pytest.mark.parametrize("pressed", ["desk-uphold", "desk-take-live"])
@pytest.mark.parametrize(
    ("first", "outcome"), [("desk-uphold", "second-wins"), ("desk-take-live", "first-wins")]
)
def test_of_two_who_decide_between_the_results_the_second_is_refused(
    desk, differing, first, outcome, pressed
):
    """Taking the board's result used to undo what another arbiter had just upheld."""
    both_saw = seen(differing.match)
    assert press(desk, first, differing.pk, seen=both_saw)
    done = own_rows(Action).count()
    (told,) = press(desk, pressed, differing.pk, seen=both_saw)
    assert told.startswith("Nothing was changed: somebody was quicker")
    assert (own_rows(Match).get().outcome, own_rows(Action).count()) == (outcome, done)


def test_a_live_game_that_was_played_again_is_looked_at_before_it_is_taken(desk, differing):
    before = seen(differing.match)
    own_rows(Game).update(ended_ms=stamp_ms() + 1)
    (told,) = press(desk, "desk-take-live", differing.pk, seen=before)
    assert told.startswith("Nothing was changed")
    assert own_rows(Match).get().outcome == "second-wins"


def test_the_boards_result_is_taken(desk, differing):
    tournament = differing.match.round.stage.tournament
    assert press(desk, "desk-take-live", differing.pk, seen=seen(differing.match)) == [
        "The result is that of the board now."
    ]
    assert own_rows(Match).get().outcome == "first-wins"
    assert next_steps.first(tournament).code == "close"


def test_a_device_that_waits_for_a_table_is_on_the_desk_until_it_is_let_in(desk, make_tournament):
    e, other = make_tournament("Ada Ben", live=True), make_tournament("Cleo Dan", name="Other", live=True)
    for each in (e, other):
        seating.provide(actor=SYSTEM, tournament=each.tournament, count=2)
    table = e.tournament.tables.get(number=2)
    card = links.make(SYSTEM, role="table", scope=table.scope, topic=e.tournament.scope)
    tablet, phone = Client(), Client(REMOTE_ADDR="192.0.2.7")
    tablet.post(card.path)
    assert "wants to be the tablet" not in look(desk, "desk-calls", e.tournament.pk)
    phone.post(card.path)
    (waiting,) = waiting_devices(e.tournament)
    assert (waiting.where, waiting.address) == ("Table 2", "192.0.2.7")
    assert waiting_devices(other.tournament) == []
    page = look(desk, "desk-calls", e.tournament.pk)
    assert "Another device wants to be the tablet here" in page
    assert "1 board waits for you" in page
    assert reverse("turn-device-away", args=[waiting.device_id]) in page
    assert "wants to be the tablet" not in look(desk, "desk-calls", other.tournament.pk)
    desk.post(reverse("admit-device", args=[waiting.device_id]))
    assert waiting_devices(e.tournament) == []
