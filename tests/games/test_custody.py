"""Test a table's game: one tab writes; its times are checked; nothing that was played is lost."""

import pytest

from games import timekeeping
from games.access.permissions import NotAllowed
from games.models import Action, Event, Game, LateEntry
from games.protocol.upward import TableEntry
from games.referee import requests as r
from games.rules import Move, Seat
from games.services import absences
from games.services.absences import note_absence
from games.services.custody import holder_of, take_custody
from games.services.faults import NotRecorded
from games.services.late_entries import adopt, late_entries
from tests.databases import own_rows
from tests.games.conftest import ARBITER, BEGIN_MS, TABLE, Tablet


def move(text, seat, ply):
    return r.MakeMove(Seat(seat), ply, Move.parse(text))


def test_the_table_charges_what_its_own_clock_says(at_table):
    tablet = at_table("10+5")
    body = tablet.frame(move("c1E", "X", 0), 4_000)
    absences.note_absence(tablet.live.game_id, BEGIN_MS + 3_000)
    tablet.live.now_ms += 60_000  # a minute without Wi-Fi counts for no player
    assert tablet.send(body).seq == 2
    assert tablet.live.state.clock.account("X").main_ms == 601_000
    event = own_rows(Event).get(seq=2)
    assert (event.at_ms, event.received_ms) == (BEGIN_MS + 4_000, BEGIN_MS + 64_000)


def test_no_deadline_stands_where_the_table_keeps_the_time(at_table):
    tablet = at_table("1")
    assert tablet.live.game.deadline is None
    assert not Game.objects.due(BEGIN_MS + 10**9)


def test_a_queue_of_ten_minutes_arrives_in_order_with_the_clocks_it_was_played_with(at_table):
    tablet = at_table("10+5")
    absences.note_absence(tablet.live.game_id, BEGIN_MS)
    queue = [
        tablet.frame(move(text, "XO"[ply % 2], ply), 100_000)
        for ply, text in enumerate(["c1E", "a1N", "e5S", "a5E", "c1W", "e3W"])
    ]
    answers = [tablet.send(body | {"ago_ms": 100_000 * (5 - ply)}) for ply, body in enumerate(queue)]
    assert [answer.seq for answer in answers] == [2, 3, 4, 5, 6, 7]
    assert tablet.live.state.clock.account("X").main_ms == 600_000 - 3 * 95_000
    assert not own_rows(Event).exclude(suspect="").exists()


def test_a_repeated_entry_is_answered_as_the_first_time(at_table):
    tablet = at_table()
    body = tablet.frame(move("c1E", "X", 0), 1_000)
    first = tablet.send(body)
    again = tablet.send(body | {"ago_ms": 5_000})
    assert (again.seq, again.repeated) == (first.seq, True)
    other_nonce = tablet.send(body | {"nonce": "another"})
    assert (other_nonce.seq, other_nonce.repeated) == (first.seq, True)
    assert tablet.live.kinds == "started moved"


def test_another_entry_of_the_same_number_is_refused(at_table):
    tablet = at_table()
    body = tablet.frame(move("c1E", "X", 0), 1_000)
    tablet.send(body)
    assert tablet.send(body | {"nonce": "other", "move": "c1W"}).refused.code == "entry-differs"


def test_a_gap_is_refused_until_the_missing_entry_has_come(at_table):
    tablet = at_table()
    first = tablet.frame(move("c1E", "X", 0), 1_000)
    second = tablet.frame(move("a1N", "O", 1), 1_000)
    refused = tablet.send(second).refused
    assert (refused.code, refused.params) == ("entry-gap", {"expected": 2})
    assert tablet.send(first).seq == 2
    assert tablet.send(second).seq == 3


def test_the_table_sends_its_flag_and_the_server_checks_the_arithmetic(at_table):
    tablet = at_table("1")
    assert tablet.enter(r.Flag(), 59_999).refused.code == "not-fallen"
    assert tablet.enter(r.Flag(), 1).seq == 2
    assert (tablet.live.game.winner, tablet.live.game.ending) == ("O", "flag")


def test_a_refused_entry_is_stored_for_the_arbiter_and_counts_in_the_numbering(at_table):
    tablet = at_table()
    assert tablet.enter(move("c3E", "X", 0), 1_000).refused.code == "not-on-edge"
    late = late_entries(tablet.live.game_id).get()
    assert (late.n, late.code, late.body["move"]) == (2, "not-on-edge", "c3E")
    assert tablet.enter(move("c1E", "X", 0), 1_000).seq == 2


def test_a_move_from_elsewhere_is_refused_while_the_table_keeps_the_game(at_table):
    tablet = at_table()
    assert tablet.live.refusal(move("c1E", "X", 0)) == "table-keeps"


