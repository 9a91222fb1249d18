"""Every step of a round at the desk, by its buttons, and back."""

import re

import pytest
from django.urls import reverse

from games.models import Game
from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press, publish
from tournament.models import Entrant, Match, Round, TournamentStatus
from tournament.services.backup import copies
from tournament.services.rounds import step_sentences
from tournament.views.desk import overview

pytestmark = pytest.mark.django_db


def test_the_banner_leads_from_entries_to_the_end(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=1)
    page = look(desk, "desk-tournament", e.tournament.pk)
    assert "Nobody is checked in. Draft round 1 with all 4 who are entered?" in page
    press(desk, "desk-check-in", e.entrants["A"].pk, present="yes")
    assert "Draft round 1 with the 1 who is here." in look(desk, "desk-tournament", e.tournament.pk)
    press(desk, "desk-check-in-all", e.tournament.pk)
    assert "Everybody is here: draft round 1." in look(desk, "desk-tournament", e.tournament.pk)
    press(desk, "desk-draft", e.stage.pk)
    assert "Round 1 is drafted. Look it over and publish it." in look(
        desk, "desk-tournament", e.tournament.pk
    )
    draft = own_rows(Round).get()
    press(desk, "desk-publish", draft.pk, version=draft.version)
    assert "2 of 2 results are missing" in look(desk, "desk-tournament", e.tournament.pk)
    assert press(desk, "desk-line", draft.pk, line="1 1-0")
    assert "1 of 2 results is missing" in look(desk, "desk-tournament", e.tournament.pk)
    press(desk, "desk-line", draft.pk, line="2 =")
    assert "all results are in. Close it." in look(desk, "desk-tournament", e.tournament.pk)
    assert press(desk, "desk-close", draft.pk) == ["Round 1 is closed."]
    page = look(desk, "desk-tournament", e.tournament.pk)
    assert "The tournament is finished." in page
    assert 'data-place="1"' in page, "who won, and the way to the prizes"
    for address in ("desk-settings", "print-prizes", "print-certificates"):
        thing = e.tournament.pk if address == "desk-settings" else e.tournament.code
        assert reverse(address, args=[thing]) in page


def test_every_next_step_has_a_button_and_a_place_in_the_pipeline():
    # A board may wait for the arbiter at any step of the round.
    beside = {"celebrate", "compare"} | {
        code for code in step_sentences.SENTENCES if code.startswith("call-") or code.endswith("-idle")
    }
    placed = [code for _label, codes in overview.PIPELINE for code in codes]
    assert sorted(placed) == sorted(set(step_sentences.SENTENCES) - beside)
    for button in overview.BUTTONS.values():
        assert button.how in {"post", "go", "see", "board", "ask"}


def test_the_second_organiser_learns_that_it_is_done(desk, make_tournament):
    e = make_tournament("A B C D")
    press(desk, "desk-draft", e.stage.pk)
    draft = own_rows(Round).get()
    seen = draft.version
    assert "is published" in press(desk, "desk-publish", draft.pk, version=seen)[0]
    assert press(desk, "desk-publish", draft.pk, version=seen) == [
        "Round 1 is published already. Nothing was done twice."
    ]
    assert own_rows(Match).count() == 2


def test_a_draft_changed_by_another_user_is_not_published_unseen(desk, make_tournament):
    e = make_tournament("A B C D")
    press(desk, "desk-draft", e.stage.pk)
    draft = own_rows(Round).get()
    seen = draft.version
    press(desk, "desk-turn", draft.pk, version=seen, board=1)
    told = press(desk, "desk-publish", draft.pk, version=seen)
    assert told == ["Somebody changed this meanwhile. Look at the new state and decide again."]
    assert own_rows(Round).get().status == "draft"


