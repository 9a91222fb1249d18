"""Announcing (docs/rules.md#announcing): by default the program calls; otherwise the mover has to."""

import pytest

from games.rules import Seat
from tests.rules.boards import board, outcome, play, refusal

REQUIRED = "announce=required"
FOUR_IN_A_ROW = board("..... ..... ..... ..... XXXX.", "X")

# After a1N the rim is all crosses: X made two lines, and O can take nothing.
ALMOST_A_RING = board("XXXXX X...X X...X X...X .XXXX", "X")

# After a5E.N crosses have row 5; E can take no cube, because no dot points at E.
PARTNERS = board(".SNSN WN.WS SW.NW WN.SS SWNWW", "N")


def test_automatic_the_game_ends_with_the_move():
    assert outcome(FOUR_IN_A_ROW, "e3S") == "X line"


def test_automatic_a_call_is_harmless_where_there_is_a_line():
    assert outcome(FOUR_IN_A_ROW, "e3S!") == "X line"
    assert refusal(play, FOUR_IN_A_ROW, "e3N!") == ("no-line-to-call", "there is no line to call")


def test_required_a_line_called_with_the_move_wins():
    game = play(FOUR_IN_A_ROW, "e3S!", REQUIRED)
    assert str(game.outcome) == "X line"
    assert [" ".join(line) for line in game.outcome.lines] == ["a1 b1 c1 d1 e1"]


def test_required_an_uncalled_line_wins_nothing_then():
    game = play(FOUR_IN_A_ROW, "e3S", REQUIRED)
    assert game.outcome is None
    assert [" ".join(line) for line in game.uncalled] == ["a1 b1 c1 d1 e1"]


def test_required_a_line_may_be_called_before_the_next_move():
    game = play(FOUR_IN_A_ROW, "e3S", REQUIRED).call(Seat.X)
    assert str(game.outcome) == "X line"
    assert [" ".join(line) for line in game.outcome.lines] == ["a1 b1 c1 d1 e1"]
    assert game.uncalled == ()


def test_required_the_opponent_cannot_call_it():
    game = play(FOUR_IN_A_ROW, "e3S", REQUIRED)
    assert refusal(game.call, Seat.O) == ("not-your-line", "the line is not O's to call")


def test_required_the_next_move_closes_the_window():
    game = play(FOUR_IN_A_ROW, "e3S a5E", REQUIRED)
    assert refusal(game.call, Seat.X) == ("no-line-to-call", "there is no line to call")


def test_required_an_uncalled_line_wins_nothing_later():
    assert refusal(play, FOUR_IN_A_ROW, "e3S a5E c5S!", REQUIRED)[0] == "no-line-to-call"
    game = play(FOUR_IN_A_ROW, "e3S a5E c5S", REQUIRED)
    assert (game.outcome, game.uncalled) == (None, ())


def test_required_a_line_broken_and_made_again_may_be_called():
    assert outcome(FOUR_IN_A_ROW, "e3S a5E c1N a4E c5S!", REQUIRED) == "X line"


def test_required_a_call_without_a_line_is_refused():
    assert refusal(play, FOUR_IN_A_ROW, "a1N!", REQUIRED)[0] == "no-line-to-call"
    assert refusal(play(FOUR_IN_A_ROW, "", REQUIRED).call, Seat.X)[0] == "no-line-to-call"


def test_required_a_line_of_the_opponent_loses_without_a_call():
    assert outcome(board("..... ..... ..... .OOOO O....", "X"), "a5S", REQUIRED) == "O opponent-line"


def test_required_a_call_for_a_line_of_the_opponent_alone_is_refused():
    assert (
        refusal(play, board("..... ..... ..... .OOOO O....", "X"), "a5S!", REQUIRED)[0] == "no-line-to-call"
    )


def test_required_uncalled_lines_that_leave_nothing_to_take_force_a_pass_with_two():
    game = play(ALMOST_A_RING, "a1N", REQUIRED)
    assert game.must_pass
    assert refusal(play, ALMOST_A_RING, "a1N b1N", REQUIRED)[0] == "must-pass"
    passed = game.after_pass()
    assert passed.position.seat is Seat.X
    assert passed.ply == 1


def test_required_a_forced_pass_does_not_close_the_window():
    game = play(ALMOST_A_RING, "a1N --", REQUIRED)
    assert str(game.call(Seat.X).outcome) == "X line"
    assert len(game.uncalled) == 2


@pytest.mark.parametrize(("caller", "result"), [("N", "X line"), ("S", "X line"), ("E", None), ("W", None)])
def test_required_with_four_either_partner_may_call(caller, result):
    for moves in ("a5E.N", "a5E.N --"):
        game = play(PARTNERS, moves, REQUIRED)
        if result:
            assert str(game.call(Seat(caller)).outcome) == result
        else:
            assert refusal(game.call, Seat(caller))[0] == "not-your-line"


def test_required_with_four_the_partners_own_move_closes_the_window():
    game = play(PARTNERS, "a5E.N -- a1E.S", REQUIRED)
    assert game.mover is Seat.S
    assert refusal(game.call, Seat.N)[0] == "no-line-to-call"


@pytest.mark.parametrize("rules", ["move_limit=1", "repetition=2 move_limit=1"])
def test_required_a_called_line_counts_before_repetition_and_limits(rules):
    ready = board("....X ..... ..... ..... XXXX.", "X")
    assert outcome(ready, "e5S!", f"{REQUIRED} {rules}") == "X line"
    assert outcome(ready, "e5S", f"{REQUIRED} {rules}") == "draw move-limit"


def test_nothing_happens_after_the_end():
    game = play(FOUR_IN_A_ROW, "e3S")
    assert refusal(game.call, Seat.X) == ("game-over", "the game is over")
    assert refusal(game.after_pass)[0] == "game-over"
    assert refusal(play, FOUR_IN_A_ROW, "e3S a5E")[0] == "game-over"
