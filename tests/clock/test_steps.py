"""Pausing, correcting, penalties, taking back, and every step that is refused."""

import pytest

from games.clock import GAME, Clock, ClockRefused, InvalidControl
from tests.clock.script import STARTED_AT_MS, account_texts, faces, play, started, steps

PAUSED = [
    # control, script, main time left, faces after it
    ("10", "pause 3 arbiter", "X 597 O 600", "9:57"),
    ("10", "pause 3 arbiter; resume 60 arbiter; press 2", "X 595 O 600", "9:55"),
    ("10d5", "pause 3 arbiter", "X 600 O 600", "10:00 delay 0:02.0"),
    ("10d5", "pause 3 arbiter; resume 60 arbiter; press 1", "X 600 O 600", "10:00"),
    ("10d5", "pause 3 arbiter; resume 60 arbiter; press 4", "X 598 O 600", "9:58"),
    ("10b5", "pause 3 arbiter", "X 600 O 600", "10:02"),
    ("10b5", "pause 3 arbiter; resume 60 arbiter; press 4", "X 598 O 600", "10:03"),
    ("0p3x10", "pause 13 arbiter", "X 0p2 O 0p3", "0:07.0 periods 2"),
    ("0p3x10", "pause 13 arbiter; resume 9 arbiter; press 6.999", "X 0p2 O 0p3", "0:10 periods 2"),
    ("0p3x10", "pause 13 arbiter; resume 9 arbiter; press 7", "X 0p1 O 0p3", "0:10 periods 1 low"),
    ("m30", "pause 12 arbiter", "X 0 O 0", "0:18"),
    ("m30", "pause 12 arbiter; resume 99 arbiter; press 17", "X 0 O 0", "0:30"),
    ("m30", "pause 12 arbiter; resume 99 arbiter; press 18", "X 0! O 0", "0:00 low flagged"),
    ("2h", "pause 30 arbiter", "X 90 O 150", "1:30"),
    ("10+5", "pause 3 arbiter; resume 1 arbiter", "X 597 O 600", "9:57"),
    ("0:10", "pause 11 arbiter", "X 0! O 10", "0:00 low flagged"),
]


@pytest.mark.parametrize(("control", "script", "left", "shown"), PAUSED)
def test_a_pause_charges_up_to_its_instant_and_keeps_the_rest_of_the_turn(control, script, left, shown):
    clock = play(control, script)
    assert account_texts(clock) == left
    assert faces(clock, "0")[0] == shown


def test_a_clock_is_paused_while_any_reason_stands():
    clock = play("10", "pause 1 arbiter; pause 1 hall; pause 1 hall; resume 1 arbiter")
    assert (clock.running, clock.pauses) == (False, {"hall"})
    assert clock.resume(0, "hall").clock.running
    assert play("10", "pause 1 arbiter; pause 1 hall; resume 1").running


def test_a_pause_before_the_start_holds_the_start_back():
    clock = Clock.new("10", "XO").pause(0, "hall").clock.start(5).clock
    assert (clock.started, clock.running) == (True, False)
    assert clock.resume(900, "hall").clock.since_ms == 900
    waiting = Clock.new("10", "XO").pause(0, "hall").clock.resume(7, "hall").clock
    assert (waiting.started, waiting.running) == (False, False)


ADJUSTED = [
    # control, script, main time left, what was given by the last step
    ("10", "adjust 3 X set=60", "X 60 O 600", (("X", -537_000),)),
    ("10", "adjust 3 X add=30", "X 627 O 600", (("X", 30_000),)),
    ("10", "adjust 3 O add=-30", "X 597 O 570", (("O", -30_000),)),
    ("10", "adjust 3 O add=-700", "X 597 O 0", (("O", -600_000),)),
    ("10", "adjust 3 X set=60; press 4", "X 56 O 600", ()),
    ("10d5", "adjust 3 X set=60; press 4", "X 58 O 600", ()),
    ("1p3x30", "adjust 100 X periods=3", "X 0p3 O 60p3", (("X", 0),)),
    ("1p3x30", "adjust 100 X set=10", "X 10p2 O 60p3", (("X", 10_000),)),
    ("2h", "adjust 30 O set=60", "X 90 O 60", (("O", 30_000), ("O", -90_000))),
    ("10", "penalty 3 X", "X 597 O 660", (("O", 60_000),)),
    ("10", "penalty 3 O", "X 657 O 600", (("X", 60_000),)),
    ("10", "penalty 3 X 15", "X 597 O 615", (("O", 15_000),)),
    ("59:59", "penalty 0 X", "X 3599 O 3659", (("O", 60_000),)),
    ("60", "penalty 0 X", "X 3600 O 3720", (("O", 120_000),)),
    ("m30", "penalty 0 X", "X 0 O 0", ()),
    ("-", "penalty 0 X 60", "X 0 O 0", ()),
    ("10+5", "set_turn 3 O; press 2", "X 597 O 603", (("O", 5000),)),
    ("10d5", "set_turn 3 X; press 6", "X 599 O 600", ()),
]


