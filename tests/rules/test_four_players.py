"""Four players: teams, dots, order of play, and the only pass there is."""

from games.rules import CELLS, Play, Position, Seat, Side
from tests.rules.boards import board, outcome, play, refusal

STUCK = board("NWSWN W...S S...W W...S SWNWS", "E")


def test_partners_face_each_other_and_play_goes_clockwise():
    assert [seat.next for seat in Seat.of(4)] == [Seat.E, Seat.S, Seat.W, Seat.N]
    assert [seat.partner for seat in Seat.of(4)] == [Seat.S, Seat.W, Seat.N, Seat.E]
    assert [seat.side for seat in Seat.of(4)] == [Side.X, Side.O, Side.X, Side.O]


def test_a_player_takes_blank_cubes_and_those_whose_dot_points_there():
    position = board("..... ..... ..... ..... NSEW.", "N")
    assert [cell for cell in CELLS[:5] if position.can_take(cell)] == ["a1", "e1"]


def test_who_can_take_nothing_passes_and_only_then():
    game = Play.begin(STUCK)
    assert game.must_pass
    assert game.after_pass().position.seat is Seat.S
    assert refusal(game.after_pass().after_pass)[0] == "may-not-pass"


def test_a_pass_counts_as_no_move():
    game = play(STUCK, "-- a1N.S")
    assert game.ply == 1
    assert game.quiet == 1
    assert game.mover is Seat.S


def test_passes_follow_each_other_until_a_seat_can_move():
    game = Play.begin(board("WNWNW N...N W...W N...N WNWNW", "E"))
    assert game.after_pass().must_pass
    assert game.after_passes().position.seat is Seat.W
    assert game.after_passes().after_passes() == game.after_passes()


def test_a_move_by_another_seat_is_refused():
    game = play(Position.initial(4), "c1E.N")
    move = Position.initial(4).moves()[0]
    assert refusal(game.move, move, Seat.N) == ("not-your-turn", "it is E's turn, not N's")


def test_a_whole_game_of_four():
    start = Position.initial(4, Seat.E)
    moves = "a1N.E b1N.S a1N.W c1N.N a1N.E d1N.S a1N.W b1N.N"
    assert str(play(start, moves).position) == "WNNS./ES.../W..../E..../..... E"
    assert outcome(start, f"{moves} a1N.W") == "O line"
    assert outcome(start, f"{moves} a1N.W", "announce=required") == "None"
