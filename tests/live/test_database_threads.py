"""Test that games write in turn and are committed together, and that a failure affects one game."""

import asyncio
from functools import partial

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import DatabaseError, IntegrityError, connection, transaction

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.live import requests
from games.live.database_threads import Job, JobQueue, run_jobs
from games.models import Event, Game
from games.protocol.upward import parse
from games.referee import requests as r
from games.rules import Move, Seat
from games.services.late_entries import late_entries
from tests.games.conftest import Tablet, open_live


class Loop:
    """An event loop that notes whether the transaction was over when a result was delivered."""

    def __init__(self):
        self.delivered_within = []

    def create_future(self):
        return asyncio.Future(loop=self)

    def get_debug(self):
        return False

    def is_closed(self):
        return False

    def call_soon(self, *_, **__):
        pass

    def call_soon_threadsafe(self, answer):
        self.delivered_within.append(connection.in_atomic_block)
        answer()


def job(game_id, work=None):
    return Job(Loop(), game_id, work)


def taken(queue, times):
    """Take the jobs one after the other; return the games that they belong to."""
    seen = []
    for _ in range(times):
        jobs = queue.take_next()
        queue.finish(jobs)
        seen.append([each.game_id for each in jobs])
    return seen


def test_a_noisy_game_waits_for_itself_alone():
    queue = JobQueue(together=1)
    for game_id in (1, 1, 1, 1, 2, 3):
        queue.add(job(game_id))
    assert taken(queue, 6) == [[1], [2], [3], [1], [1], [1]]


def test_a_game_is_at_work_once_and_its_requests_stay_in_order():
    queue = JobQueue(together=8)
    first, second, other = job(1), job(1), job(2)
    for each in (first, second, other):
        queue.add(each)
    under_way = queue.take_next()
    assert under_way == [first, other]
    queue.add(job(3))
    assert [each.game_id for each in queue.take_next()] == [3]
    queue.finish(under_way)
    assert queue.take_next() == [second]


def test_what_belongs_to_no_game_is_done_alone_and_in_its_turn():
    queue = JobQueue(together=8)
    house = job(None)
    for each in (job(1), job(2), house, job(3)):
        queue.add(each)
    assert taken(queue, 3) == [[1, 2], [None], [3]]


def test_a_thread_that_waits_learns_that_nothing_comes_any_more():
    queue = JobQueue(together=8)
    queue.add(job(1))
    queue.close()
    assert taken(queue, 2) == [[1], []]


def outcomes(jobs):
    return [each.done.exception() or each.done.result() for each in jobs]


def moves(count):
    """Open so many games; return the first move of each as a job."""
    plays, loop = [open_live("10").start() for _ in range(count)], Loop()
    return plays, loop, [Job(loop, play.game_id, partial(play.move, "c1E")) for play in plays]


def at_the_table(tablet):
    """Return the scope of a socket whose device has opened the table's link."""
    session = SessionStore()
    session[SESSION_LINKS] = [links.make(SYSTEM, role="table", scope=tablet.live.game.scope).link.pk]
    session.save()
    return {"session": session, "address": "127.0.0.1"}


@pytest.mark.usefixtures("transactional_db")
class TestTogether:
    def test_answers_go_out_after_the_commit_of_all(self):
        plays, loop, jobs = moves(3)
        assert run_jobs(jobs)
        assert loop.delivered_within == [False] * 3
        assert [answer.seq for answer in outcomes(jobs)] == [2, 2, 2]
        assert [play.kinds for play in plays] == ["started moved"] * 3

    def test_a_refused_entry_is_stored_for_the_arbiter_as_if_it_had_come_alone(self):
        """Send it to the socket: the refusal is raised once all about it is stored."""
        loop, tablets = Loop(), [Tablet(open_live("10", keeper="table")).take() for _ in range(2)]
        for tablet in tablets:
            assert tablet.enter(r.Start()).seq == 1
        jobs = []
        for tablet, move in zip(tablets, ("c3E", "c1E"), strict=True):
            frame = parse(tablet.frame(r.MakeMove(Seat.X, 0, Move.parse(move)), 1_000))
            asked = (tablet.live.game_id, at_the_table(tablet), frame, tablet.live.now_ms, 0)
            jobs.append(Job(loop, tablet.live.game_id, partial(requests.record, *asked)))
        assert run_jobs(jobs), "a no is no failure of the database"
        refused, granted = outcomes(jobs)
        assert (refused.code, granted.seq) == ("not-on-edge", 2)
        late = late_entries(tablets[0].live.game_id).get()
        assert (late.n, late.code) == (2, "not-on-edge")
        following = tablets[0].enter(r.MakeMove(Seat.X, 0, Move.parse("c1E")), 1_000)
        assert following.seq == 2, "the table goes on with its next number"

    def test_one_that_fails_undoes_its_own_part_alone(self):
        plays, loop, jobs = moves(3)

        def half_and_no_more():
            with transaction.atomic():
                Game.objects.filter(pk=plays[1].game_id).update(topic="half")
                raise ZeroDivisionError

        jobs[1] = Job(loop, plays[1].game_id, half_and_no_more)
        assert run_jobs(jobs), "it is no failure of the database"
        assert [type(each).__name__ for each in outcomes(jobs)] == ["Answer", "ZeroDivisionError", "Answer"]
        assert [play.kinds for play in plays] == ["started moved", "started", "started moved"]
        assert plays[1].game.topic == ""

    def test_one_that_breaks_the_commit_harms_no_other(self):
        plays, loop, jobs = moves(3)

        def of_no_game():
            """Break a foreign key, which is checked at the end of the transaction."""
            Event.objects.create(
                game_id=10**9, seq=1, kind="", ply=0, at_ms=0, received_ms=0, actor="", data={}
            )

        jobs[1] = Job(loop, plays[1].game_id, of_no_game)
        assert not run_jobs(jobs)
        first, broken, last = outcomes(jobs)
        assert isinstance(broken, IntegrityError)
        assert (first.seq, last.seq) == (2, 2)
        assert [play.kinds for play in plays] == ["started moved", "started", "started moved"]

    def test_one_that_loses_the_transaction_harms_no_other(self):
        """Roll back as SQLite does when the disk is full."""
        plays, loop, jobs = moves(3)

        def undo_everything():
            connection.connection.rollback()
            raise DatabaseError("database or disk is full")

        jobs[1] = Job(loop, plays[1].game_id, undo_everything)
        assert not run_jobs(jobs)
        first, failed, last = outcomes(jobs)
        assert isinstance(failed, DatabaseError)
        assert (first.seq, last.seq) == (2, 2)
        assert [play.kinds for play in plays] == ["started moved", "started", "started moved"]
