"""Every mode of the clock, one line per case: what a press leaves, what the faces show, when flags fall."""

import pytest

from games.clock import GAME
from tests.clock.script import STARTED_AT_MS, account_texts, faces, milliseconds, play, started, steps

PRESSED = [
    # control, script, main time left
    ("10", "press 3; press 8", "X 597 O 592"),
    ("10", "press 3; press 8; press 0.001", "X 596.999 O 592"),
    ("0:30", "press 29.999", "X 0.001 O 30"),
    ("0:30", "press 30", "X 0! O 30"),
    ("0:30", "press 31", "X 0! O 30"),
    ("10+5", "", "X 600 O 600"),
    ("10+5", "press 3", "X 602 O 600"),
    ("10+5", "press 3; press 8", "X 602 O 597"),
    ("0:30+5", "press 29.999", "X 5.001 O 30"),
    ("0:30+5", "press 30", "X 0! O 30"),
    ("10d5", "press 3; press 8", "X 600 O 597"),
    ("10d5", "press 5; press 5.001", "X 600 O 599.999"),
    ("0:30d5", "press 34.999", "X 0.001 O 30"),
    ("0:30d5", "press 35", "X 0! O 30"),
    ("0d5", "press 4.999; press 4.999", "X 0 O 0"),
    ("0d5", "press 5", "X 0! O 0"),
    ("10b5", "press 3; press 8", "X 600 O 597"),
    ("0:30b5", "press 34.999", "X 0.001 O 30"),
    ("0:30b5", "press 35", "X 0! O 30"),
    ("1p3x30", "press 59.999", "X 0.001p3 O 60p3"),
    ("1p3x30", "press 60", "X 0p3 O 60p3"),
    ("1p3x30", "press 89.999", "X 0p3 O 60p3"),
    ("1p3x30", "press 90", "X 0p2 O 60p3"),
    ("1p3x30", "press 149.999", "X 0p1 O 60p3"),
    ("1p3x30", "press 150", "X 0p0! O 60p3"),
    ("0p2x10", "press 9.999; press 10; press 9.999; press 9.999", "X 0p2 O 0p1"),
    ("0p2x10", "press 1; press 10; press 1; press 10", "X 0p2 O 0p0!"),
    ("2h", "press 30", "X 90 O 150"),
    ("2h", "press 30; press 50", "X 140 O 100"),
    ("2h", "press 120", "X 0! O 240"),
    ("2h", "press 121", "X 0! O 240"),
    ("m30", "press 29.999; press 29.999; press 29.999", "X 0 O 0"),
    ("m30", "press 5; press 30", "X 0 O 0!"),
    ("10 m30", "press 29; press 29", "X 571 O 571"),
    ("10 m30", "press 30", "X 570! O 600"),
    ("0:20 m30", "press 20", "X 0! O 20"),
    ("10+5 m30", "press 29.999", "X 575.001 O 600"),
    ("10d5 m30", "press 29", "X 576 O 600"),
    ("10d5 m30", "press 30", "X 575! O 600"),
    ("10b5 m30", "press 30", "X 575! O 600"),
    ("0p3x10 m15", "press 14", "X 0p2 O 0p3"),
    ("0p3x10 m15", "press 15", "X 0p2! O 0p3"),
    ("2h m30", "press 30", "X 90! O 150"),
    ("-", "press 100000; press 5", "X 0 O 0"),
    ("X=5;O=4", "press 10; press 10", "X 290 O 230"),
    ("X=5+3;O=4d2", "press 10; press 10", "X 293 O 232"),
    ("X=1;O=-", "press 10; press 10000; press 50", "X 0! O 0"),
]


@pytest.mark.parametrize(("control", "script", "left"), PRESSED)
def test_a_press_charges_the_turn_by_its_mode(control, script, left):
    assert account_texts(play(control, script)) == left


