"""A round that is undone, or whose pairing fails, leaves no incomplete rows."""

import pytest

from games.models import Action
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.formats.pairing import NoLegalPairing
from tournament.models import Match, Round, StageEntry
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts, tasks
from tournament.services.rounds import lifecycle
from tournament.services.stages import stage_record


def test_an_undone_round_is_paired_again_and_kept_in_the_log(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    e.play(e.publish())
    second = e.publish()
    e.play(second)
    lifecycle.undo(actor=ORGANISER, round_=second, now_ms=e.now_ms)
    assert own_rows(Round).count() == 1
    kept = Action.objects.get(verb="undo_round").before
    assert len(kept["pairs"]) == 2
    assert all(row[3] for row in kept["pairs"]), "results are in the log"
    again = e.publish()
    assert again.number == 2


def test_only_the_last_round_is_undone(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    first = e.publish()
    e.play(first)
    e.publish()
    with pytest.raises(StepRefused) as no:
        lifecycle.undo(actor=ORGANISER, round_=first, now_ms=e.now_ms)
    assert no.value.code == "not-last-round"


def test_a_failed_pairing_leaves_nothing_half_made(make_tournament):
    e = make_tournament("A B C", planned_rounds=5)
    for _ in range(3):
        e.play(e.publish())
    before = (own_rows(Round).count(), own_rows(Match).count(), own_rows(StageEntry).count())
    with pytest.raises(NoLegalPairing):
        e.draft()
    assert (own_rows(Round).count(), own_rows(Match).count(), own_rows(StageEntry).count()) == before
    offered = e.draft(breaking_rules=True)
    assert any("met" in str(why) for m in e.matches(offered) for why in stage_record.reasons_of(m))


def test_a_failure_while_writing_leaves_nothing_half_made(make_tournament, monkeypatch):
    e = make_tournament("A B C D", planned_rounds=3)
    task = drafts.prepare(actor=ORGANISER, stage=e.stage)
    solved = tasks.solve(task)
    monkeypatch.setattr(drafts.locking, "pairs_for_log", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        drafts.apply(actor=ORGANISER, task=task, solved=solved)
    assert not own_rows(Round).exists()
    assert not own_rows(Match).exists()


def test_who_came_in_an_undone_round_takes_part_when_it_is_paired_again(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    first = e.publish()
    late = e.enter("E")
    lifecycle.undo(actor=ORGANISER, round_=first, now_ms=e.now_ms)
    again = e.publish()
    assert late.pk in {pk for match in e.matches(again) for pk in match.entrant_ids}