def test_an_entry_of_another_tab_is_refused(at_table):
    tablet = at_table()
    body = tablet.frame(move("c1E", "X", 0), 1_000)
    assert tablet.send(body | {"tab": "tab-2"}).refused.code == "not-holder"
    assert tablet.send(body).seq == 2


def test_without_custody_no_entry_counts(opened):
    tablet = Tablet(opened(keeper="table"), epoch=1)
    assert tablet.enter(r.Start()).refused.code == "no-custody"


def test_the_players_own_devices_have_no_custody(opened):
    play = opened(keeper="server").start()
    with pytest.raises(NotRecorded) as refused:
        take_custody(play.game_id, "tab-1", ARBITER)
    assert refused.value.code == "server-keeps"
    entry = TableEntry(epoch=1, n=1)
    for _ in range(2):  # the number of an entry is nothing that could be used up here
        assert play.refusal(play.make("c1E"), entry=entry) == "server-keeps"


# ---- times that cannot be


def test_more_time_than_has_passed_is_marked_for_the_arbiter(at_table):
    tablet = at_table("10")
    body = tablet.frame(move("c1E", "X", 0), 60_000)
    tablet.send(body, at_ms=BEGIN_MS + 10_000)
    assert own_rows(Event).get(seq=2).suspect == "ahead"
    assert tablet.live.game.status == "running"


def test_less_time_than_has_passed_is_marked_when_the_table_says_that_it_was_just_now(at_table):
    tablet = at_table("10")
    body = tablet.frame(move("c1E", "X", 0), 10_000, ago_ms=0)
    tablet.send(body, at_ms=BEGIN_MS + 60_000)
    assert own_rows(Event).get(seq=2).suspect == "behind"


def test_an_entry_that_waited_for_the_network_is_not_suspect(at_table):
    tablet = at_table("10")
    absences.note_absence(tablet.live.game_id, BEGIN_MS + 8_000)
    body = tablet.frame(move("c1E", "X", 0), 10_000, ago_ms=50_000)
    tablet.send(body, at_ms=BEGIN_MS + 60_000)
    assert own_rows(Event).get(seq=2).suspect == ""


def test_an_old_difference_is_marked_once(at_table):
    tablet = at_table("10")
    tablet.send(tablet.frame(move("c1E", "X", 0), 60_000), at_ms=BEGIN_MS + 10_000)
    tablet.send(tablet.frame(move("a1N", "O", 1), 5_000), at_ms=BEGIN_MS + 15_000)
    assert list(own_rows(Event).order_by("seq").values_list("suspect", flat=True)) == ["", "ahead", ""]


# ---- changing hands


def test_a_table_takes_a_game_without_a_keeper_and_no_game_that_another_tab_keeps(opened):
    play = opened(keeper="table", casual=False)
    take_custody(play.game_id, "tab-1", TABLE)
    with pytest.raises(NotAllowed) as refused:
        take_custody(play.game_id, "tab-2", TABLE)
    assert refused.value.code == "pin-needed"
    assert holder_of(play.game) == "tab-1"
    assert take_custody(play.game_id, "tab-2", ARBITER).epoch == 2


def test_a_tab_that_asks_again_keeps_the_game_as_it_was(at_table):
    tablet = at_table()
    tablet.enter(move("c1E", "X", 0), 1_000)
    again = take_custody(tablet.live.game_id, "tab-1", ARBITER)
    assert (again.epoch, again.n) == (1, 2)
    assert tablet.live.kinds == "started moved"


def test_another_tab_pauses_the_game_and_the_turn_is_charged_until_then(at_table):
    tablet = at_table("10")
    tablet.enter(move("c1E", "X", 0), 4_000)
    tablet.live.now_ms += 30_000
    other = Tablet(tablet.live, "tab-2").take()
    assert (other.epoch, other.n) == (2, 0)
    assert tablet.live.kinds == "started moved paused"
    state = tablet.live.state
    assert state.clock.pauses == {"custody"}
    assert state.clock.account("O").main_ms == 570_000
    assert own_rows(Event).get(kind="paused").at_ms == BEGIN_MS + 34_000


def test_a_tablet_that_is_away_kept_the_clock_until_its_last_sign_of_life(at_table):
    tablet = at_table("10")
    tablet.enter(move("c1E", "X", 0), 4_000)
    note_absence(tablet.live.game_id, BEGIN_MS + 14_000)
    tablet.live.now_ms += 30_000
    Tablet(tablet.live, "tab-2").take()
    assert tablet.live.state.clock.account("O").main_ms == 590_000
    paused = own_rows(Event).get(kind="paused")
    assert (paused.at_ms, paused.received_ms) == (BEGIN_MS + 14_000, BEGIN_MS + 34_000)


