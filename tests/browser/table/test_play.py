"""Whole games on the tablet between the players, by touch: twos, fours, clocks only, and how they end."""

import pytest
from playwright.sync_api import expect

from tests.browser.table.conftest import PLAIN, SECURE, until

# Found by trial: X completes a line with the last move.
TWOS = "a2N a3E b5S a2S e4W b5S a2S a2E a3N"
FOURS = "e5W.N d1E.E e2W.S c1E.E a4N.N e4S.W a3S.S b1E.W a2N.S"


@pytest.mark.parametrize("host", [SECURE, PLAIN])
def test_two_players_play_a_whole_game_by_touch(lay, host, axe):
    tablet = lay(host=host)
    expect(tablet["#status"]).to_have_text("Mira to start")
    tablet.start().play(TWOS[:3])
    expect(tablet["#status"]).to_have_text("Jonas to move")
    expect(tablet["#said"]).to_contain_text("Mira: a2 comes back from the north")
    expect(tablet.seat("O", "[data-clock]")).to_have_attribute("data-state", "running")
    expect(tablet.seat("X", "[data-clock]")).to_have_attribute("data-state", "waiting")
    tablet.play(TWOS[4:])
    expect(tablet["#status"]).to_have_text("Mira won: five in a line")
    expect(tablet["#board [data-line]"]).to_have_count(5)
    expect(tablet.seat("O", "[data-question]")).to_contain_text("You lost: five in a line")
    if host == PLAIN:
        axe(tablet.page)
    for seat in "XO":
        tablet.seat(seat).get_by_role("button", name="Confirm the result").tap()
    until(lambda: tablet.kinds.endswith("confirmed confirmed"))
    assert tablet.moves == TWOS
    assert (tablet.game.winner, tablet.game.ending, tablet.game.epoch) == ("X", "line", 1)


def test_four_players_choose_the_dot_and_see_whether_they_may_confer(lay, axe):
    tablet = lay(seats=4, rules="conferring=silent").start()
    expect(tablet["#conferring"]).to_have_text("Partners stay silent")
    first, *rest = FOURS.split()
    tablet["#board [data-cell=e5]"].tap()
    tablet["#board [data-end=W]"].tap()
    dots = tablet.seat("S", "[data-dot]")
    expect(dots).to_have_text(["Dot to me", "Dot to Ada"])
    axe(tablet.page)
    tablet.page.keyboard.press("Escape")
    expect(dots).to_have_count(0)
    tablet["#board [data-end=W]"].tap()
    dots.get_by_text("Dot to Ada").tap()
    expect(tablet["#status"]).to_have_text("Ines to move")
    tablet.play(" ".join(rest))
    expect(tablet["#status"]).to_have_text("Ada and Li won: five in a line")
    until(lambda: tablet.game.winner == "X")
    assert tablet.moves == f"{first} {' '.join(rest)}"


def test_only_legal_ends_are_lit_and_a_refusal_is_explained_to_the_mover(lay):
    tablet = lay().start()
    tablet["#board [data-cell=a1]"].tap()
    lit = {end.get_attribute("data-end") for end in tablet["#board [data-end]:visible"].all()}
    assert lit == {"N", "E"}
    tablet["#board [data-cell=c3]"].tap()
    expect(tablet.seat("X", "[data-question]")).to_have_text("c3 is not on the edge")
    expect(tablet.seat("O", "[data-question]")).to_be_hidden()
    tablet["#board [data-cell=a1]"].tap()
    expect(tablet["#board [data-selected]"]).to_have_count(0)


def test_a_move_can_be_made_to_wait_for_the_clock(lay):
    tablet = lay().start()
    tablet["#open-menu"].tap()
    tablet.page.get_by_label("A move counts once the clock is pressed").check()
    tablet.page.get_by_role("button", name="Back to the game").tap()
    tablet.move("c1E")
    expect(tablet.seat("X").get_by_text("Press to confirm")).to_be_visible()
    assert tablet.game.ply == 0
    tablet.seat("X", "[data-clock]").tap()
    until(lambda: tablet.moves == "c1E")