def test_the_draft_gives_reasons_and_warns_after_a_swap(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=2)
    first = publish(desk, e)
    for board in (1, 2):
        press(desk, "desk-line", first.pk, line=f"{board} 1-0")
    press(desk, "desk-close", first.pk)
    press(desk, "desk-draft", e.stage.pk)
    draft = own_rows(Round).get(status="draft")
    assert "Both have the same score: 1." in look(desk, "desk-tournament", e.tournament.pk)
    one = Match.objects.filter(round=draft).first()
    met = Match.objects.of(one.first).get(round=first)
    rival = met.second_id if met.first_id == one.first_id else met.first_id
    press(desk, "desk-swap", draft.pk, version=draft.version, entrant=[one.second_id, rival])
    assert "They have met before, in round 1." in look(desk, "desk-tournament", e.tournament.pk)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_swap_takes_exactly_two(desk, make_tournament, count):
    e = make_tournament("A B C D")
    press(desk, "desk-draft", e.stage.pk)
    draft = own_rows(Round).get()
    chosen = list(own_rows(Entrant).values_list("pk", flat=True))[:count]
    assert press(desk, "desk-swap", draft.pk, version=draft.version, entrant=chosen) == [
        "Choose exactly two to swap."
    ]


def test_a_locked_pairing_survives_drafting_again(desk, make_tournament):
    e = make_tournament("A B C D")
    press(desk, "desk-draft", e.stage.pk)
    draft = own_rows(Round).get()
    one, other = Match.objects.filter(round=draft)
    press(desk, "desk-swap", draft.pk, version=draft.version, entrant=[one.first_id, other.first_id])
    kept = Match.objects.filter(round=draft).first()
    press(desk, "desk-lock", kept.pk, locked="yes")
    press(desk, "desk-redraft", draft.pk, version=own_rows(Round).get().version)
    assert Match.objects.filter(round=draft, locked=True, first=kept.first_id, second=kept.second_id).exists()


def test_without_a_legal_pairing_the_least_harm_is_offered(desk, make_tournament):
    e = make_tournament("A B", planned_rounds=2)
    first = publish(desk, e)
    press(desk, "desk-line", first.pk, line="1 1-0")
    press(desk, "desk-close", first.pk)
    response = desk.post(reverse("desk-draft", args=[e.stage.pk]))
    assert response.url.endswith("?stuck=1")
    assert "Draft with the fewest rematches" in look(
        desk, "desk-tournament", e.tournament.pk, query="?stuck=1"
    )
    press(desk, "desk-draft", e.stage.pk, breaking_rules="yes")
    assert Round.objects.filter(status="draft", number=2).exists()


def test_a_large_swiss_is_paired_in_the_request(desk, make_tournament):
    e = make_tournament(" ".join(f"P{number}" for number in range(120)))
    press(desk, "desk-draft", e.stage.pk)
    draft = own_rows(Round).get(status="draft")
    assert Match.objects.filter(round=draft).count() == 60
    press(desk, "desk-redraft", draft.pk, version=draft.version)
    assert Match.objects.filter(round=draft).count() == 60


def test_steps_can_be_taken_back(desk, make_tournament):
    e = make_tournament("A B C D")
    round_ = publish(desk, e)
    press(desk, "desk-unpublish", round_.pk)
    assert own_rows(Round).get().status == "draft"
    press(desk, "desk-publish", round_.pk, version=own_rows(Round).get().version)
    for board in (1, 2):
        press(desk, "desk-line", round_.pk, line=f"{board} =")
    press(desk, "desk-close", round_.pk)
    press(desk, "desk-reopen", round_.pk)
    assert own_rows(Round).get().status == "published"
    press(desk, "desk-undo", round_.pk)
    assert not own_rows(Round).exists()
    reasons = [each.reason for each in copies.list_backups()]
    assert reasons.count("publish") == 2
    assert reasons.count("undo") == 3


def test_a_scorer_enters_results_and_sees_no_draft(as_role, make_tournament):
    e = make_tournament("A B C D")
    desk = as_role()
    first = publish(desk, e)
    press(desk, "desk-line", first.pk, line="1 1-0")
    e.draft()
    scorer = as_role("scorer", e.tournament.scope, name="sam")
    page = look(scorer, "desk-tournament", e.tournament.pk)
    assert "Draft of round 2" not in page
    assert press(scorer, "desk-line", first.pk, line="2 0-1")
    assert scorer.post(reverse("desk-close", args=[first.pk])).status_code == 403


