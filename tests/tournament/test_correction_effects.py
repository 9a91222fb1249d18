"""Corrections of a result after later rounds were paired: what they change, and who may make them."""

import pytest

from games.access.permissions import Actor, Holding
from games.models import Action
from tests.databases import own_rows
from tournament.models import Match, Round, RoundStatus
from tournament.scores import Outcome
from tournament.services.faults import StepRefused
from tournament.services.results import correction_preview, corrections

ARBITER = Actor(subjects=frozenset({"user:2"}), holdings=frozenset({Holding("arbiter", "tournament:1")}))


def head(tournament) -> Actor:
    return Actor(
        subjects=frozenset({"user:1"}),
        holdings=frozenset({Holding("organiser", f"tournament:{tournament.pk}")}),
    )


def test_a_swiss_correction_shows_first_what_it_touches_and_later_pairings_stand(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    first = e.publish()
    e.play(first)
    second = e.publish()
    pairs = e.names(e.matches(second))
    match = next(
        m for m in e.matches(first) if m.first.pk == e.entrants["A"].pk or m.second_id == e.entrants["A"].pk
    )
    turned = Outcome(match.outcome).swapped
    seen = correction_preview.impact(match, turned)
    assert "A" in {str(move.entrant) for move in seen.moves}
    assert seen.pairings_stand == (2,)
    assert seen.after_publication
    match.refresh_from_db()
    assert match.outcome != turned, "looking changes nothing"
    corrections.correct(
        actor=head(e.tournament), match=match, outcome=turned, note="sheet misread", now_ms=e.now_ms
    )
    assert e.names(e.matches(second)) == pairs
    assert {row.split()[1]: row.split()[2] for row in e.table()}["A"] == "0"


def test_after_the_next_pairings_are_published_only_the_organiser_corrects(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    first = e.publish()
    e.play(first)
    e.publish()
    match = e.matches(first)[0]
    with pytest.raises(StepRefused) as no:
        corrections.correct(actor=ARBITER, match=match, outcome=Outcome.DRAW, note="", now_ms=e.now_ms)
    assert no.value.code == "after-publication"


def test_in_a_bracket_followers_are_reopened_and_their_results_kept_in_the_log(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    e.play(e.publish())
    final = e.publish()
    e.play(final)
    semi = own_rows(Match).with_names().get(place="W1.1")
    old_final = own_rows(Match).with_names().get(place="W2.1")
    assert {str(old_final.first), str(old_final.second)} == {"A", "B"}
    seen = correction_preview.impact(semi, Outcome(semi.outcome).swapped)
    assert [match.pk for match in seen.reopened] == [old_final.pk]
    corrections.correct(
        actor=head(e.tournament), match=semi, outcome=Outcome(semi.outcome).swapped, note="", now_ms=e.now_ms
    )
    new_final = own_rows(Match).with_names().get(place="W2.1")
    assert {str(new_final.first), str(new_final.second)} == {"D", "B"}
    assert (new_final.outcome, new_final.round.status) == ("", RoundStatus.PUBLISHED)
    kept = Action.objects.get(verb="reopen_match").before
    assert (kept["place"], kept["outcome"]) == ("W2.1", old_final.outcome)
    e.stage.refresh_from_db()
    assert e.stage.status == "running"


def test_a_draft_made_before_the_correction_is_dropped(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    first = e.publish()
    e.play(first)
    e.draft()
    match = e.matches(first)[0]
    seen = corrections.correct(actor=ARBITER, match=match, outcome=Outcome.DRAW, note="", now_ms=e.now_ms)
    assert seen.draft_dropped == 2
    assert not own_rows(Round).filter(status=RoundStatus.DRAFT).exists()
