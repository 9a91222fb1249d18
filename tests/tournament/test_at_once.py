"""Two organisers at once, and pairing in a process of its own: real threads, real commits."""

import os
import threading
import time

import pytest
from django.db import DatabaseError

from games.models import Action
from games.snapshot import snapshot
from games.timekeeping import now_ms
from tests.at_once import PATIENCE_S, together, wait_for_another
from tests.tournament.conftest import ORGANISER
from tournament.formats import engine
from tournament.models import Match, PairingJob, Round
from tournament.services import locking
from tournament.services.entries import attendance
from tournament.services.faults import NotDone
from tournament.services.pairing import drafts, jobs, tasks
from tournament.services.results import entering
from tournament.services.rounds import lifecycle

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """What became of each, in order of the words: done, or the code of its refusal."""
    return sorted(_word(result) for result in together(*calls))


def _word(result):
    if isinstance(result, Exception) and not isinstance(result, NotDone):
        raise result
    return result.code if isinstance(result, NotDone) else "done"


def wait_for(e):
    deadline = time.monotonic() + 60
    while PairingJob.objects.get(stage=e.stage).ended_ms is None:
        assert time.monotonic() < deadline, "the job never ended"
        time.sleep(0.02)
    return jobs.progress(e.stage, now_ms=now_ms())


@pytest.fixture(autouse=True)
def _no_job_outlives_its_test(transactional_db):
    yield
    for thread in threading.enumerate():
        if thread.name.startswith("pairing-"):
            thread.join(60)


@pytest.fixture
def slow_engine(monkeypatch, tmp_path):
    """An engine that thinks until it is killed, and leaves a note of its process."""
    note = tmp_path / "pid"
    script = f"import os, time; open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    monkeypatch.setattr(engine, "command", lambda: ["python3", "-c", script])
    return note


def test_drafting_at_once_makes_one_draft_and_tells_the_other(event):
    e = event("A B C D", planned_rounds=3)
    told = at_once(*[lambda: drafts.draft(actor=ORGANISER, stage=e.stage)] * 2)
    assert told == ["already-drafted", "done"]
    assert Round.objects.count() == 1
    assert Match.objects.count() == 2


def test_publishing_at_once_publishes_once_and_tells_the_other(event):
    e = event("A B C D", planned_rounds=3)
    draft = e.draft()
    told = at_once(
        *[lambda: lifecycle.publish(actor=ORGANISER, round_=draft, version=draft.version, now_ms=1)] * 2
    )
    assert told == ["already-published", "done"]
    assert Action.objects.filter(verb="publish").count() == 1


def test_without_the_lock_both_would_publish(event):
    """The race that the lock is for: both read the draft before either writes."""
    e = event("A B C D", planned_rounds=3)
    draft = e.draft()

    def publish_unguarded():
        seen = Round.objects.get(pk=draft.pk)
        wait_for_another()
        if seen.status != "draft":
            raise NotDone("already-published", round=1)
        Round.objects.filter(pk=draft.pk).update(status="published", published_ms=1)

    assert at_once(publish_unguarded, publish_unguarded) == ["done", "done"]


def test_swapping_while_another_publishes_never_changes_what_was_published(event):
    e = event("A B C D", planned_rounds=3)
    draft = e.draft()
    one, other = (match.first_id for match in e.matches(draft))
    told = at_once(
        lambda: lifecycle.publish(actor=ORGANISER, round_=draft, version=draft.version, now_ms=1),
        lambda: drafts.swap(actor=ORGANISER, round_=draft, version=draft.version, one=one, other=other),
    )
    assert told in (["done", "not-a-draft"], ["changed-meanwhile", "done"])


def test_a_page_shows_one_moment_whatever_is_drafted_meanwhile(event):
    e = event("A B C D", planned_rounds=3)
    with snapshot():
        assert Round.objects.count() == 0
        assert at_once(lambda: drafts.draft(actor=ORGANISER, stage=e.stage)) == ["done"]
        assert (Round.objects.count(), Match.objects.count()) == (0, 0)
    assert (Round.objects.count(), Match.objects.count()) == (1, 2)


def test_a_page_that_only_looks_cannot_write(event):
    e = event("A B", planned_rounds=1)
    with pytest.raises(DatabaseError, match=r"read-?only"), snapshot():
        e.stage.save()
    e.stage.save()


def test_typing_a_result_at_once_counts_once(event):
    e = event("A B", planned_rounds=1)
    match = e.matches(e.publish())[0]
    first_wins, draw = entering.read_typed("1"), entering.read_typed("=")
    told = at_once(
        lambda: entering.type_result(actor=ORGANISER, match=match, outcome=first_wins, now_ms=1),
        lambda: entering.type_result(actor=ORGANISER, match=match, outcome=draw, now_ms=1),
    )
    assert told == ["already-decided", "done"]