def test_no_flag_falls_because_a_game_changes_its_tablet(at_table):
    tablet = at_table("1")
    tablet.live.now_ms += 90_000
    Tablet(tablet.live, "tab-2").take()
    assert tablet.live.game.status == "paused"
    assert tablet.live.state.clock.account("X").main_ms == 1


def test_a_game_that_the_desk_lets_go_on_is_charged_until_it_is_given_away(at_table):
    tablet = at_table("10")
    note_absence(tablet.live.game_id, BEGIN_MS)
    take_custody(tablet.live.game_id, "", ARBITER, now_ms=tablet.live.now_ms)
    tablet.live.granted(r.Resume("custody"), 5_000)
    tablet.live.now_ms += 20_000
    Tablet(tablet.live, "tab-2").take()
    assert tablet.live.state.clock.account("X").main_ms == 580_000


def test_entries_of_the_old_epoch_are_stored_and_change_nothing(at_table):
    tablet = at_table()
    body = tablet.frame(move("c1E", "X", 0), 1_000)
    Tablet(tablet.live, "tab-2").take()
    answer = tablet.send(body)
    assert answer.refused.code == "old-epoch"
    assert tablet.send(body).repeated
    assert [late.n for late in late_entries(tablet.live.game_id)] == [2]
    assert tablet.live.kinds == "started paused"


def test_the_new_tab_resumes_and_plays_on(at_table):
    tablet = at_table("10")
    tablet.enter(move("c1E", "X", 0), 4_000)
    other = Tablet(tablet.live, "tab-2").take()
    assert other.enter(r.Resume("custody"), 60_000).seq == 4
    other.spent_ms = 0
    assert other.enter(move("a1N", "O", 1), 7_000).seq == 5
    assert tablet.live.state.clock.account("O").main_ms == 593_000


def test_late_entries_are_adopted_while_the_new_epoch_has_no_move(at_table):
    tablet = at_table("10")
    tablet.enter(move("c1E", "X", 0), 4_000)
    queue = [
        tablet.frame(move("a1N", "O", 1), 7_000),
        tablet.frame(r.Offer(Seat.X), 2_000),
        tablet.frame(move("e5S", "X", 2), 3_000),
    ]
    note_absence(tablet.live.game_id, BEGIN_MS + 4_000)
    Tablet(tablet.live, "tab-2").take()
    for body in queue:
        assert tablet.send(body).refused.code == "old-epoch"
    assert adopt(tablet.live.game_id, 1, ARBITER, now_ms=tablet.live.now_ms) == 3
    live = tablet.live
    assert live.kinds == "started moved paused resumed moved offered moved paused"
    clock = live.state.clock
    assert (clock.account("X").main_ms, clock.account("O").main_ms) == (591_000, 593_000)
    assert clock.pauses == {"custody"}
    assert not late_entries(live.game_id).exists()
    assert Action.objects.get(verb="adopt_late_entries").after["entries"] == 3


def test_late_entries_are_not_adopted_once_the_new_epoch_has_moved(at_table):
    tablet = at_table()
    body = tablet.frame(move("c1E", "X", 0), 1_000)
    other = Tablet(tablet.live, "tab-2").take()
    other.enter(r.Resume("custody"))
    other.enter(move("c1W", "X", 0), 1_000)
    tablet.send(body)
    with pytest.raises(NotRecorded) as refused:
        adopt(tablet.live.game_id, 1, ARBITER)
    assert refused.value.code == "epoch-played"
    assert late_entries(tablet.live.game_id).count() == 1


def test_late_entries_that_do_not_follow_leave_the_game_as_it_was(at_table):
    tablet = at_table()
    tablet.frame(move("c1E", "X", 0), 1_000)  # lost with the device
    second = tablet.frame(move("a1N", "O", 1), 1_000)
    Tablet(tablet.live, "tab-2").take()
    tablet.send(second)
    with pytest.raises(NotRecorded) as refused:
        adopt(tablet.live.game_id, 1, ARBITER)
    assert refused.value.code == "too-late-to-adopt"
    assert tablet.live.kinds == "started paused"


def test_after_a_restored_backup_older_outboxes_become_late_entries(at_table):
    tablet = at_table()
    before = timekeeping.generation()
    body = tablet.frame(move("c1E", "X", 0), 1_000, generation=before)
    assert timekeeping.begin_generation(before) == before + 1
    assert tablet.send(body).refused.code == "old-generation"
    assert own_rows(LateEntry).get().generation == before
    fresh = tablet.send(body | {"nonce": "fresh", "generation": before + 1})
    assert fresh.seq == 2


# ---- the desk
