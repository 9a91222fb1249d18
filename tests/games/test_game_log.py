"""Test the log of a game in words, for two and for four, with names or without."""

import pytest
from django.utils import translation

from games.models import Game
from games.referee import requests as r
from games.rules import Move, Position, Seat, Side
from games.services.opening import open_game
from games.services.recording import record
from games.views.game_log import lag_sums, log_lines

pytestmark = pytest.mark.django_db

BEGIN_MS = 1_800_000_000_000


def played(*requests, **agreed):
    """Return the lines of a game with these requests, a second apart, the oldest first."""
    two = {"first": "X", "seats": 2, "players": {"X": {"name": "Ada"}, "O": {"name": "Ben"}}}
    game = open_game(**{"rules": "", "control": "10", **two, **agreed})
    for number, request in enumerate((r.Start(), *requests)):
        answer = record(game_id=game.pk, request=request, actor="user:7", stamp_ms=BEGIN_MS + number * 1_000)
        assert answer.refused is None, answer.refused
    return log_lines(Game.objects.get(pk=game.pk))[::-1]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (r.MakeMove(Seat.X, 0, Move.parse("c1E")), "Ada: c1 comes back from the east (c1E)."),
        (r.Resign(Seat.X), "Ada resigned. Ben won: resigned."),
        (r.Pause("arbiter"), "Paused by the arbiter."),
        (r.Pause("wasp"), "Paused: wasp."),
        (r.CallArbiter(Seat.O), "Ben called the arbiter."),
        (r.CallArbiter(None), "The tablet called the arbiter."),
        (r.Adjust("x", seat="O", add_ms=60_000), "The clocks were changed: Ben 10:00 → 11:00."),
        (r.Adjust("x", turn=Seat.O), "Ben is on the move."),
        (r.Penalise(Seat.X, "x"), "Penalty against Ada. Ben 10:00 → 11:00."),
        (r.NoteIllegal(Seat.X), "Illegal move of Ada noted. Ben 10:00 → 11:00."),
        (r.Rule(Side.O, "x"), "Ben won: decided by the arbiter."),
        (r.Rule(None, "x"), "Draw: decided by the arbiter."),
        (
            r.SetPosition(Position.parse("X..../...../...../...../....O O"), "x"),
            "The position was set.",
        ),
    ],
)
def test_each_thing_that_happens_has_a_sentence(request_, words):
    assert [line.words for line in played(request_)] == ["The game began.", words]


@pytest.mark.parametrize(("language", "time"), [("en", "0:09.5"), ("de", "0:09,5")])
def test_tenths_are_written_as_the_reader_writes_them(language, time):
    with translation.override(language):
        line = played(r.Adjust("x", seat="O", add_ms=-590_500))[-1]
    assert time in line.words


def test_what_was_decided_keeps_its_reason_and_is_marked_as_the_staffs():
    began, penalty = played(r.Penalise(Seat.X, "phone rang"))
    assert (began.by_staff, began.reason) == (False, "")
    assert (penalty.by_staff, penalty.reason) == (True, "phone rang")
    assert penalty.at_ms == BEGIN_MS + 1_000


def test_offers_answers_and_results_name_who_made_them():
    lines = played(
        r.MakeMove(Seat.X, 0, Move.parse("c1E")),
        r.Offer(Seat.O),
        r.Decline(Seat.X),
        r.TakeBack(0, reason="agreed"),
        r.Rule(Side.X, "x"),
        r.Confirm(Side.X, Side.X, r.Ending.RULING),
        r.Reopen("wrong"),
        r.Resume(),
    )
    assert [line.words for line in lines[2:]] == [
        "Ben offered a draw.",
        "Ada declined.",
        "Taken back: 0 moves stand.",
        "Ada won: decided by the arbiter.",
        "Ada confirmed the result.",
        "The game was reopened.",
        "The game goes on.",
    ]


def test_seats_without_names_are_called_by_their_place():
    lines = played(r.CallArbiter(Seat.W), first="S", seats=4, players={})
    assert lines[-1].words == "West called the arbiter."


def test_a_pressed_clock_and_a_fallen_flag_are_shown():
    lines = played(r.Press(Seat.X, 0), input="presses", control="10")
    assert lines[-1].words == "Ada pressed the clock."
    assert lines[-1].ply == 1


def test_what_the_network_was_given_is_shown_seat_by_seat():
    game = open_game(rules="", control="10", first="X", seats=2, players={"X": {"name": "Ada"}})
    turns = [
        r.Start(),
        r.MakeMove(Seat.X, 0, Move.parse("c1E"), spent_ms=700, round_trip_ms=300),
        r.MakeMove(Seat.O, 1, Move.parse("a1N"), spent_ms=1_000, round_trip_ms=300),
        r.MakeMove(Seat.X, 2, Move.parse("c1E"), spent_ms=900, round_trip_ms=300),
    ]
    for number, request in enumerate(turns):
        stamp_ms = BEGIN_MS + number * 1_000
        assert not record(game_id=game.pk, request=request, actor="link:7", stamp_ms=stamp_ms).refused, (
            request
        )
    assert [(each.name, each.moves, each.given_back_ms, each.most_ms) for each in lag_sums(game)] == [
        ("Ada", 2, 400, 300),
        ("Circles", 1, 0, 0),
    ]


def test_a_table_has_no_network_between_its_players():
    game = open_game(rules="", control="10", first="X", seats=2, players={}, keeper="table")
    assert lag_sums(game) == []
