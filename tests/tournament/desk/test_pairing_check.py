"""Pairings explained at the desk: why a draft is as it is, and every round paired again to check it."""

import os

import pytest
from django.urls import reverse

from games.models import Action
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import look, press
from tournament.import_export.trf import from_stage, into_tournament
from tournament.models import Match, Round
from tournament.services.entries import attendance
from tournament.services.pairing import drafts

pytestmark = pytest.mark.django_db


def test_a_draft_says_which_system_paired_it(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=5)
    press(desk, "desk-draft", e.stage.pk)
    assert own_rows(Round).get().engine == "dutch"
    assert "Paired by the FIDE (Dutch) System." in look(desk, "desk-tournament", e.tournament.pk)


def test_a_draft_that_is_not_the_announced_system_says_so_to_all_who_look(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=5)
    for _ in range(3):
        e.play(e.publish())
    press(desk, "desk-draft", e.stage.pk, breaking_rules="yes")
    assert own_rows(Round).get(status="draft").engine == "least-harm"
    said = "Not paired by the FIDE (Dutch) System: no pairing keeps all its rules"
    assert said in look(desk, "desk-tournament", e.tournament.pk)
    draft = own_rows(Round).get(status="draft")
    press(desk, "desk-publish", draft.pk, version=draft.version)
    assert said in look(desk, "desk-pairing-check", e.stage.pk)
    assert "least-harm" in Action.objects.filter(verb="draft").latest("pk").note
    assert "no pairing of round 4" in look(desk, "desk-explained", draft.pk).lower()


def test_a_schedule_is_paired_by_no_engine(desk, make_tournament):
    e = make_tournament("A B C D", format="round-robin")
    press(desk, "desk-draft", e.stage.pk)
    assert own_rows(Round).get().engine == ""
    assert "FIDE (Dutch)" not in look(desk, "desk-tournament", e.tournament.pk)
    page = look(desk, "desk-pairing-check", e.stage.pk)
    assert "Nothing to check" in page
    assert 'aria-current="true">Results</a>' in page


def test_rounds_as_the_rules_pair_them_pass_the_check(desk, make_tournament):
    e = make_tournament("A B C D E F G", planned_rounds=5)
    for _ in range(3):
        e.play(e.publish())
    page = look(desk, "desk-pairing-check", e.stage.pk)
    assert "Every round is paired as the rules pair it." in page
    assert page.count("as the rules pair it<") == 3
    assert "Check the pairings" in look(desk, "desk-results", e.tournament.pk)


def test_rounds_after_a_withdrawal_pass_the_check_and_a_missing_row_is_no_error(desk, make_tournament):
    e = make_tournament("A B C D E F", planned_rounds=5)
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["F"])
    round_ = e.publish()
    e.play(round_)
    assert look(desk, "desk-pairing-check", e.stage.pk).count("as the rules pair it<") == 2
    round_.matches.filter(first=e.entrants["F"]).delete()
    assert "as the rules pair it<" in look(desk, "desk-pairing-check", e.stage.pk)


def test_a_pair_swapped_by_hand_is_found_and_both_sides_are_shown(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=5)
    draft = e.draft()
    one, other = (match.second_id for match in Match.objects.filter(round=draft))
    drafts.swap(actor=ORGANISER, round_=draft, version=draft.version, one=one, other=other)
    draft.refresh_from_db()
    press(desk, "desk-publish", draft.pk, version=draft.version)
    page = look(desk, "desk-pairing-check", e.stage.pk)
    assert "1 round is paired otherwise than by the rules." in page
    assert "changed by hand" in page
    assert "By the rules" in page


def test_an_imported_tournament_is_checked_as_well(desk, make_tournament):
    e = make_tournament("A B C D E F", planned_rounds=5)
    for _ in range(2):
        e.play(e.publish())
    e.stage.refresh_from_db()
    copy = into_tournament.enter(from_stage.build_report(e.stage), actor=ORGANISER, now_ms=e.now_ms)
    page = look(desk, "desk-pairing-check", copy.stages.get().pk)
    assert "Every round is paired as the rules pair it." in page


def test_a_second_opinion_is_asked_where_the_program_is_installed(
    desk, make_tournament, tmp_path, monkeypatch
):
    e = make_tournament("A B C D", planned_rounds=5)
    e.play(e.publish())
    program = tmp_path / "bbpPairings"
    program.write_text("#!/bin/sh\nprintf '2\\n1 2\\n3 4\\n' > \"$4\"\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    page = look(desk, "desk-pairing-check", e.stage.pk)
    assert "as the rules pair it" in page
    assert "bbpPairings pairs otherwise" in page


def test_a_round_is_explained_bracket_by_bracket(desk, make_tournament):
    """After a round of wins A, B and E (who had the bye) have one point, and one of them must go down."""
    e = make_tournament("A B C D E", planned_rounds=5)
    e.play(e.publish())
    draft = e.draft()
    page = look(desk, "desk-explained", draft.pk)
    assert page.count("Bracket of") == 2
    assert "goes down" in page
    assert "The bracket is odd, all else is equal, and this is the last in order." in page
    assert "The bye: " in page
    assert "Not again, after a bye or points without a game: E" not in page  # E has more points
    assert reverse("desk-explained", args=[draft.pk]) in look(desk, "desk-tournament", e.tournament.pk)


def test_the_explanation_is_a_checklist_on_paper_too(desk, make_tournament):
    e = make_tournament("A B C D E", planned_rounds=5)
    e.play(e.publish())
    response = desk.get(reverse("desk-checklist", args=[e.draft().pk]))
    text = response.content.decode()
    assert response.headers["Content-Disposition"] == 'attachment; filename="round-2-checklist.txt"'
    assert [line[:9] for line in text.splitlines() if line.startswith("[ ]")][:2] == [
        "[ ]   1  ",
        "[ ]   2  ",
    ]
    assert "The bye: " in text


@pytest.mark.parametrize("format", ["round-robin", "knockout", "groups", "keizer"])
def test_a_round_that_no_engine_paired_has_nothing_to_explain(desk, make_tournament, format):
    e = make_tournament("A B C D", format=format)
    round_ = e.publish()
    assert "nothing to explain" in look(desk, "desk-explained", round_.pk)
    assert "nothing to explain" in desk.get(reverse("desk-checklist", args=[round_.pk])).content.decode()