def test_a_pairing_worked_out_from_an_older_state_is_not_applied(event):
    e = event("A B C D", planned_rounds=3)
    task = drafts.prepare(actor=ORGANISER, stage=e.stage)
    solved = tasks.solve(task)
    attendance.announce_absence(actor=ORGANISER, entrant=e.entrants["A"], stage=e.stage, number=1)
    with pytest.raises(NotDone) as no:
        drafts.apply(actor=ORGANISER, task=task, solved=solved)
    assert no.value.code == "changed-meanwhile"
    assert not Match.objects.exists()


def test_a_job_pairs_in_a_process_of_its_own_like_the_direct_way(event):
    e = event("A B C D E F", planned_rounds=3)
    jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms())
    shown = wait_for(e)
    assert (shown.fault, shown.cancelled) == (None, False)
    by_job = e.names(e.matches(Round.objects.get()))
    drafts.discard(actor=ORGANISER, round_=Round.objects.get(), version=1)
    assert e.names(e.matches(e.draft())) == by_job


def test_a_draft_is_paired_again_by_a_job_with_who_came_since(event):
    e = event("A B C", planned_rounds=3)
    draft = e.draft()
    e.enter("D")
    jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms(), round_=draft)
    assert wait_for(e).fault is None
    assert len(e.matches(Round.objects.get())) == 2


def test_a_draft_that_was_discarded_meanwhile_does_not_come_back(event):
    e = event("A B C D", planned_rounds=3)
    draft = e.draft()
    task = drafts.prepare_again(round_=draft, version=draft.version)
    drafts.discard(actor=ORGANISER, round_=draft, version=draft.version)
    with pytest.raises(NotDone) as no:
        drafts.apply(actor=ORGANISER, task=task, solved=tasks.solve(task), version=draft.version)
    assert no.value.code == "changed-meanwhile"
    assert not Round.objects.exists()


def test_a_cancelled_job_leaves_nothing_and_its_process_is_gone(event, slow_engine):
    e = event("A B C D", planned_rounds=3)
    jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms())
    with pytest.raises(NotDone) as no:
        jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms())
    assert no.value.code == "already-pairing"
    while not (slow_engine.exists() and slow_engine.read_text()):
        time.sleep(0.01)
    assert jobs.progress(e.stage, now_ms=now_ms()).running
    assert jobs.cancel(actor=ORGANISER, stage=e.stage)
    assert not jobs.progress(e.stage, now_ms=now_ms()).running
    assert not jobs.cancel(actor=ORGANISER, stage=e.stage)
    shown = wait_for(e)
    assert shown.cancelled
    assert not Round.objects.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(int(slow_engine.read_text()), 0)


def test_an_answer_that_comes_after_the_cancelling_is_thrown_away(event, monkeypatch):
    """Cancelled between the engine's last word and the writing of the draft."""
    e = event("A B C D", planned_rounds=3)
    asked = jobs._ask

    def ask_and_be_cancelled(*args):
        rows = asked(*args)
        jobs.cancel(actor=ORGANISER, stage=e.stage)
        return rows

    monkeypatch.setattr(jobs, "_ask", ask_and_be_cancelled)
    jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms())
    assert wait_for(e).cancelled
    assert not Round.objects.exists()


def test_after_a_cancelled_job_another_one_starts_at_once(event, slow_engine, monkeypatch):
    e = event("A B C D", planned_rounds=3)
    jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms())
    jobs.cancel(actor=ORGANISER, stage=e.stage)
    monkeypatch.undo()
    jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms())
    assert wait_for(e).fault is None
    assert Round.objects.get().number == 1


def test_a_job_that_finds_no_pairing_says_so_and_the_least_rematches_are_offered(event):
    e = event("A B", planned_rounds=3)
    e.play(e.publish())
    jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms())
    assert wait_for(e).fault[0] == "no-legal-pairing"
    jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms(), breaking_rules=True)
    assert wait_for(e).fault is None
    assert Round.objects.count() == 2


def test_a_job_whose_server_died_gives_way(event):
    e = event("A B C D", planned_rounds=3)
    long_ago = now_ms() - 60_000
    PairingJob.objects.create(stage=e.stage, number=1, started_ms=long_ago, beat_ms=long_ago)
    assert not jobs.progress(e.stage, now_ms=now_ms()).running
    jobs.start(actor=ORGANISER, stage=e.stage, now_ms=now_ms())
    assert wait_for(e).fault is None


def test_the_tournament_is_locked_while_it_is_changed(event):
    """The second change waits for the first: it sees what the first wrote."""
    e = event("A B", planned_rounds=1)
    inside, order = threading.Event(), []

    def slow():
        with locking.changing(e.tournament.pk):
            inside.set()
            wait_for_another()
            order.append("slow")

    def quick():
        inside.wait(PATIENCE_S)
        with locking.changing(e.tournament.pk):
            order.append("quick")

    assert at_once(slow, quick) == ["done", "done"]
    assert order == ["slow", "quick"]
