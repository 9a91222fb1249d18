"""The arbiter: pauses, corrections, penalties, takebacks, positions, results."""

import pytest

from games.referee import Refused, Status
from games.referee import requests as r
from games.rules import Ending, Position, Seat, Side

MINUTE = 60_000


def test_a_pause_stops_the_clock_until_every_reason_is_gone(table):
    game = table("10").start()
    game.ask(r.Pause("noise"), after_ms=3_000)
    game.ask(r.Pause("hall"), after_ms=60_000)
    assert game.refusal(r.Pause("hall")) == "paused-already"
    game.ask(r.Resume("noise"))
    assert game.state.status is Status.PAUSED
    game.ask(r.Resume("hall"), after_ms=5_000)
    game.move("c1E", after_ms=2_000)
    assert game.left_ms("X") == 10 * MINUTE - 5_000


def test_a_player_pauses_by_calling_the_arbiter(table):
    game = table("10").start()
    game.ask(r.CallArbiter(Seat.X, "a cube fell"), after_ms=1_000)
    assert (game.state.arbiter, game.state.status) == (True, Status.PAUSED)
    assert game.refusal(r.CallArbiter(Seat.O)) == "paused-already"
    game.ask(r.Resume())
    assert not game.state.arbiter


def test_a_clock_is_set_or_given_time_with_a_reason(table):
    game = table("10").start()
    game.ask(r.Adjust("wrong start", "O", set_ms=5 * MINUTE))
    event = game.ask(r.Adjust("noise", "X", add_ms=30_000), after_ms=1_000)
    assert event.before.account("X").main_ms == 10 * MINUTE - 1_000
    assert (game.left_ms("O"), game.left_ms("X")) == (5 * MINUTE, 10 * MINUTE + 29_000)
    assert game.refusal(r.Adjust("", "X", add_ms=1)) == "reason-missing"
    assert game.refusal(r.Adjust("why", "N", add_ms=1)) == "no-such-seat"
    assert game.refusal(r.Adjust("why", "X")) == "nothing-to-change"


def test_the_arbiter_sets_who_is_on_the_move(table):
    game = table("10").start()
    game.ask(r.Adjust("wrong colour started", turn=Seat.O), after_ms=1_000)
    assert (game.state.seat, game.state.clock.turn.seat) == (Seat.O, "O")
    game.move("c1E")


def test_a_penalty_gives_time_to_each_opposing_seat(table):
    game = table("10", first="N").start()
    game.ask(r.Penalise(Seat.N, "touched two cubes"))
    assert [game.left_ms(seat) // MINUTE for seat in "NESW"] == [10, 11, 10, 11]


def test_the_second_illegal_move_of_a_side_loses(table):
    game = table("10", input="presses").start()
    game.ask(r.NoteIllegal(Seat.X))
    assert (game.result, game.left_ms("O")) == ("*", 11 * MINUTE)
    game.ask(r.NoteIllegal(Seat.O))
    assert game.result == "*"
    game.ask(r.NoteIllegal(Seat.X))
    assert game.result == "O ruling"


def test_a_takeback_restores_cubes_counters_and_clocks(table):
    game = table("10+5").start()
    game.moves("c1E a1N b1W")
    stood = game.state
    game.moves("a5E d5W")
    game.ask(r.TakeBack(3), after_ms=2_000)
    assert game.state.play == stood.play
    assert game.state.clock.accounts == stood.clock.accounts
    game.move("a5E", after_ms=1_000)


def test_a_takeback_gives_later_penalties_and_corrections_again(table):
    game = table("10").start()
    game.moves("c1E a1N")
    game.ask(r.Penalise(Seat.X, "talking"))
    game.ask(r.Adjust("noise", "X", add_ms=15_000))
    game.ask(r.TakeBack(0))
    assert (game.left_ms("X"), game.left_ms("O")) == (10 * MINUTE + 15_000, 11 * MINUTE)


def test_after_a_takeback_the_next_goes_back_along_the_new_line(table):
    game = table("10").start()
    game.moves("c1E a1N b1W")
    game.ask(r.TakeBack(1))
    game.moves("a5E e4W")
    expected = game.log[-2].position  # after a5E
    game.ask(r.TakeBack(2))
    assert game.state.position == expected


def test_the_limit_of_the_game_is_not_rewound(table):
    game = table("10 g20").start()
    game.moves("c1E a1N")
    left = game.state.clock.game_ms
    game.ask(r.TakeBack(0))
    assert game.state.clock.game_ms == left == 20 * MINUTE - 2_000


@pytest.mark.parametrize("ply", [-1, 2, 3])
def test_only_what_was_played_can_be_taken_back(table, ply):
    game = table().start()
    game.moves("c1E a1N")
    assert game.refusal(r.TakeBack(ply)) == "no-such-ply"


def test_the_position_is_set_and_counts_start_again(table):
    game = table(position="X..../...../...../...../O.... X").start()
    game.moves("a5E a1E")
    game.ask(r.SetPosition(Position.parse("XX.../...../...../...../OO... X"), "cubes fell"))
    assert (game.state.repeated, game.state.play.quiet, game.state.ply) == (1, 0, 2)
    four = Position.parse("...../...../...../...../..... N")
    assert game.refusal(r.SetPosition(four, "no")) == "wrong-position"


def test_any_result_can_be_declared_and_a_wrong_one_reopened(table):
    game = table("10").start()
    game.move("c1E")
    assert game.refusal(r.Rule(Side.O, " ")) == "reason-missing"
    assert game.refusal(r.Rule(None, "why", Ending.LINE)) == "wrong-ending"
    game.ask(r.Rule(Side.O, "left the hall", Ending.FORFEIT))
    assert game.result == "O forfeit"
    game.ask(r.Reopen("came back"))
    assert (game.result, game.state.clock.pauses) == ("*", {"arbiter"})
    game.ask(r.Resume())
    game.move("a1N")


def test_a_game_ended_by_a_line_can_be_reopened_and_taken_back(table):
    game = table(position="...../...../...../...../XXXX. X").start()
    game.move("e2S")
    game.ask(r.Reopen("an illegal push"))
    game.ask(r.TakeBack(0))
    assert str(game.state.position) == "...../...../...../...../XXXX. X"


def test_a_reopened_game_passes_over_who_can_take_nothing(table):
    game = table(position="WWNEE/W...N/N...W/W...E/EEWEN E").start()
    game.move("e5S.E")
    assert (game.result, game.state.seat) == ("O line", Seat.S)
    game.ask(r.Reopen("the push was illegal"))
    assert (game.state.seat, game.state.clock.turn.seat) == (Seat.W, "W")
    game.ask(r.Resume())
    game.move(str(game.state.position.moves()[0]))


def test_the_limit_of_the_game_has_no_periods(table):
    assert table("10 g20").start().refusal(r.Adjust("why", "game", periods=2)) == "no-periods"


def test_a_flag_can_be_undone_by_reopening(table):
    game = table("0:10").start()
    game.ask(r.Flag(), after_ms=10_000)
    game.ask(r.Reopen("the clock was wrong"))
    game.ask(r.Adjust("as it was", "X", set_ms=60_000))
    game.ask(r.Resume())
    game.move("c1E", after_ms=1_000)
    assert (game.left_ms("X"), game.state.clock.fell) == (59_000, None)


def test_refusals_keep_the_sentence_of_the_rules(table):
    game = table().start()
    with pytest.raises(Refused, match="c3 is not on the edge"):
        game.move("c3E")
