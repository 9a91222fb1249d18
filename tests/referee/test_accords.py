"""Draw offers, takebacks among friends, resigning, confirming a result."""

from dataclasses import replace

from games.referee import replay_while_valid
from games.referee import requests as r
from games.rules import Ending, Seat, Side


def test_a_draw_is_offered_on_ones_own_turn_and_accepted_by_the_other(table):
    game = table().start()
    assert game.refusal(r.Offer(Seat.O)) == "offer-on-turn"
    game.ask(r.Offer(Seat.X))
    assert game.refusal(r.Accept(Seat.X)) == "own-proposal"
    game.move("c1E")
    game.ask(r.Accept(Seat.O))
    assert game.result == "draw agreement"


def test_an_offer_is_open_until_the_opponent_has_moved(table):
    game = table().start()
    game.ask(r.Offer(Seat.X))
    game.moves("c1E a1N")
    assert game.refusal(r.Accept(Seat.O)) == "nothing-to-answer"


def test_no_side_offers_again_before_the_opponent_has_offered(table):
    game = table().start()
    game.ask(r.Offer(Seat.X))
    game.move("c1E")
    game.ask(r.Decline(Seat.O))
    game.move("a1N")
    assert game.refusal(r.Offer(Seat.X)) == "offered-last"
    game.move("b1W")
    game.ask(r.Offer(Seat.O))
    game.moves("a5E b5E c5E")
    game.ask(r.Offer(Seat.X))
    assert game.state.proposal.by is Seat.X


def test_an_offer_stops_no_clock(table):
    game = table("1").start()
    game.ask(r.Offer(Seat.X), after_ms=4_000)
    game.move("c1E", after_ms=1_000)
    assert game.left_ms("X") == 55_000


def test_draw_offers_can_be_switched_off(table):
    assert table(rules="draw_offers=off").start().refusal(r.Offer(Seat.X)) == "no-draw-offers"


def test_in_fours_accepting_needs_both_partners(table):
    game = table(first="N").start()
    game.ask(r.Offer(Seat.N))
    game.ask(r.Accept(Seat.W))
    assert (game.result, game.refusal(r.Accept(Seat.W))) == ("*", "agreed-already")
    game.ask(r.Accept(Seat.E))
    assert game.result == "draw agreement"


def test_in_fours_resigning_needs_both_partners(table):
    game = table(first="N").start()
    game.ask(r.Resign(Seat.E))
    assert game.result == "*"
    game.ask(r.Resign(Seat.W))
    assert game.result == "X resignation"


def test_a_partners_wish_to_resign_is_gone_once_their_side_moves(table):
    game = table(first="N").start()
    game.ask(r.Resign(Seat.S))
    game.move("c1E.N")
    game.ask(r.Resign(Seat.N))
    assert game.result == "*"


def test_in_fours_a_partner_may_say_no_to_resigning(table):
    game = table(first="N").start()
    game.ask(r.Resign(Seat.E))
    assert game.refusal(r.Decline(Seat.N)) == "nothing-to-answer"
    assert game.ask(r.Decline(Seat.W)).asked == "resign"
    assert game.state.resigning == ()
    game.ask(r.Resign(Seat.W))
    assert game.result == "*"


def test_two_players_resign_alone(table):
    game = table().start()
    game.ask(r.Resign(Seat.X))
    assert game.result == "O resignation"


def test_friends_take_back_by_the_opponents_consent(table):
    game = table("10", casual=True).start()
    game.moves("c1E a1N")
    stood = game.state.position
    game.ask(r.TakeBack(1, Seat.O))
    assert game.state.position == stood
    game.ask(r.Accept(Seat.X), after_ms=500)
    assert (game.state.ply, str(game.state.position)) == (1, "...../...../...../...../....X O")
    assert game.left_ms("O") == 10 * 60_000


def test_a_takeback_that_is_declined_changes_nothing(table):
    game = table(casual=True).start()
    game.moves("c1E a1N")
    game.ask(r.TakeBack(0, Seat.O))
    game.ask(r.Decline(Seat.X))
    assert (game.state.ply, game.state.proposal) == (2, None)
    assert game.refusal(r.TakeBack(2, Seat.O)) == "no-such-ply"


def test_in_a_tournament_only_the_arbiter_takes_back(table):
    game = table().start()
    game.moves("c1E a1N")
    assert game.refusal(r.TakeBack(1, Seat.O)) == "arbiter-takes-back"
    game.ask(r.TakeBack(1))
    assert game.state.ply == 1


def test_both_sides_enter_the_result_of_a_clock_only_game(table):
    game = table(input="presses").start()
    game.press()
    game.ask(r.Confirm(Side.X, Side.X))
    assert game.result == "*"
    game.ask(r.Confirm(Side.O, Side.O))
    assert game.result == "*"
    game.ask(r.Confirm(Side.O, Side.X, Ending.LINE))
    assert (game.result, set(game.state.confirmed)) == ("X line", {Side.X, Side.O})