def test_the_keyboard_alone_makes_a_move(lay):
    tablet = lay()
    keys = tablet.page.keyboard
    tablet["#go:enabled"].focus()
    keys.press("Enter")
    expect(tablet["#board [data-cell=c3]"]).to_be_focused()
    for key in ("ArrowDown", "ArrowDown", "Enter", "Tab"):
        keys.press(key)
    expect(tablet["#board [data-end=N]"]).to_be_focused()
    keys.press("Tab")
    keys.press("Enter")
    until(lambda: tablet.moves == "c1E")
    expect(tablet["#board [data-cell]:focus"]).to_have_count(1)


def test_a_flag_falls_on_the_table_itself(lay):
    tablet = lay(control="m1").start()
    expect(tablet.seat("X", "[data-clock]")).to_have_attribute("data-state", "flagged")
    expect(tablet["#status"]).to_have_text("Jonas won: time is up")
    until(lambda: tablet.game.ending == "flag")
    assert tablet.kinds == "started flagged"


def test_low_time_is_told(lay):
    tablet = lay(control="0:11").start()
    expect(tablet["#time-said"]).to_have_text("Mira: 10 seconds left")
    expect(tablet.seat("X", "[data-clock]")).to_have_attribute("data-low", "")
    expect(tablet.seat("X", "[data-time]")).to_contain_text(".")


def test_friends_take_a_move_back_by_consent(lay):
    tablet = lay().start()
    before = tablet.position
    tablet.move("c1E")
    tablet.seat("X", "[data-do=takeback]").tap()
    expect(tablet.seat("X", "[data-question]")).to_have_text("Asked to take back")
    tablet.seat("O").get_by_role("button", name="Accept").tap()
    expect(tablet["#status"]).to_have_text("Mira to move")
    assert tablet.position == before
    until(lambda: tablet.kinds == "started moved takeback-asked taken-back")


def test_a_draw_is_offered_declined_and_not_offered_again_before_the_other_side_has(lay):
    tablet = lay().start()
    offer = tablet.seat("X", "[data-do=offer]")
    expect(tablet.seat("O", "[data-do=offer]")).to_be_disabled()
    offer.tap()
    tablet.seat("O").get_by_role("button", name="Decline").tap()
    expect(offer).to_be_disabled()
    tablet.move("c1E")
    tablet.seat("O", "[data-do=offer]").tap()
    tablet.seat("X").get_by_role("button", name="Accept").tap()
    expect(tablet["#status"]).to_have_text("Draw: agreed")
    until(lambda: tablet.game.ending == "agreement")


def test_a_refusal_goes_with_the_legal_move(lay):
    tablet = lay().start()
    tablet["#board [data-cell=c3]"].tap()
    expect(tablet.seat("X", "[data-asked]")).to_contain_text("c3 is not on the edge")
    tablet.move("c1E")
    expect(tablet.seat("X", "[data-question]")).to_be_hidden(timeout=1_000)
    expect(tablet.seat("X", "[data-do=resign]")).to_be_visible()


def test_resigning_takes_a_hold(lay):
    tablet = lay().start()
    resign = tablet.seat("O", "[data-do=resign]")
    resign.tap()
    expect(tablet.seat("O", "[data-question]")).to_have_text("Hold the button longer.")
    expect(tablet["#table"]).to_have_attribute("data-phase", "running")
    tablet.hold(tablet.seat("X", "[data-do=resign]"))
    expect(tablet["#status"]).to_have_text("Jonas won: resigned")


def test_a_key_that_resigns_is_asked_in_its_own_half(lay):
    tablet = lay().start()
    resign = tablet.seat("O", "[data-do=resign]")
    resign.press("Enter")
    expect(tablet.seat("O", "[data-asked]")).to_have_text("Resign?")
    expect(tablet["dialog[open]"]).to_have_count(0)
    tablet.seat("O").get_by_role("button", name="No").press("Enter")
    expect(tablet["#table"]).to_have_attribute("data-phase", "running")
    resign.press("Enter")
    tablet.seat("O").get_by_role("button", name="Yes").press("Enter")
    expect(tablet["#status"]).to_have_text("Mira won: resigned")