SHOWN = [
    # control, seconds into the turn, the faces of X (running) and O
    ("10", "0", "10:00", "10:00"),
    ("10", "3", "9:57", "10:00"),
    ("10", "0.001", "10:00", "10:00"),
    ("10", "598.95", "0:01.1 low", "10:00"),
    ("10", "599.999", "0:00.1 low", "10:00"),
    ("10", "600", "0:00 low", "10:00"),
    ("90", "0", "1:30:00", "1:30:00"),
    ("10+5", "3", "9:57", "10:00"),
    ("10d5", "0", "10:00 delay 0:05.0", "10:00"),
    ("10d5", "3", "10:00 delay 0:02.0", "10:00"),
    ("10d5", "5", "10:00", "10:00"),
    ("10d5", "8", "9:57", "10:00"),
    ("10d5", "605", "0:00 low", "10:00"),
    ("10b5", "0", "10:05", "10:05"),
    ("10b5", "3", "10:02", "10:05"),
    ("10b5", "8", "9:57", "10:05"),
    ("10b5", "605", "0:00 low", "10:05"),
    ("1p3x30", "0", "1:00 periods 3", "1:00 periods 3"),
    ("1p3x30", "60", "0:30 periods 3", "1:00 periods 3"),
    ("1p3x30", "89.999", "0:00.1 periods 3", "1:00 periods 3"),
    ("1p3x30", "90", "0:30 periods 2", "1:00 periods 3"),
    ("1p3x30", "131.249", "0:19 periods 1", "1:00 periods 3"),
    ("1p3x30", "131.25", "0:19 periods 1 low", "1:00 periods 3"),
    ("1p3x30", "150", "0:00 low", "1:00 periods 3"),
    ("2h", "30", "1:30", "2:30"),
    ("2h", "120", "0:00 low", "4:00"),
    ("m30", "0", "0:30", "0:30"),
    ("m30", "12", "0:18", "0:30"),
    ("m30", "20", "0:10 low", "0:30"),
    ("m30", "30", "0:00 low", "0:30"),
    ("10 m30", "12", "9:48 move 0:18", "10:00 move 0:30"),
    ("10 m30", "30", "9:30 move 0:00 low", "10:00 move 0:30"),
    ("-", "3725.9", "1:02:05", "0:00"),
    ("g20", "61", "1:01", "0:00"),
    ("X=5;O=-", "1", "4:59", "0:00"),
]


@pytest.mark.parametrize(("control", "after", "running", "waiting"), SHOWN)
def test_the_faces_while_a_turn_runs(control, after, running, waiting):
    assert faces(started(control), after) == [running, waiting]


def test_a_flag_shows_once_it_is_marked():
    clock = started("0:20")
    assert faces(clock, "21") == ["0:00 low", "0:20"]
    assert faces(clock.flag(clock.deadline_ms).clock, "0") == ["0:00 low flagged", "0:20"]


FALLS = [
    # control, seconds until the running flag falls
    ("10", "600"),
    ("10+5", "600"),
    ("10d5", "605"),
    ("10b5", "605"),
    ("10p3x30", "690"),
    ("0p3x30", "90"),
    ("2h", "120"),
    ("m30", "30"),
    ("10 m30", "30"),
    ("0:20 m30", "20"),
    ("0:28d5 m30", "30"),
    ("-", None),
    ("g20", None),
    ("X=5;O=4", "300"),
]


@pytest.mark.parametrize(("control", "after"), FALLS)
def test_the_deadline_is_when_the_running_flag_falls(control, after):
    clock = started(control)
    assert clock.deadline_ms == (after and STARTED_AT_MS + milliseconds(after))
    if after:
        assert clock.fallen_seat(clock.deadline_ms - 1) is None
        assert clock.fallen_seat(clock.deadline_ms) == "X"