def test_a_side_may_change_its_word_until_the_other_agrees(table):
    game = table(input="presses").start()
    game.ask(r.Confirm(Side.X, Side.X))
    game.ask(r.Confirm(Side.X, None, Ending.AGREEMENT))
    assert [claim.side for claim in game.state.claims] == [Side.X]
    game.ask(r.Confirm(Side.O, Side.X))  # what was agreed to is not said any more
    assert game.result == "*"
    game.ask(r.Confirm(Side.O, None, Ending.AGREEMENT))
    assert game.result == "draw agreement"


def test_an_entered_result_stops_the_clocks_until_it_is_answered(table):
    game = table("0:20", input="presses").start()
    game.ask(r.Confirm(Side.X, Side.X), after_ms=19_000)
    assert (game.state.status, set(game.state.clock.pauses)) == ("paused", {"result"})
    game.ask(r.Confirm(Side.O, Side.X), after_ms=60_000)
    assert game.result == "X line"
    assert game.left_ms("X") == 1_000
    assert not game.state.clock.pauses


def test_a_result_that_is_turned_down_lets_the_clock_go_on_where_it_was(table):
    game = table("0:20", input="presses").start()
    game.ask(r.Confirm(Side.X, Side.X), after_ms=5_000)
    assert game.refusal(r.Press(Seat.X, 0)) == "paused"
    declined = game.ask(r.Decline(Seat.O), after_ms=30_000)
    assert declined.asked == "result"
    assert (game.state.status, game.state.claims) == ("running", ())
    game.press(after_ms=1_000)
    assert game.left_ms("X") == 14_000


def test_no_side_stops_the_clocks_twice_in_a_turn_by_entering_a_result(table):
    game = table("0:20", input="presses").start()
    game.ask(r.Confirm(Side.X, Side.X))
    game.ask(r.Decline(Seat.O))
    assert game.refusal(r.Confirm(Side.X, None, Ending.AGREEMENT)) == "entry-turned-down"
    game.ask(r.Confirm(Side.O, Side.X))  # the other side thinks better of it
    game.ask(r.Confirm(Side.X, Side.X))
    assert game.result == "X line"


def test_after_the_next_press_a_result_may_be_entered_again(table):
    game = table(input="presses").start()
    game.ask(r.Confirm(Side.X, Side.X))
    game.ask(r.Decline(Seat.X))  # and so takes it back
    game.press()
    game.ask(r.Confirm(Side.X, Side.X))
    assert game.state.status == "paused"


def test_resuming_the_game_turns_the_entry_down(table):
    game = table(input="presses").start()
    game.ask(r.Confirm(Side.X, Side.X))
    game.ask(r.CallArbiter(Seat.O))
    game.ask(r.Resume("arbiter"))
    assert (game.state.status, len(game.state.claims)) == ("paused", 1)
    game.ask(r.Resume())
    assert (game.state.status, game.state.claims, game.state.disputed) == ("running", (), (Side.X,))


def test_a_reopened_or_taken_back_game_waits_for_no_answer(table):
    game = table(input="presses", casual=True).start()
    game.press()
    game.ask(r.Confirm(Side.O, Side.O))
    game.ask(r.Resign(Seat.X))
    game.ask(r.Reopen("by mistake"))
    assert set(game.state.clock.pauses) == {"arbiter"}
    game.ask(r.Resume())
    game.ask(r.Confirm(Side.O, Side.O))
    game.ask(r.TakeBack(0))
    assert (game.state.status, game.state.claims) == ("running", ())


def test_a_log_from_before_entries_stopped_the_clocks_is_still_right(table):
    game = table("0:20", input="presses").start()
    running = game.state.clock
    entered = replace(game.ask(r.Confirm(Side.X, Side.X), after_ms=1_000), clock=running)
    assert replay_while_valid(game.agreement, [game.log[0], entered])[1] is None
    assert replay_while_valid(game.agreement, [game.log[0], replace(entered, side=Side.O)])[1] is not None


def test_two_sides_that_differ_may_agree_while_the_arbiter_is_on_the_way(table):
    game = table(input="presses").start()
    game.ask(r.Confirm(Side.X, Side.X))
    game.ask(r.Confirm(Side.O, Side.O))
    game.ask(r.CallArbiter(Seat.O))
    assert len(game.state.claims) == 2
    game.ask(r.Confirm(Side.O, Side.X))
    assert game.result == "X line"


def test_an_entered_result_must_be_possible(table):
    game = table(input="presses").start()
    assert game.refusal(r.Confirm(Side.X, None, Ending.LINE)) == "wrong-ending"


def test_a_finished_game_is_confirmed_by_each_side_once(table):
    game = table().start()
    assert game.refusal(r.Confirm(Side.X, Side.X)) == "game-not-over"
    game.ask(r.Resign(Seat.X))
    assert game.refusal(r.Confirm(Side.X, Side.X)) == "other-result"
    game.ask(r.Confirm(Side.X, Side.O))
    assert game.refusal(r.Confirm(Side.X, Side.O)) == "confirmed-already"
    game.ask(r.Confirm(Side.O, Side.O))
    assert set(game.state.confirmed) == {Side.X, Side.O}
