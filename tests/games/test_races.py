"""Test two at once: the first counts, the other is answered, and the log stays whole."""

import threading
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, transaction

from games.access.permissions import NotAllowed
from games.models import Game, LateEntry, Request, ServerProcess
from games.referee import requests as r
from games.rules import Move, Seat
from games.services import locked_game, lost_time, recording
from games.services.custody import holder_of, take_custody
from games.services.late_entries import adopt
from games.signals import game_over
from tests.games.conftest import ARBITER, TABLE, Tablet, mark_flag, open_live
from tests.games.race import ObservedLock, run_together, wait_for_another

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture(autouse=True)
def reporting_lock(monkeypatch):
    """Report who waits: on SQLite the writers of a process queue at a lock."""
    monkeypatch.setattr(locked_game, "_WRITER_LOCK", ObservedLock(locked_game._WRITER_LOCK))


@pytest.fixture
def reading_at_once(monkeypatch):
    """Make a thread that has read the game wait until the other has, or waits for the lock."""
    read = locked_game.LockedGame.__init__

    def read_and_wait(self, game):
        read(self, game)
        wait_for_another()

    monkeypatch.setattr(locked_game.LockedGame, "__init__", read_and_wait)


def code_of(answer):
    return answer.refused.code if answer.refused else "granted"


def two_moves(play):
    one, other = play.make("c1E"), play.make("c1W")
    return run_together(lambda: play.ask(one, nonce="one"), lambda: play.ask(other, nonce="other"))


def test_of_two_devices_that_move_at_once_one_is_refused_as_too_late(reading_at_once):
    play = open_live("10", topic="tournament:1").start()
    assert sorted(map(code_of, two_moves(play))) == ["granted", "wrong-ply"]
    assert play.kinds == "started moved"
    assert Request.objects.filter(nonce__in=["one", "other"]).count() == 2


def test_without_the_lock_one_of_them_would_get_no_answer(reading_at_once, monkeypatch):
    play = open_live("10").start()

    @contextmanager
    def unguarded(game_id):
        locked = locked_game.LockedGame(Game.objects.get(pk=game_id))
        yield locked
        locked.close()

    monkeypatch.setattr(recording, "lock_game", unguarded)
    results = two_moves(play)
    assert sum(isinstance(result, IntegrityError) for result in results) == 1
    # Only the constraint on (game, seq) kept the log whole; the second player was left without a word.
    assert play.kinds == "started moved"


def test_the_same_nonce_at_once_is_one_event_and_one_answer(reading_at_once):
    play = open_live("10").start()
    move = play.make("c1E")
    answers = run_together(*[lambda: play.ask(move, nonce="same")] * 2)
    assert [answer.seq for answer in answers] == [2, 2]
    assert sorted(answer.repeated for answer in answers) == [False, True]
    assert play.kinds == "started moved"


def test_a_flag_against_a_move_ends_in_one_of_the_two(reading_at_once):
    play = open_live("1").start()
    deadline_ms = play.game.deadline
    move = play.make("c1E")
    play.now_ms = play.state.clock.deadline_ms - 1  # stamped in time, then late at the lock
    answer, flagged = run_together(
        lambda: play.ask(move, nonce="move"), lambda: mark_flag(play.game_id, deadline_ms)
    )
    outcomes = {("granted", False): "started moved", ("game-over", True): "started flagged"}
    assert play.kinds == outcomes[code_of(answer), flagged]


def test_flagging_twice_at_once_is_harmless(reading_at_once):
    play = open_live("1").start()
    deadline_ms = play.game.deadline
    flagged = run_together(*[lambda: mark_flag(play.game_id, deadline_ms)] * 2)
    assert sorted(flagged) == [False, True]
    assert play.kinds == "started flagged"


