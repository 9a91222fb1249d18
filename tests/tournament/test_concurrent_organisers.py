"""Two organisers at once: real threads, real commits."""

import threading

import pytest
from django.db import DatabaseError

from games.models import Action
from games.snapshot import snapshot
from tests.games.race import PATIENCE_S, run_together, wait_for_another
from tests.tournament.conftest import ORGANISER
from tournament.models import Match, Round
from tournament.services import locking
from tournament.services.entries import attendance
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts, tasks
from tournament.services.results import entering
from tournament.services.rounds import lifecycle
from tournament.services.stages import stage_record

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """Run calls at once; return for each, in order of the words, done or the code of its refusal."""
    return sorted(_word(result) for result in run_together(*calls))


def _word(result):
    if isinstance(result, Exception) and not isinstance(result, StepRefused):
        raise result
    return result.code if isinstance(result, StepRefused) else "done"


def test_drafting_at_once_makes_one_draft_and_tells_the_other(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    told = at_once(*[lambda: drafts.draft(actor=ORGANISER, stage=e.stage)] * 2)
    assert told == ["already-drafted", "done"]
    assert Round.objects.count() == 1
    assert Match.objects.count() == 2


def test_publishing_at_once_publishes_once_and_tells_the_other(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    draft = e.draft()
    told = at_once(
        *[lambda: lifecycle.publish(actor=ORGANISER, round_=draft, version=draft.version, now_ms=1)] * 2
    )
    assert told == ["already-published", "done"]
    assert Action.objects.filter(verb="publish").count() == 1


def test_without_the_lock_both_would_publish(make_tournament):
    """The race against which the lock protects: both read the draft before either writes."""
    e = make_tournament("A B C D", planned_rounds=3)
    draft = e.draft()

    def publish_unguarded():
        seen = Round.objects.get(pk=draft.pk)
        wait_for_another()
        if seen.status != "draft":
            raise StepRefused("already-published", round=1)
        Round.objects.filter(pk=draft.pk).update(status="published", published_ms=1)

    assert at_once(publish_unguarded, publish_unguarded) == ["done", "done"]


def test_swapping_while_another_publishes_never_changes_what_was_published(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    draft = e.draft()
    one, other = (match.first_id for match in e.matches(draft))
    told = at_once(
        lambda: lifecycle.publish(actor=ORGANISER, round_=draft, version=draft.version, now_ms=1),
        lambda: drafts.swap(actor=ORGANISER, round_=draft, version=draft.version, one=one, other=other),
    )
    assert told in (["done", "not-a-draft"], ["changed-meanwhile", "done"])


def test_a_page_shows_one_moment_while_a_round_is_drafted(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    with snapshot():
        assert Round.objects.count() == 0
        assert at_once(lambda: drafts.draft(actor=ORGANISER, stage=e.stage)) == ["done"]
        assert (Round.objects.count(), Match.objects.count()) == (0, 0)
    assert (Round.objects.count(), Match.objects.count()) == (1, 2)


def test_a_page_that_only_looks_cannot_write(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    with pytest.raises(DatabaseError, match=r"read-?only"), snapshot():
        e.stage.save()
    e.stage.save()


def test_typing_a_result_at_once_counts_once(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    match = e.matches(e.publish())[0]
    first_wins, draw = entering.read_typed("1"), entering.read_typed("=")
    told = at_once(
        lambda: entering.type_result(actor=ORGANISER, match=match, outcome=first_wins, now_ms=1),
        lambda: entering.type_result(actor=ORGANISER, match=match, outcome=draw, now_ms=1),
    )
    assert told == ["already-decided", "done"]


def test_a_pairing_worked_out_from_an_older_state_is_not_applied(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    task = drafts.prepare(actor=ORGANISER, stage=e.stage)
    solved = tasks.solve(task)
    attendance.announce_absence(
        kind="absent", actor=ORGANISER, entrant=e.entrants["A"], stage=e.stage, number=1
    )
    with pytest.raises(StepRefused) as no:
        drafts.apply(actor=ORGANISER, task=task, solved=solved)
    assert no.value.code == "changed-meanwhile"
    assert not Match.objects.exists()


def test_a_draft_that_was_discarded_meanwhile_does_not_come_back(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    draft = e.draft()
    task = tasks.task_for(stage_record.read(e.stage))
    drafts.discard(actor=ORGANISER, round_=draft, version=draft.version)
    with pytest.raises(StepRefused) as no:
        drafts.apply(actor=ORGANISER, task=task, solved=tasks.solve(task), version=draft.version)
    assert no.value.code == "changed-meanwhile"
    assert not Round.objects.exists()


def test_the_tournament_is_locked_while_it_is_changed(make_tournament):
    """The second change waits for the first: it sees what the first wrote."""
    e = make_tournament("A B", planned_rounds=1)
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
