"""What a tablet may claim about time: nothing that the server's clock and its own absence do not allow."""

import pytest

from games.live.round_trip import MOST_MS
from games.models import Custody, Event
from games.protocol.upward import parse, request_json
from games.referee import requests as r
from games.rules import Seat
from games.services import absences, offline_review
from games.services.lost_time import Gaps
from tests.databases import own_rows
from tests.games.conftest import ARBITER, BEGIN_MS, Tablet
from tests.games.test_custody import move

SECOND = 1_000
TEXTS = ("unlocked", "tab")
SLACK = 5 * SECOND  # a silence that is shorter may pass unnoticed


def send(tablet, request, *, after_ms, **claims):
    """Send an entry with these claims, so long after the last one; return what the turn was charged."""
    tablet.live.now_ms += after_ms
    before = tablet.live.state.clock
    body = tablet.frame(request, **claims)
    answer = tablet.send({key: value for key, value in body.items() if value is not None})
    assert answer.refused is None, answer.refused
    after = tablet.live.state.clock
    return after.account(before.turn.seat).spent_ms - before.account(before.turn.seat).spent_ms


def marks():
    return [event.suspect for event in own_rows(Event).order_by("seq")]


def test_a_flag_half_a_second_after_the_start_is_refused(at_table):
    tablet = at_table("7+3")
    tablet.live.now_ms += 500
    body = tablet.frame(r.Flag(), spent_ms=440 * SECOND, ago_ms=0)
    assert tablet.send(body).refused.code == "not-fallen"
    assert tablet.live.game.status == "running"


# By field: what it claims, after how long, and what may be charged for the turn: from, to.
TURNS = {
    "more than has passed": ({"spent_ms": 60 * SECOND, "ago_ms": 0}, 200, 200, 200),
    "more than has passed, ago left out": ({"spent_ms": 60 * SECOND}, 200, 200, 200),
    "no time": ({"spent_ms": 0, "ago_ms": 0}, 27 * SECOND, 27 * SECOND - SLACK, 27 * SECOND),
    "no time, ago left out": ({"spent_ms": 0}, 27 * SECOND, 27 * SECOND - SLACK, 27 * SECOND),
    "spent left out": ({"spent_ms": None, "ago_ms": 0}, 27 * SECOND, 27 * SECOND, 27 * SECOND),
    "both left out": ({"spent_ms": None}, 27 * SECOND, 27 * SECOND, 27 * SECOND),
    "spent left out, long ago": (
        {"spent_ms": None, "ago_ms": 27 * SECOND},
        27 * SECOND,
        27 * SECOND - SLACK,
        27 * SECOND,
    ),
    "a wait in reach of the server": (
        {"spent_ms": 100, "ago_ms": 26_900},
        27 * SECOND,
        27 * SECOND - SLACK,
        27 * SECOND,
    ),
    "unlocked": (
        {"spent_ms": 0, "ago_ms": 0, "unlocked": "offline"},
        27 * SECOND,
        27 * SECOND - SLACK,
        27 * SECOND,
    ),
    "generation": ({"spent_ms": 0, "generation": None}, 27 * SECOND, 27 * SECOND - SLACK, 27 * SECOND),
}


@pytest.mark.parametrize("name", TURNS)
def test_no_field_of_an_entry_charges_a_turn_what_cannot_be(at_table, name):
    claims, after_ms, least_ms, most_ms = TURNS[name]
    tablet = at_table("7+3")
    charged_ms = send(tablet, move("c1E", "X", 0), after_ms=after_ms, **claims)
    assert least_ms <= charged_ms <= most_ms
    if claims.get("spent_ms") is not None:
        assert marks()[-1] in ("ahead", "behind")


def test_a_start_that_claims_to_be_long_ago_takes_no_time_from_the_first_player(opened):
    tablet = Tablet(opened("7", keeper="table")).take()
    tablet.live.now_ms += 600 * SECOND
    assert tablet.enter(r.Start(), ago_ms=400 * SECOND).refused is None
    assert tablet.enter(r.Flag(), spent_ms=420 * SECOND).refused.code == "not-fallen"
    assert tablet.live.left_ms("X") >= 420 * SECOND - SLACK


def test_a_pause_cannot_be_dated_back_either(at_table):
    tablet = at_table("7")
    assert send(tablet, r.Pause("noise"), after_ms=30 * SECOND, spent_ms=0, ago_ms=30 * SECOND) >= 25 * SECOND


def test_a_small_drift_in_each_turn_is_marked_once_it_adds_up(at_table):
    tablet = at_table("7+3")
    moves = ["c1E", "a1N", "e5S", "a5E", "c1W", "e3W"]
    for ply, text in enumerate(moves):
        # X is charged two seconds less each time, and O two seconds more.
        spent_ms = 4 * SECOND if ply % 2 == 0 else 8 * SECOND
        send(tablet, move(text, "XO"[ply % 2], ply), after_ms=6 * SECOND, spent_ms=spent_ms, ago_ms=0)
    assert marks() == ["", "", "", "", "", "behind", "ahead"]
    sums = {seat: both[0] for seat, both in own_rows(Custody).get().drifts.items()}
    assert sums == {"X": -6 * SECOND, "O": 6 * SECOND}


def test_a_clock_that_differs_by_little_is_not_marked(at_table):
    tablet = at_table("7+3")
    for ply, text in enumerate(["c1E", "a1N", "e5S", "a5E", "c1W", "e3W"]):
        after_ms = 60 * SECOND + (-200, 300)[ply % 2]  # the network takes now more, now less
        send(tablet, move(text, "XO"[ply % 2], ply), after_ms=after_ms, spent_ms=60 * SECOND, ago_ms=0)
    assert set(marks()) == {""}


