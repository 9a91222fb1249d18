"""The writing on the face, when it changes, when it warns."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clock import format_ms, format_up_ms, low_time_ms, read_clock
from games.clock.display import until_change_ms, until_change_rising_ms, until_change_up_ms
from tests.clock.script import STARTED_AT_MS, face, started

WRITTEN = [
    # ms, tenths below 10 s, tenths below 20 s
    (0, "0:00", "0:00"),
    (-5, "0:00", "0:00"),
    (1, "0:00.1", "0:00.1"),
    (100, "0:00.1", "0:00.1"),
    (101, "0:00.2", "0:00.2"),
    (9_900, "0:09.9", "0:09.9"),
    (9_901, "0:10", "0:10.0"),
    (10_000, "0:10", "0:10.0"),
    (10_001, "0:11", "0:10.1"),
    (19_900, "0:20", "0:19.9"),
    (19_901, "0:20", "0:20"),
    (59_001, "1:00", "1:00"),
    (60_000, "1:00", "1:00"),
    (3_599_001, "1:00:00", "1:00:00"),
    (3_600_000, "1:00:00", "1:00:00"),
    (5_400_000, "1:30:00", "1:30:00"),
    (90_000_000, "25:00:00", "25:00:00"),
]


@pytest.mark.parametrize(("time_ms", "ten", "twenty"), WRITTEN)
def test_time_left_rounds_up(time_ms, ten, twenty):
    assert (format_ms(time_ms), format_ms(time_ms, 20_000)) == (ten, twenty)


def test_time_used_rounds_down():
    assert [format_up_ms(ms) for ms in (0, 999, 1_000, 3_599_999)] == ["0:00", "0:00", "0:01", "59:59"]


times = st.integers(1, 3_700_000) | st.integers(1, 21_000)
borders = st.sampled_from([10_000, 20_000])


@given(times, borders)
def test_the_next_change_is_the_first_instant_with_another_writing(time_ms, border):
    change_ms = until_change_ms(time_ms, border)
    shown = format_ms(time_ms, border)
    assert format_ms(time_ms - change_ms + 1, border) == shown
    assert format_ms(time_ms - change_ms, border) != shown


@given(times, borders)
def test_the_next_change_of_growing_time_too(time_ms, border):
    change_ms = until_change_rising_ms(time_ms, border)
    shown = format_ms(time_ms, border)
    assert format_ms(time_ms + change_ms - 1, border) == shown
    assert format_ms(time_ms + change_ms, border) != shown


@given(st.integers(0, 4_000_000))
def test_and_of_time_that_is_counted(time_ms):
    change_ms = until_change_up_ms(time_ms)
    assert format_up_ms(time_ms + change_ms - 1) == format_up_ms(time_ms)
    assert format_up_ms(time_ms + change_ms) != format_up_ms(time_ms)


CONTROLS = ["10", "10d5", "10b5", "0:15p3x10", "0:20h", "m30", "10 m30", "-", "g1", "0:20d5 m12 g1"]


@given(st.sampled_from(CONTROLS), st.integers(0, 60_000))
def test_a_reading_changes_when_it_says_and_not_before(control, after_ms):
    clock = started(control)
    now_ms = STARTED_AT_MS + after_ms

    def shown(at_ms):
        reading = read_clock(clock, at_ms)
        texts = [face(each).removesuffix(" low") for each in reading.faces]
        return texts, None if reading.game_ms is None else format_ms(reading.game_ms)

    change_ms = read_clock(clock, now_ms).next_change_ms
    if change_ms is None:
        assert clock.fallen_seat(now_ms) is not None
        return
    assert shown(now_ms + change_ms - 1) == shown(now_ms)
    assert shown(now_ms + change_ms) != shown(now_ms)


LOW = [(60, 10), (80, 10), (120, 15), (300, 37.5), (480, 60), (5400, 60)]


@pytest.mark.parametrize(("initial", "low"), LOW)
def test_time_is_low_at_an_eighth_within_bounds(initial, low):
    assert low_time_ms(initial * 1000) == low * 1000
