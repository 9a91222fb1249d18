"""Draft pairings: reasons, swaps, locks, pairs that must not meet."""

from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.models import Club, Match
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.entries import attendance, enrol
from tournament.services.pairing import drafts
from tournament.services.stages import stage_record


def test_a_draft_gives_reasons_and_is_not_in_the_standings(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    round_ = e.draft()
    assert all(stage_record.reasons_of(match) for match in e.matches(round_))
    assert standings.table(stage_record.read(e.stage)).after_round == 0
    assert not own_rows(Match).published().exists()


def test_swapping_warns_of_a_rematch_and_says_it_was_done_by_hand(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    first = e.publish()
    met = {frozenset(match.entrant_ids) for match in e.matches(first)}
    e.play(first)
    draft = e.draft()
    a_match, other = e.matches(draft)
    partner = next(iter(next(pair for pair in met if a_match.first_id in pair) - {a_match.first_id}))
    assert partner in other.entrant_ids
    found = drafts.swap(
        actor=ORGANISER, round_=draft, version=draft.version, one=a_match.second_id, other=partner
    )
    assert {concern.reason.code for concern in found} >= {"warn-rematch"}
    draft.refresh_from_db()
    assert draft.adjusted
    assert {frozenset(match.entrant_ids) for match in e.matches(draft)} == met


def test_leaving_and_coming_back_gives_no_second_bye(make_tournament):
    e = make_tournament("A B C D E", planned_rounds=4)
    first = e.publish()
    had = next(match.first for match in e.matches(first) if match.outcome == Outcome.BYE)
    e.play(first)
    attendance.withdraw(actor=ORGANISER, entrant=had)
    second = e.publish()
    assert not [match for match in e.matches(second) if match.outcome == Outcome.BYE]
    e.play(second)
    attendance.come_back(actor=ORGANISER, entrant=had)
    third = e.draft()
    bye = next(match.first for match in e.matches(third) if match.outcome == Outcome.BYE)
    assert bye.pk != had.pk
    warned = drafts.swap(actor=ORGANISER, round_=third, version=third.version, one=bye.pk, other=had.pk)
    assert "warn-second-bye" in {concern.reason.code for concern in warned}


def test_a_locked_pairing_survives_a_redraft(make_tournament):
    e = make_tournament("A B C D E F", planned_rounds=3)
    draft = e.draft()
    one, other = e.matches(draft)[0].first_id, e.matches(draft)[1].first_id
    drafts.swap(actor=ORGANISER, round_=draft, version=draft.version, one=one, other=other)
    draft.refresh_from_db()
    kept = next(match for match in e.matches(draft) if one in match.entrant_ids)
    drafts.lock(actor=ORGANISER, match=kept)
    draft.refresh_from_db()
    again = drafts.redraft(actor=ORGANISER, round_=draft, version=draft.version)
    assert frozenset(kept.entrant_ids) in {frozenset(match.entrant_ids) for match in e.matches(again)}
    assert len(e.matches(again)) == 3


def test_forbidden_pairs_never_meet_and_avoided_ones_only_if_they_must(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    for one, other in ("AC", "BD"):
        enrol.forbid(actor=ORGANISER, one=e.entrants[one], other=e.entrants[other], reason="family")
    first = e.publish()
    assert {frozenset(name.split("-")) for name in e.names(e.matches(first))} == {
        frozenset("AD"),
        frozenset("BC"),
    }
    enrol.forbid(actor=ORGANISER, one=e.entrants["A"], other=e.entrants["B"], strict=False)
    e.play(first)
    second = e.draft()
    assert {frozenset(name.split("-")) for name in e.names(e.matches(second))} == {
        frozenset("AB"),
        frozenset("CD"),
    }
    met = e.match("A", "B")
    assert "together-after-all" in {reason.code for reason in stage_record.reasons_of(met)}


def test_clubmates_are_kept_apart_if_the_organiser_wants(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3, options={"clubmates": "avoid"})
    for name, club in (("A", "North"), ("C", "North"), ("B", "South"), ("D", "South")):
        player = e.entrants[name].player
        player.club = Club.objects.get_or_create(name=club)[0]
        player.save()
    pairs = {frozenset(name.split("-")) for name in e.names(e.matches(e.draft()))}
    assert not pairs & {frozenset("AC"), frozenset("BD")}
