"""Test the times in a record: what was left after a move, and how long turns with wooden cubes took."""

from games.referee import requests as r
from games.replays import record_of
from games.rules.records import Record


def test_a_limit_for_each_move_is_recorded_with_what_was_left_of_it(opened):
    live = opened("m30").start()
    live.move("e1W", after_ms=4_000)
    live.move("e5W", after_ms=29_500)
    assert [step.clock_ms for step in record_of(live.game).steps] == [26_000, 500]


def test_main_time_is_recorded_beside_a_limit_for_each_move(opened):
    live = opened("10 m30").start()
    live.move("e1W", after_ms=4_000)
    assert record_of(live.game).steps[0].clock_ms == 596_000


def test_beside_wooden_cubes_the_record_has_the_presses_with_their_times(opened):
    live = opened("1+2", input="presses").start()
    for after_ms in (4_000, 11_500):
        live.granted(r.Press(live.state.seat, live.state.ply), after_ms)
    record = record_of(live.game)
    assert (
        record.comment == "Only the clocks were kept: X 0:00:04 (0:00:58 left), O 0:00:11.5 (0:00:50.5 left)."
    )
    assert Record.parse(str(record)) == record


def test_beside_wooden_cubes_without_a_limit_only_the_time_used_is_known(opened):
    live = opened("-", input="presses").start()
    live.granted(r.Press(live.state.seat, live.state.ply), 4_000)
    assert record_of(live.game).comment == "Only the clocks were kept: X 0:00:04."