def test_a_line_counts_once_it_is_called(lay):
    tablet = lay(rules="announce=required").start().play(TWOS)
    expect(tablet["#status"]).to_have_text("Jonas to move")
    tablet.seat("O", "[data-do=quixo]").tap()  # arms a call with the next move, and says nothing about lines
    tablet.seat("O", "[data-do=quixo]").tap()
    tablet.seat("X", "[data-do=quixo]").tap()
    expect(tablet["#status"]).to_have_text("Mira won: five in a line")
    until(lambda: tablet.kinds.endswith("moved called"))


def test_a_call_with_the_move_wins_at_once_and_without_a_line_is_refused(lay):
    tablet = lay(rules="announce=required").start()
    quixo = tablet.seat("X", "[data-do=quixo]")
    quixo.tap()
    expect(quixo).to_have_attribute("aria-pressed", "true")
    tablet.move("a2N")
    expect(tablet.seat("X", "[data-question]")).to_contain_text("The move was not made")
    *before, last = TWOS.split()
    tablet.play(" ".join(before))
    quixo.tap()
    tablet.move(last)
    expect(tablet["#status"]).to_have_text("Mira won: five in a line")
    until(lambda: tablet.moves.endswith(last + "!"))


def test_with_clocks_only_the_halves_are_pressed_and_both_sides_enter_the_result(lay, axe):
    tablet = lay(input="presses").start()
    expect(tablet["#board-area"]).to_be_hidden()
    for seat in "XOX":
        tablet.seat("O" if seat == "X" else "X", "[data-clock]").tap()  # not theirs: does nothing
        tablet.seat(seat, "[data-clock]").tap()
    until(lambda: tablet.kinds == "started pressed pressed pressed")
    axe(tablet.page)
    tablet.seat("X", "[data-do=result]").tap()
    tablet.seat("X").get_by_role("button", name="I won").tap()
    ours, theirs = tablet.seat("X", "[data-question]"), tablet.seat("O", "[data-question]")
    expect(ours).to_contain_text("Entered by you: Mira won. Waiting for Jonas.")
    expect(theirs).to_contain_text("Entered by Mira: Mira won. Is that right?")
    # A player who disagrees says so, and both see it.
    expect(tablet["#table"]).to_have_attribute("data-phase", "paused")  # the clocks stand
    tablet.seat("O").get_by_role("button", name="No, play on").tap()
    expect(ours).to_contain_text("Jonas plays on: the result does not count, and the clock runs again.")
    expect(tablet["#table"]).to_have_attribute("data-phase", "running")
    expect(tablet.seat("X", "[data-do=result]")).to_be_disabled()  # not again in the same turn
    tablet.seat("O", "[data-clock]").tap()
    tablet.seat("X", "[data-do=result]").tap()
    tablet.seat("X").get_by_role("button", name="I won").tap()
    tablet.seat("O").get_by_role("button", name="Another result").tap()
    tablet.seat("O").get_by_role("button", name="Draw").tap()
    expect(ours).to_contain_text("The two entries differ. Agree")
    expect(theirs).to_contain_text("The two entries differ. Agree")
    tablet.seat("O").get_by_role("button", name="That is right").tap()
    until(lambda: tablet.game.winner == "X")


def test_a_repeated_position_is_counted(lay):
    # Each side has a cube whose push puts only like cubes in each other's place.
    tablet = lay(position="XXOOO/.OX../...../.XO../OOXXX X").start().play("c1E c5E")
    expect(tablet["#repeated"]).to_have_text("Position for the 2. time, draw at 3")
    tablet.play("c1E c5E")
    expect(tablet["#status"]).to_have_text("Draw: the same position again and again")
    until(lambda: tablet.game.ending == "repetition")