def test_custody_taken_while_entries_arrive_loses_none_of_them():
    live = open_live("10", keeper="table")
    tablet = Tablet(live).take()
    tablet.enter(r.Start())
    texts = ["c1E", "a1N", "e5S", "a5E", "c1W", "e3W"]
    queue = [
        tablet.frame(r.MakeMove(Seat("XO"[ply % 2]), ply, Move.parse(text)), 1_000)
        for ply, text in enumerate(texts)
    ]
    sent, some_arrived = [], threading.Event()

    def send_all():
        for body in queue:
            sent.append(code_of(tablet.send(body)))
            if len(sent) == 2:
                some_arrived.set()

    def take():
        some_arrived.wait(timeout=10)
        return take_custody(live.game_id, "tab-2", ARBITER, now_ms=live.now_ms)

    _, custody = run_together(send_all, take)
    assert custody.epoch == 2
    recorded = sent.count("granted")
    assert recorded >= 2
    assert sent == ["granted"] * recorded + ["old-epoch"] * (len(texts) - recorded)
    assert LateEntry.objects.count() == len(texts) - recorded
    assert live.kinds == " ".join(["started", *["moved"] * recorded, "paused"])
    if recorded < len(texts):
        assert adopt(live.game_id, 1, ARBITER, now_ms=live.now_ms) == len(texts) - recorded
    assert live.game.ply == len(texts)


def test_two_tabs_that_take_a_game_at_once_get_an_epoch_each(reading_at_once):
    live = open_live("10", keeper="table")
    custodies = run_together(
        lambda: take_custody(live.game_id, "tab-1", ARBITER),
        lambda: take_custody(live.game_id, "tab-2", ARBITER),
    )
    assert sorted(custody.epoch for custody in custodies) == [1, 2]
    last = max(custodies, key=lambda custody: custody.epoch)
    assert holder_of(live.game) == last.holder


def test_of_two_tables_that_find_a_game_without_a_keeper_one_gets_it(reading_at_once):
    live = open_live("10", keeper="table", casual=False)

    def take(tab):
        try:
            return take_custody(live.game_id, tab, TABLE).holder
        except NotAllowed as refused:
            return refused.code

    answers = run_together(lambda: take("tab-1"), lambda: take("tab-2"))
    assert sorted(answers) == ["pin-needed", holder_of(live.game)]


def test_many_games_move_at_once_and_every_move_is_answered():
    plays = [open_live("10").start() for _ in range(8)]
    calls = [lambda play=play: [play.move(text).seq for text in ("c1E", "a1N", "e5S")] for play in plays]
    assert run_together(*calls) == [[2, 3, 4]] * 8


def test_a_receiver_of_the_end_may_write_before_the_queue_has_moved_on():
    play, other = open_live("10").start(), open_live("10")
    answers = []

    def start_the_next_game(sender, game_id, **_):
        answers.append(other.granted(r.Start()).seq)

    game_over.connect(start_the_next_game)
    try:
        (result,) = run_together(lambda: resign_within_a_transaction(play))
    finally:
        game_over.disconnect(start_the_next_game)
    assert (result.seq, answers) == (2, [1])


def resign_within_a_transaction(play):
    with locked_game.queue_of_writers(), transaction.atomic():
        return play.granted(r.Resign(Seat.X))


def test_no_process_marks_a_flag_while_another_one_credits_an_outage(monkeypatch):
    play = open_live("1").start()
    ServerProcess.objects.create(name="gone", started_ms=play.now_ms, beat_ms=play.now_ms)
    late_ms = play.now_ms + 3_600_000
    settle, beginning = lost_time.settle, threading.Event()

    def settle_meanwhile(*given):
        beginning.set()
        wait_for_another()  # who would mark the flag now, were it not made to wait
        return settle(*given)

    monkeypatch.setattr(lost_time, "settle", settle_meanwhile)

    def another_process():
        beginning.wait()
        process = lost_time.Process(lambda: late_ms + 10)
        return process.start(), process.mark_flag(play.game_id)

    assert run_together(lost_time.Process(lambda: late_ms).start, another_process)[1] == (True, False)
    assert (play.game.status, play.game.ending) == ("paused", "")