GAME_LIMITS = [
    # control, script, time left for the game, what fell
    ("g1", "press 20; press 39", "1", None),
    ("g1", "press 20; press 40", "0", GAME),
    ("g1", "press 20; press 90", "0", GAME),
    ("g1", "press 20; pause 10 arbiter; resume 600 arbiter; press 5", "25", None),
    ("g1", "press 20 lag=1", "41", None),
    ("5 g1", "press 60", "0", GAME),
    ("0:30 g1", "press 30", "30", "X"),
    ("1 g1", "press 60", "0", "X"),
    ("m10 g1", "press 10", "50", "X"),
    ("X=5;O=4;g1", "press 59; press 1", "0", GAME),
]


@pytest.mark.parametrize(("control", "script", "left", "fell"), GAME_LIMITS)
def test_the_game_limit_counts_charged_time_and_flags_no_seat(control, script, left, fell):
    clock = play(control, script)
    assert (clock.game_ms, clock.fell) == (milliseconds(left), fell)


FOURS = [
    ("5+3", "press 10; press 20; press 30; press 40; press 1", "N 295 E 283 S 273 W 263"),
    ("5", "press 10 S; press 20 W", "N 290 E 300 S 280 W 300"),
    ("5+3", "press 10 S; press 20", "N 293 E 300 S 283 W 300"),
    ("5+3", "press 10 N; press 20", "N 276 E 300 S 300 W 300"),
    ("X=5;O=4", "press 10; press 10; press 10; press 10", "N 290 E 230 S 290 W 230"),
    ("N=1;E=2;S=3;W=4", "press 10; press 10; press 10; press 10", "N 50 E 110 S 170 W 230"),
    ("1d5", "press 10; press 65", "N 55 E 0! S 60 W 60"),
    ("0p2x10", "press 10; press 9; press 25", "N 0p1 E 0p2 S 0p0! W 0p2"),
]


@pytest.mark.parametrize(("control", "script", "left"), FOURS)
def test_four_seats_have_a_clock_each(control, script, left):
    assert account_texts(play(control, script, "NESW")) == left


def test_any_seat_may_start():
    assert account_texts(play("5", "press 7; press 9", "NESW", first="W")) == "N 291 E 300 S 300 W 293"
    assert account_texts(play("5", "press 7", first="O")) == "X 300 O 293"


LAGS = [
    # given back, main time left of 10 s
    ("press 4 lag=0", "X 6 O 10"),
    ("press 4 lag=0.25", "X 6.25 O 10"),
    ("press 4 lag=9", "X 10 O 10"),
    ("press 10.2 lag=0.2", "X 0! O 10"),
    ("press 10.2 lag=0.201", "X 0.001 O 10"),
    ("pause 3 arbiter; resume 0 arbiter; press 1 lag=2", "X 7 O 10"),
]


@pytest.mark.parametrize(("script", "left"), LAGS)
def test_lag_is_taken_off_the_turn_but_never_off_what_was_charged_before(script, left):
    assert account_texts(play("0:10", script)) == left


def test_a_press_tells_what_was_charged_and_given():
    (step,) = steps(started("10+5"), "press 4 lag=0.5")
    assert (step.charged_ms, step.given, step.fell) == (3500, (("X", 5000),), None)
    (step,) = steps(started("2h"), "press 4")
    assert (step.charged_ms, step.given, step.fell) == (4000, (("O", 4000),), None)
    (step,) = steps(started("0:10+5"), "press 40")
    assert (step.charged_ms, step.given, step.fell) == (10_000, (), "X")


def test_the_total_spent_is_known_in_every_mode():
    for control in ("10", "10+5", "10d5", "10b5", "0p3x30", "2h", "m30", "g20", "-"):
        clock = play(control, "press 3; press 4; press 5")
        now_ms = clock.since_ms + 2000
        assert [clock.spent_ms(seat) for seat in "XO"] == [8000, 4000]
        assert [clock.spent_ms(seat, now_ms) for seat in "XO"] == [8000, 6000]
