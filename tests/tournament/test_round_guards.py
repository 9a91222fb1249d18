"""Rounds with open matches or missing results are not closed or paired, and no player is paired twice."""

import pytest
from django.db import IntegrityError, transaction

from games.models import Action
from tests.databases import own_rows
from tournament.models import Match
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts


def test_pairing_with_results_missing_warns_and_is_not_published(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    e.publish()
    draft = e.draft()
    assert {concern.reason.code for concern in drafts.concerns(draft)} == {"warn-result-missing"}
    with pytest.raises(StepRefused) as no:
        e.publish(draft)
    assert no.value.code == "round-open"


def test_a_round_with_open_matches_does_not_close(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    with pytest.raises(StepRefused) as no:
        e.close(e.publish())
    assert no.value.code == "round-open"


def test_starting_a_round_twice_does_nothing_the_second_time(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    draft = e.draft()
    with pytest.raises(StepRefused) as no:
        e.draft()
    assert no.value.code == "already-drafted"
    e.publish(draft)
    matches = own_rows(Match).count()
    with pytest.raises(StepRefused) as no:
        e.publish(draft)
    assert no.value.code == "already-published"
    assert own_rows(Match).count() == matches
    assert own_rows(Action).filter(verb="publish").count() == 1


def test_the_database_refuses_a_second_match_for_anybody_in_a_round(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    round_ = e.draft()
    taken = e.matches(round_)[0]
    free = e.enter("E")
    for sides in ((taken.second_id, free.pk), (free.pk, taken.first_id), (taken.first_id, free.pk)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.create(round=round_, board=9, first_id=sides[0], second_id=sides[1])


def test_a_third_place_match_is_drawn_with_the_final(make_tournament):
    e = make_tournament("A B C D", format="knockout", options={"third_place": True})
    e.play(e.publish())
    last = e.publish()
    assert {match.place for match in e.matches(last)} == {"W2.1", "T"}
    e.play(last)
    assert e.table() == ["1 A", "2 B", "3 C", "4 D"]