@pytest.mark.parametrize(("control", "script", "left", "given"), ADJUSTED)
def test_corrections_and_penalties(control, script, left, given):
    step = steps(started(control), script)[-1]
    assert (account_texts(step.clock), step.given) == (left, given)


def test_in_fours_each_opposing_seat_gets_the_penalty():
    for offender in ("N", "S", "X"):
        assert account_texts(play("10", f"penalty 0 {offender}", "NESW")) == "N 600 E 660 S 600 W 660"


def test_without_main_time_the_move_is_corrected():
    assert faces(play("m30", "adjust 12 X add=10"), "0") == ["0:28", "0:30"]
    assert faces(play("m30", "adjust 12 X set=40; press 3"), "0") == ["0:30", "0:30"]


def test_the_limit_of_the_game_can_be_corrected():
    step = steps(started("g20"), "adjust 60 game add=120")[-1]
    assert (step.clock.game_ms, step.given) == (21 * 60_000, ())


def test_a_step_that_finds_the_time_gone_does_not_take_place():
    scripts = (
        "press",
        "pause {} arbiter",
        "stop",
        "adjust {} X add=60",
        "penalty {} O",
        "set_turn {} O",
        "flag",
    )
    for script in scripts:
        line = script.format("30") if "{}" in script else f"{script} 30"
        (step,) = steps(started("0:20"), line)
        assert (step.fell, account_texts(step.clock), step.clock.over) == ("X", "X 0! O 20", True), script
        assert step.clock.pauses == frozenset()


def test_who_is_passed_over_spends_no_time_and_earns_nothing():
    pressed = started("5+3", "NESW").press(STARTED_AT_MS + 10_000, "S").clock
    assert (pressed.turn.seat, account_texts(pressed)) == ("S", "N 293 E 300 S 300 W 300")


def test_taking_back_restores_the_stored_clocks_but_not_the_game_limit():
    clock = started("10+5 g20")
    stored = clock.press(STARTED_AT_MS + 10_000).clock
    later = stored.press(STARTED_AT_MS + 30_000).clock.press(STARTED_AT_MS + 60_000).clock
    back = later.take_back(STARTED_AT_MS + 65_000, stored).clock
    assert account_texts(back) == account_texts(stored) == "X 595 O 600"
    assert (back.turn.seat, back.since_ms) == ("O", STARTED_AT_MS + 65_000)
    assert back.game_ms == 20 * 60_000 - 65_000


def test_what_was_given_meanwhile_is_given_again_after_a_takeback():
    clock = started("10")
    stored = clock.press(STARTED_AT_MS + 10_000).clock
    penalised = stored.penalty(STARTED_AT_MS + 15_000, "X")
    later = penalised.clock.press(STARTED_AT_MS + 20_000).clock
    back = later.take_back(STARTED_AT_MS + 25_000, stored).clock
    assert account_texts(back.give(STARTED_AT_MS + 25_000, penalised.given).clock) == "X 590 O 660"


def test_time_added_to_a_move_is_gone_with_the_move():
    clock = play("m30", "press 5")
    assert clock.give(clock.since_ms, [("X", 5000)]).clock == clock
    assert clock.give(clock.since_ms, [("O", 5000)]).clock.turn.move_ms == 35_000


def test_taking_back_keeps_a_pause():
    clock = started("10")
    later = play("10", "press 10; pause 5 arbiter")
    back = later.take_back(later.since_ms or 0, clock).clock
    assert (back.running, back.pauses, account_texts(back)) == (False, {"arbiter"}, "X 600 O 600")


