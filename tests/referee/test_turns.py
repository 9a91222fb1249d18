"""Start, moves, presses, calls and flags."""

import pytest

from games.referee import requests as r
from games.rules import Move, Seat, Side

FOUR_X = "...../...../...../...../XXXX. X"


def test_nothing_moves_before_the_start(table):
    game = table()
    assert game.refusal(r.MakeMove(Seat.X, 0, Move.parse("c1E"))) == "not-started"
    game.start()
    assert game.refusal(r.Start()) == "already-started"


def test_a_move_charges_its_maker_and_starts_the_other_clock(table):
    game = table("10+5").start()
    event = game.move("c1E", after_ms=4_000)
    assert (event.elapsed_ms, game.state.seat, game.state.ply) == (4_000, Seat.O, 1)
    assert game.left_ms("X") == 10 * 60_000 - 4_000 + 5_000


def test_a_move_answers_the_position_its_maker_saw(table):
    game = table().start()
    game.move("c1E")
    assert game.refusal(r.MakeMove(Seat.O, 0, Move.parse("a1N"))) == "wrong-ply"
    assert game.refusal(r.MakeMove(Seat.X, 1, Move.parse("a1N"))) == "not-your-turn"
    assert game.refusal(r.MakeMove(Seat.O, 1, Move.parse("c3N"))) == "not-on-edge"
    assert game.refusal(r.MakeMove(Seat.O, 1, Move.parse("e1W"))) == "opponents-cube"


def test_a_line_ends_the_game_with_the_move_and_stops_every_clock(table):
    game = table(position=FOUR_X).start()
    event = game.move("e2S")
    assert game.result == "X line"
    assert [str(cell) for cell in event.outcome.lines[0]] == ["a1", "b1", "c1", "d1", "e1"]
    assert not game.state.clock.running
    assert game.refusal(r.MakeMove(Seat.O, 1, Move.parse("a5E"))) == "game-over"


def test_making_the_opponents_line_loses_at_once(table):
    game = table(position="OOOO./....O/...../...../..... X").start()
    game.move("e5S")  # the circle on e4 slides to e5
    assert game.result == "O opponent-line"


@pytest.mark.parametrize(
    ("calls", "result"),
    [
        ("e2S!", "X line"),  # with the move
        ("e2S", "*"),  # not called: wins nothing
    ],
)
def test_where_announcing_is_required_a_line_wins_only_when_called(table, calls, result):
    game = table(rules="announce=required", position=FOUR_X).start()
    game.moves(calls)
    assert game.result == result


def test_a_line_may_be_called_until_the_next_move_while_the_next_clock_runs(table):
    game = table(rules="announce=required", position=FOUR_X).start()
    game.move("e2S")
    assert game.state.clock.turn.seat == "O"
    assert game.refusal(r.CallLine(Seat.O, 1)) == "not-your-line"
    game.ask(r.CallLine(Seat.X, 1), after_ms=3_000)
    assert game.result == "X line"


@pytest.mark.parametrize("after_ms", [20_000, 25_000])
def test_a_line_that_is_called_when_the_next_flag_has_fallen_counts_from_its_move(table, after_ms):
    game = table("0:20", rules="announce=required", position=FOUR_X).start()
    game.move("e2S")
    game.ask(r.CallLine(Seat.X, 1), after_ms=after_ms)
    assert (game.result, game.state.clock.fell, game.left_ms("O")) == ("X line", None, 1)


def test_a_late_call_is_never_before_what_has_happened_already(table):
    game = table("0:20", rules="announce=required", position=FOUR_X).start()
    game.move("e2S")
    adjusted = game.ask(r.Adjust("late", "O", set_ms=0))
    assert game.ask(r.CallLine(Seat.X, 1), after_ms=5_000).at_ms == adjusted.at_ms


def test_an_uncalled_line_wins_nothing_later(table):
    game = table(rules="announce=required", position=FOUR_X).start()
    game.moves("e2S a5E")
    assert game.refusal(r.CallLine(Seat.X, 2)) == "no-line-to-call"
    assert game.refusal(r.CallLine(Seat.X, 1)) == "wrong-ply"