def test_a_flag_of_a_clock_that_runs_a_little_ahead_is_sent_again(at_table):
    tablet = at_table("1")
    tablet.live.now_ms += 59_990
    body = tablet.frame(r.Flag(), spent_ms=60 * SECOND, ago_ms=0)
    assert tablet.send(body).refused.code == "too-early"
    tablet.live.now_ms += 1_000
    assert tablet.send(body | {"ago_ms": 1_000}).seq == 2
    assert tablet.live.game.ending == "flag"


def test_what_is_not_believed_costs_no_game_by_itself(at_table):
    tablet = at_table("1")
    send(tablet, move("c1E", "X", 0), after_ms=600 * SECOND, spent_ms=1_000, ago_ms=0)
    assert (tablet.live.game.status, marks()[-1]) == ("running", "behind")
    assert tablet.live.state.clock.account("X").main_ms == 1


def test_a_tablet_that_slept_is_not_charged_for_the_time_in_which_it_was_not_heard(at_table):
    tablet = at_table("7")
    absences.note_absence(tablet.live.game_id, BEGIN_MS + 10 * SECOND)
    absences.end_absence(tablet.live.game_id, BEGIN_MS + 310 * SECOND)
    charged_ms = send(tablet, r.Pause("noise"), after_ms=311 * SECOND, spent_ms=11 * SECOND, ago_ms=0)
    assert charged_ms == 11 * SECOND


def test_a_wait_counts_only_as_far_as_the_tablet_was_away(at_table):
    tablet = at_table("7")
    absences.note_absence(tablet.live.game_id, BEGIN_MS + 50 * SECOND)
    absences.end_absence(tablet.live.game_id, BEGIN_MS + 60 * SECOND)
    charged_ms = send(tablet, move("c1E", "X", 0), after_ms=60 * SECOND, spent_ms=0, ago_ms=60 * SECOND)
    assert charged_ms == 45 * SECOND
    assert marks()[-1] == "behind"


def test_a_result_that_rests_on_an_impossible_time_waits_for_the_arbiter(at_table):
    tablet = at_table("7")
    send(tablet, move("c1E", "X", 0), after_ms=200, spent_ms=60 * SECOND)
    send(tablet, r.Resign(Seat.O), after_ms=1_000, spent_ms=1_000)
    game = tablet.live.game
    assert game.status == "over"
    assert offline_review.waits_for_review(game)
    assert offline_review.approve(game.pk, ARBITER)
    assert not offline_review.waits_for_review(game)


@pytest.mark.parametrize("unlocked", [None, "offline"])
def test_a_flag_does_not_hide_its_time_behind_a_pin(at_table, unlocked):
    tablet = at_table("1")
    send(tablet, r.Flag(), after_ms=61 * SECOND, spent_ms=70 * SECOND, unlocked=unlocked)
    assert marks()[-1] == "ahead"
    assert offline_review.waits_for_review(tablet.live.game)


@pytest.mark.parametrize("claimed_ms", [None, 0, 4 * SECOND, 440 * SECOND])
def test_no_claim_of_a_phone_is_believed_beyond_the_measured_round_trip(opened, claimed_ms):
    live = opened("7", keeper="server").start()
    live.granted(live.make("c1E", spent_ms=claimed_ms, round_trip_ms=MOST_MS), 5 * SECOND)
    charged_ms = live.state.clock.account("X").spent_ms
    assert 5 * SECOND - MOST_MS <= charged_ms <= 5 * SECOND


@pytest.mark.parametrize("field", ["ago_ms", "unlocked", "generation", "instruction", "tab", "n"])
def test_a_phone_gains_nothing_by_the_fields_of_a_tablet(opened, field):
    live = opened("7", keeper="server").start()
    body = request_json(live.make("c1E")) | {"nonce": "a-1", field: 7 if field not in TEXTS else "offline"}
    frame = parse(body)
    live.granted(frame.ask, 5 * SECOND, body=frame.body, entry=frame.entry)
    assert live.state.clock.account("X").spent_ms == 5 * SECOND


@pytest.mark.parametrize("stalls_s", [[6, 6, 6], [7]])
def test_a_stall_of_the_server_marks_no_tablet(at_table, stalls_s):
    """An entry that came during a stall is read after it, and the tablet does not know that it waited."""
    tablet, gaps = at_table("10"), Gaps()
    moved_ms = tablet.live.now_ms
    moves = (("a2N", "X"), ("a3E", "O"), ("b5S", "X"))
    for ply, (stall_s, (text, seat)) in enumerate(zip(stalls_s, moves, strict=False)):
        tablet.live.now_ms += 2 * SECOND
        spent_ms, moved_ms = tablet.live.now_ms - moved_ms, tablet.live.now_ms
        body = tablet.frame(move(text, seat, ply), spent_ms=spent_ms, ago_ms=0)
        tablet.live.now_ms += stall_s * SECOND
        gaps.note_stall(moved_ms, tablet.live.now_ms)
        tablet.live.now_ms += 10  # the stamp is taken when the frame is read
        before = tablet.live.state.clock.account(Seat(seat)).spent_ms
        assert tablet.send(body, gaps=gaps).refused is None
        assert tablet.live.state.clock.account(Seat(seat)).spent_ms - before == spent_ms
    assert set(marks()) == {""}
