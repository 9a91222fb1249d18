"""The limit that ends the game first is the large figure; the other limits are shown beside it."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from games.clock import Clock, ClockFace, ClockLimit, format_ms, format_up_ms, read_clock
from games.clock.reading import ClockFigure
from tests.clock.script import STARTED_AT_MS, milliseconds, play, started
from tests.clock.strategies import ACTIONS, CLOCKS, history


def written(figure: ClockFigure) -> str:
    time = format_up_ms(figure.time_ms) if figure.limit is ClockLimit.USED else format_ms(figure.time_ms, 0)
    return f"{figure.limit} {time}{' low' if figure.low else ''}"


def figures(face: ClockFace) -> str:
    return ", ".join(map(written, face.figures))


SHOWN = [
    # control, seconds into the turn, the figures of X (running) and O
    ("10+5", "3", "main 9:57", "main 10:00"),
    ("0:40+2 m8", "3", "move 0:05, main 0:37", "move 0:08, main 0:40"),
    ("0:40+2 m8", "4", "move 0:04 low, main 0:36", "move 0:08, main 0:40"),
    ("0:06 m8", "1", "main 0:05 low, move 0:07", "main 0:06 low, move 0:08"),
    ("0:08 m8", "0", "main 0:08 low, move 0:08", "main 0:08 low, move 0:08"),
    ("m30", "25", "move 0:05 low", "move 0:30"),
    ("g1", "20", "game 0:40, used 0:20", "game 0:40, used 0:00"),
    ("g1", "51", "game 0:09 low, used 0:51", "game 0:09 low, used 0:00"),
    ("10 g5", "20", "game 4:40, main 9:40", "game 4:40, main 10:00"),
    ("3 g5", "150", "main 0:30, game 2:30", "game 2:30, main 3:00"),
    ("10+5 m30 g20", "5", "move 0:25, main 9:55, game 19:55", "move 0:30, main 10:00, game 19:55"),
    ("1d5", "2", "main 1:00, delay 0:03", "main 1:00"),
    ("1d5", "7", "main 0:58", "main 1:00"),
    ("0:03d5 m30", "2", "main 0:03 low, move 0:28, delay 0:03", "main 0:03 low, move 0:30"),
    ("0d5", "2", "delay 0:03 low", "delay 0:05 low"),
    ("0:30b5", "2", "main 0:33", "main 0:35"),
    ("0:20p2x40", "5", "main 0:15", "main 0:20"),
    ("0:20p2x40", "25", "period 0:35", "main 0:20"),
    ("0:20p1x20 m45", "25", "period 0:15, move 0:20", "main 0:20, move 0:45"),
    ("0:20p2x40 m45", "25", "move 0:20, period 0:35", "move 0:45, main 0:20"),
    ("0:20h", "5", "main 0:15", "main 0:25"),
    ("-", "5", "used 0:05", "used 0:00"),
]


@pytest.mark.parametrize(("control", "after", "running", "waiting"), SHOWN)
def test_the_figures_while_a_turn_runs(control, after, running, waiting):
    faces = read_clock(started(control), STARTED_AT_MS + milliseconds(after)).faces
    assert [figures(face) for face in faces] == [running, waiting]


def test_what_ended_the_game_stays_large():
    flagged = play("0:40+2 m8", "flag 8")
    assert figures(read_clock(flagged, 0).face("X")) == "move 0:00 low, main 0:32"
    ended = play("10 g1", "flag 60")
    assert [figures(face) for face in read_clock(ended, 0).faces] == [
        "game 0:00 low, main 9:00",
        "game 0:00 low, main 10:00",
    ]


@given(CLOCKS, ACTIONS, st.integers(0, 100_000))
def test_the_large_figure_is_the_limit_at_the_next_deadline(clock: Clock, actions, wait_ms):
    after = history(clock, actions)[-1].step.clock
    assume(after.running and after.next_deadline_ms is not None)
    now_ms = min(after.since_ms + wait_ms, after.next_deadline_ms - 1)
    assume(now_ms >= after.since_ms)
    face = read_clock(after, now_ms).face(after.turn.seat)
    large = face.figures[0]
    at_the_end = read_clock(after, after.next_deadline_ms).face(after.turn.seat).figures[0]
    assert at_the_end.left_ms == 0
    assert (large.limit is ClockLimit.GAME) == (at_the_end.limit is ClockLimit.GAME)
    assert (large.limit is ClockLimit.MOVE) == (at_the_end.limit is ClockLimit.MOVE)


@given(CLOCKS, ACTIONS, st.integers(0, 100_000))
def test_every_limit_is_on_the_face_once(clock: Clock, actions, wait_ms):
    after = history(clock, actions)[-1].step.clock
    for face in read_clock(after, (after.since_ms or 0) + wait_ms).faces:
        limits = [figure.limit for figure in face.figures]
        assert len(set(limits)) == len(limits)
        assert (ClockLimit.GAME in limits) == (after.game_ms is not None)
        assert (ClockLimit.MOVE in limits) == (after.terms(face.seat).move_ms is not None)