def test_either_partner_may_call(table):
    game = table(rules="announce=required", position="...../...../...../...../NNSS. N").start()
    game.move("e2S.N")
    game.ask(r.CallLine(Seat.S, 1))
    assert game.result == "X line"


def test_a_seat_that_can_take_nothing_is_passed_over_and_it_costs_no_time(table):
    game = table(position="WWNEE/W...N/N...W/W...E/EEWNW E").start()
    event = game.move("e5S.E", after_ms=2_000)
    assert (event.passes, game.state.seat) == ((Seat.S,), Seat.W)
    assert game.left_ms("S") == 10 * 60_000


@pytest.mark.parametrize(("repetition", "plies"), [(2, 4), (3, 8)])
def test_a_position_that_returns_often_enough_is_a_draw(table, repetition, plies):
    game = table(rules=f"repetition={repetition}", position="X..../...../...../...../O.... X").start()
    while game.state.outcome is None:
        assert game.state.repeated < repetition
        game.move(["a5E", "a1E", "e5W", "e1W"][game.state.ply % 4])
    assert (game.result, game.state.ply) == ("draw repetition", plies)


def test_the_move_limit_counts_moves_without_a_blank_taken(table):
    game = table(rules="repetition=0 move_limit=3", position="X..../...../...../...../O.... X").start()
    game.moves("a5E a1E e5W")
    assert game.result == "draw move-limit"


def test_a_clock_only_game_knows_presses_and_no_moves(table):
    game = table("5+3", input="presses").start()
    assert game.refusal(r.MakeMove(Seat.X, 0, Move.parse("c1E"))) == "clock-only"
    game.press(7_000)
    assert (game.left_ms("X"), game.state.seat) == (5 * 60_000 - 7_000 + 3_000, Seat.O)
    assert game.state.position is None
    moves = table().start()
    assert moves.refusal(r.Press(Seat.X, 0)) == "moves-kept"


def test_a_flag_loses_for_the_whole_side(table):
    game = table("0:10", first="N").start()
    assert game.refusal(r.Flag(), after_ms=9_999) == "not-fallen"
    game.ask(r.Flag(), after_ms=10_000)
    assert game.result == "O flag"
    assert game.state.clock.fell == "N"


def test_a_move_that_comes_after_the_flag_is_refused(table):
    game = table("0:10").start()
    assert game.refusal(r.MakeMove(Seat.X, 0, Move.parse("c1E")), after_ms=10_000) == "flag-fallen"
    assert game.refusal(r.Resign(Seat.X), after_ms=10_000) == "flag-fallen"


@pytest.mark.parametrize(("option", "result"), [("draw", "draw game-limit"), ("arbiter", "*")])
def test_the_limit_of_the_game_is_a_draw_or_left_to_the_arbiter(table, option, result):
    game = table("g1", rules=f"game_limit={option}").start()
    game.move("c1E", after_ms=30_000)
    event = game.ask(r.Flag(), after_ms=30_000)
    assert (game.result, event.seat) == (result, None)
    if option == "arbiter":
        assert game.state.arbiter
        assert game.state.clock.pauses == {"game-limit"}
        game.ask(r.Rule(Side.X, "more crosses in lines"))
        assert game.result == "X ruling"


def test_on_own_devices_the_network_gives_back_what_it_took(table):
    game = table("1", keeper="server").start()
    quota = game.state.lag(Seat.X).left_ms
    event = game.move("c1E", after_ms=5_000, spent_ms=4_900, round_trip_ms=80)
    assert event.lag_ms == min(80, quota)
    assert game.left_ms("X") == 60_000 - 5_000 + 80


def test_a_move_in_flight_when_the_flag_fell_still_counts_within_the_quota(table):
    game = table("0:10", keeper="server").start()
    claim = {"spent_ms": 9_950, "round_trip_ms": 200}
    event = game.move("c1E", after_ms=10_100, **claim)
    assert event.lag_ms == 150
    assert game.left_ms("X") == 50


def test_on_a_tables_tablet_no_lag_is_given(table):
    event = table("1").start().move("c1E", after_ms=5_000, spent_ms=1, round_trip_ms=4_000)
    assert event.lag_ms == 0