def test_a_reopened_clock_is_paused_and_its_flag_unmarked():
    fallen = play("0:20 g5", "flag 25")
    assert (fallen.fell, fallen.over) == ("X", True)
    reopened = fallen.adjust(0, "X", set_ms=30_000).clock.reopen("arbiter").clock
    assert (reopened.fell, reopened.running) == (None, False)
    again = reopened.resume(0, "arbiter").clock
    assert again.deadline_ms == 30_000


def test_a_table_may_tell_what_was_spent_instead_of_the_time():
    clock = play("10d5", "pause 3 arbiter; resume 60 arbiter")
    assert account_texts(clock.press(clock.instant_ms(7_000)).clock) == "X 598 O 600"
    assert clock.elapsed_ms(clock.instant_ms(7_000)) == 7_000
    assert clock.instant_ms(1_000) == clock.since_ms


def test_time_that_runs_backwards_charges_nothing():
    clock = started("10")
    pressed = clock.press(STARTED_AT_MS - 5_000).clock
    assert (account_texts(pressed), pressed.since_ms) == ("X 600 O 600", STARTED_AT_MS)


REFUSED = [
    # control, script, refused step, code
    ("10", "", "start 0", "already-started"),
    ("10", "", "flag 599.999", "not-fallen"),
    ("-", "", "flag 99999", "not-fallen"),
    ("10", "", "flag 600.2 lag=0.201", "not-fallen"),
    ("10", "", "resume 1", "not-paused"),
    ("10", "pause 1 hall", "resume 1 arbiter", "not-paused"),
    ("10", "pause 1 hall", "press 1", "paused"),
    ("10", "pause 1 hall", "flag 600", "not-fallen"),
    ("10", "stop 1", "press 1", "over"),
    ("10", "stop 1", "pause 1 hall", "over"),
    ("10", "stop 1", "resume 1", "over"),
    ("10", "stop 1", "flag 600", "over"),
    ("10", "stop 1", "stop 1", "over"),
    ("10", "stop 1", "start 1", "over"),
    ("10", "flag 600", "flag 1", "over"),
    ("10", "", "press 1 N", "not-a-seat"),
    ("10", "", "set_turn 1 N", "not-a-seat"),
    ("10", "", "adjust 1 N add=5", "not-a-seat"),
    ("-", "", "adjust 1 X add=5", "nothing-to-adjust"),
    ("m30", "", "adjust 1 O add=5", "nothing-to-adjust"),
    ("10", "", "adjust 1 game add=5", "nothing-to-adjust"),
    ("10", "", "adjust 1 X periods=5", "no-periods"),
]


@pytest.mark.parametrize(("control", "script", "step", "code"), REFUSED)
def test_a_step_that_is_not_possible_now_is_refused(control, script, step, code):
    clock = play(control, script)
    with pytest.raises(ClockRefused) as refusal:
        steps(clock, step)
    assert refusal.value.code == code


def test_a_clock_that_was_not_started_runs_for_no_seat():
    clock = Clock.new("10", "XO")
    assert (clock.deadline_ms, clock.game_deadline_ms, clock.next_deadline_ms) == (None, None, None)
    assert clock.fallen_seat(10**12) is None
    for step in (lambda: clock.press(0), lambda: clock.instant_ms(0)):
        with pytest.raises(ClockRefused) as refusal:
            step()
        assert refusal.value.code == "not-started"
    with pytest.raises(ClockRefused) as refusal:
        clock.reopen("arbiter")
    assert refusal.value.code == "not-over"


def test_the_next_deadline_is_the_earlier_of_flag_and_game_limit():
    assert started("5 g1").next_deadline_ms == STARTED_AT_MS + 60_000
    assert started("0:20 g1").next_deadline_ms == STARTED_AT_MS + 20_000
    assert started("g1").next_deadline_ms == started("g1").game_deadline_ms
    assert started("g1").fallen_seat(STARTED_AT_MS + 60_000) == GAME


def test_a_clock_needs_a_control_its_seats_can_play():
    for control, seats, code in (
        ("2h", "NESW", "hourglass-for-two"),
        ("N=1;E=2;S=3;W=4", "XO", "four-seats-only"),
    ):
        with pytest.raises(InvalidControl) as fault:
            Clock.new(control, seats)
        assert fault.value.code == code
    with pytest.raises(ClockRefused):
        Clock.new("10", "XO", first="N")