def test_in_a_ladder_two_are_named_and_play(desk, make_tournament):
    e = make_tournament("A B C", format="ladder", live=True)
    page = look(desk, "desk-tournament", e.tournament.pk)
    assert "Two who are ready can play" in page
    a, b = e.entrants["A"].pk, e.entrants["B"].pk
    press(desk, "desk-ladder", e.stage.pk, first=a, second=b)
    assert own_rows(Game).get().status == "waiting"
    assert "1 game is open" in look(desk, "desk-tournament", e.tournament.pk)
    press(desk, "desk-ladder", e.stage.pk, first=b, second=e.entrants["C"].pk, outcome="draw")
    assert sorted(own_rows(Match).values_list("outcome", flat=True)) == ["", "draw"]
    assert press(desk, "desk-ladder", e.stage.pk, first=a, second=a) == ["Choose two different ones."]


def test_a_stage_can_be_ended_before_its_planned_rounds(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=5)
    round_ = publish(desk, e)
    assert "results are missing (2)" in press(desk, "desk-finish-stage", e.stage.pk)[0]
    for board in (1, 2):
        press(desk, "desk-line", round_.pk, line=f"{board} 1-0")
    press(desk, "desk-close", round_.pk)
    press(desk, "desk-finish-stage", e.stage.pk)
    e.tournament.refresh_from_db()
    assert e.tournament.status == TournamentStatus.FINISHED


def test_on_a_ladder_no_player_sits_at_two_tables(desk, make_tournament):
    e = make_tournament("A B C D", format="ladder", live=True)
    a, b, c = (e.entrants[name].pk for name in "ABC")
    press(desk, "desk-ladder", e.stage.pk, first=a, second=b)
    told = press(desk, "desk-ladder", e.stage.pk, first=a, second=c)
    assert told == ["A and B are playing: enter their result first."]
    page = look(desk, "desk-tournament", e.tournament.pk)
    selects = page[page.index('id="ladder-first"') : page.index('id="ladder-outcome"')]
    assert f'value="{c}"' in selects
    assert f'value="{a}"' not in selects


def test_who_has_withdrawn_is_not_swapped_into_another_pairing(desk, make_tournament):
    e = make_tournament("A B C D", planned_rounds=2)
    press(desk, "desk-draft", e.stage.pk)
    press(desk, "desk-withdraw", e.entrants["A"].pk)
    draft = own_rows(Round).get(status="draft")
    page = look(desk, "desk-tournament", e.tournament.pk)
    assert re.search(r'draft-who">A\b(?:(?!draft-who).)*Withdrawn</span>', page)
    assert page.count("Withdrawn</span>") == 1, "said once"
    offered = re.findall(r'name="entrant" value="(\d+)"', page)
    assert sorted(map(int, offered)) == sorted(e.entrants[name].pk for name in "BCD")
    pair = [e.entrants["A"].pk, e.entrants["B"].pk]
    told = press(desk, "desk-swap", draft.pk, version=draft.version, entrant=pair)
    assert told == ["A is not in the tournament any more."]
    assert not own_rows(Round).get(status="draft").adjusted


def test_draft_and_boards_say_who_starts(desk, make_tournament):
    e = make_tournament("A B")
    press(desk, "desk-draft", e.stage.pk)
    match = own_rows(Match).with_names().get()
    rows = re.compile(rf"\bX (Seed \d )?{match.first} .*\bO (Seed \d )?{match.second}\b")

    def shown():
        page = re.sub(r"<[^>]+>", " ", look(desk, "desk-tournament", e.tournament.pk))
        return rows.search(" ".join(page.split()))

    assert shown()
    draft = own_rows(Round).get()
    press(desk, "desk-publish", draft.pk, version=draft.version)
    assert shown()


def test_who_may_not_correct_is_offered_to_look(desk, as_role, make_tournament):
    e = make_tournament("A B", planned_rounds=2)
    round_ = publish(desk, e)
    press(desk, "desk-line", round_.pk, line="1 1-0")
    scorer = as_role("scorer", e.tournament.scope, "sue")
    shown = look(scorer, "desk-results", e.tournament.pk)
    assert "> View<" in shown
    assert "> Correct<" not in shown
