"""What goes wrong elsewhere, point by point: each must be right here."""

import pytest
from django.db import IntegrityError, transaction

from games.access.permissions import Actor, Holding
from games.models import Action
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.formats.byes import ByeRefused
from tournament.formats.pairing import NoLegalPairing
from tournament.models import Club, Match, Round, RoundStatus, Stage, StageEntry
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.entries import attendance, enrol
from tournament.services.faults import StepRefused
from tournament.services.pairing import drafts, tasks
from tournament.services.results import correction_preview, corrections
from tournament.services.rounds import lifecycle
from tournament.services.setup import settings_change
from tournament.services.stages import stage_record

ARBITER = Actor(subjects=frozenset({"user:2"}), holdings=frozenset({Holding("arbiter", "tournament:1")}))


def head(tournament) -> Actor:
    return Actor(
        subjects=frozenset({"user:1"}),
        holdings=frozenset({Holding("organiser", f"tournament:{tournament.pk}")}),
    )


def swapped_entrants(matches, one, other):
    return {frozenset(match.entrant_ids) for match in matches if {one, other} & set(match.entrant_ids)}


# 1. A wrong result found after later rounds exist


def test_point_1_a_swiss_correction_shows_first_what_it_touches_and_later_pairings_stand(event):
    e = event("A B C D", planned_rounds=3)
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


def test_point_1_after_the_next_pairings_are_published_only_the_organiser_corrects(event):
    e = event("A B C D", planned_rounds=3)
    first = e.publish()
    e.play(first)
    e.publish()
    match = e.matches(first)[0]
    with pytest.raises(StepRefused) as no:
        corrections.correct(actor=ARBITER, match=match, outcome=Outcome.DRAW, note="", now_ms=e.now_ms)
    assert no.value.code == "after-publication"


def test_point_1_in_a_bracket_followers_are_reopened_and_their_results_kept_in_the_log(event):
    e = event("A B C D", format="knockout")
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


def test_point_1_a_draft_made_before_the_correction_is_dropped(event):
    e = event("A B C D", planned_rounds=3)
    first = e.publish()
    e.play(first)
    e.draft()
    match = e.matches(first)[0]
    seen = corrections.correct(actor=ARBITER, match=match, outcome=Outcome.DRAW, note="", now_ms=e.now_ms)
    assert seen.draft_dropped == 2
    assert not own_rows(Round).filter(status=RoundStatus.DRAFT).exists()


# 2. Undo the last round; a failed pairing leaves nothing half-made


def test_point_2_an_undone_round_is_paired_again_and_kept_in_the_log(event):
    e = event("A B C D", planned_rounds=3)
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


def test_point_2_only_the_last_round_is_undone(event):
    e = event("A B C D", planned_rounds=3)
    first = e.publish()
    e.play(first)
    e.publish()
    with pytest.raises(StepRefused) as no:
        lifecycle.undo(actor=ORGANISER, round_=first, now_ms=e.now_ms)
    assert no.value.code == "not-last-round"


def test_point_2_a_failed_pairing_leaves_nothing_half_made(event):
    e = event("A B C", planned_rounds=5)
    for _ in range(3):
        e.play(e.publish())
    before = (own_rows(Round).count(), own_rows(Match).count(), own_rows(StageEntry).count())
    with pytest.raises(NoLegalPairing):
        e.draft()
    assert (own_rows(Round).count(), own_rows(Match).count(), own_rows(StageEntry).count()) == before
    offered = e.draft(breaking_rules=True)
    assert any("met" in str(why) for m in e.matches(offered) for why in stage_record.reasons_of(m))


def test_point_2_a_failure_while_writing_leaves_nothing_half_made(event, monkeypatch):
    e = event("A B C D", planned_rounds=3)
    task = drafts.prepare(actor=ORGANISER, stage=e.stage)
    solved = tasks.solve(task)
    monkeypatch.setattr(drafts.locking, "pairs_for_log", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        drafts.apply(actor=ORGANISER, task=task, solved=solved)
    assert not own_rows(Round).exists()
    assert not own_rows(Match).exists()


def test_point_2_who_came_in_an_undone_round_takes_part_when_it_is_paired_again(event):
    e = event("A B C D", planned_rounds=3)
    first = e.publish()
    late = e.enter("E")
    lifecycle.undo(actor=ORGANISER, round_=first, now_ms=e.now_ms)
    again = e.publish()
    assert late.pk in {pk for match in e.matches(again) for pk in match.entrant_ids}


# 3. Drafts: staff only, with reasons, swap, warnings, never fooled into a second bye


def test_point_3_a_draft_gives_reasons_and_is_not_in_the_standings(event):
    e = event("A B C D", planned_rounds=3)
    round_ = e.draft()
    assert all(stage_record.reasons_of(match) for match in e.matches(round_))
    assert standings.table(stage_record.read(e.stage)).after_round == 0
    assert not own_rows(Match).published().exists()


def test_point_3_swapping_warns_of_a_rematch_and_says_it_was_done_by_hand(event):
    e = event("A B C D", planned_rounds=3)
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


def test_point_3_leaving_and_coming_back_gives_no_second_bye(event):
    e = event("A B C D E", planned_rounds=4)
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


def test_point_3_a_locked_pairing_survives_a_redraft(event):
    e = event("A B C D E F", planned_rounds=3)
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


# 4. Late entry, absence, half-point bye, withdrawal, return


def test_point_4_five_plain_buttons(event):
    e = event("A B C D E F", planned_rounds=5)
    e.play(e.publish())
    late = e.enter("G", rating=1500)
    attendance.announce_absence(
        kind="absent", actor=ORGANISER, entrant=e.entrants["B"], stage=e.stage, number=2
    )
    attendance.announce_absence(
        kind="half-bye", actor=ORGANISER, entrant=e.entrants["C"], stage=e.stage, number=2
    )
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["F"])
    second = e.publish()
    shown = {str(match.first): match.outcome for match in e.matches(second) if match.second_id is None}
    assert shown == {"B": "absent", "C": "half-bye", "F": "absent"}
    assert late.pk in {pk for match in e.matches(second) for pk in match.entrant_ids}
    e.play(second)
    attendance.come_back(actor=ORGANISER, entrant=e.entrants["F"])
    third = e.publish()
    assert {"B", "C", "F"} <= {str(side) for m in e.matches(third) for side in (m.first, m.second) if side}
    rows = {
        entrant: str(stage_record.build_history(stage_record.read(e.stage)).rows[e.entrants[entrant].pk][0])
        for entrant in "G"
    }
    assert rows == {"G": "N"}, "a late entry gets nothing for rounds missed"


def test_point_4_half_point_byes_have_limits(event):
    e = event("A B C D", planned_rounds=3)
    who = e.entrants["A"]
    attendance.announce_absence(kind="half-bye", actor=ORGANISER, entrant=who, stage=e.stage, number=1)
    with pytest.raises(ByeRefused, match="used"):
        attendance.announce_absence(kind="half-bye", actor=ORGANISER, entrant=who, stage=e.stage, number=2)
    with pytest.raises(ByeRefused, match="last round"):
        attendance.announce_absence(
            kind="half-bye", actor=ORGANISER, entrant=e.entrants["B"], stage=e.stage, number=3
        )
    e.draft()
    with pytest.raises(StepRefused) as no:
        attendance.announce_absence(
            kind="half-bye", actor=ORGANISER, entrant=e.entrants["C"], stage=e.stage, number=1
        )
    assert no.value.code == "round-drafted"


def test_point_4_a_draft_with_somebody_who_left_cannot_be_published(event):
    e = event("A B C D", planned_rounds=3)
    draft = e.draft()
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["A"])
    with pytest.raises(StepRefused) as no:
        e.publish(draft)
    assert no.value.code == "draft-stale"
    e.publish(drafts.redraft(actor=ORGANISER, round_=draft, version=draft.version))


# 5. Families and clubmates


def test_point_5_forbidden_pairs_never_meet_and_avoided_ones_only_if_they_must(event):
    e = event("A B C D", planned_rounds=3)
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


def test_point_5_clubmates_are_kept_apart_if_the_organiser_wants(event):
    e = event("A B C D", planned_rounds=3, options={"clubmates": "avoid"})
    for name, club in (("A", "North"), ("C", "North"), ("B", "South"), ("D", "South")):
        player = e.entrants[name].player
        player.club = Club.objects.get_or_create(name=club)[0]
        player.save()
    pairs = {frozenset(name.split("-")) for name in e.names(e.matches(e.draft()))}
    assert not pairs & {frozenset("AC"), frozenset("BD")}


# 6. Missing results, running games, twice


def test_point_6_pairing_with_results_missing_warns_and_is_not_published(event):
    e = event("A B C D", planned_rounds=3)
    e.publish()
    draft = e.draft()
    assert {concern.reason.code for concern in drafts.concerns(draft)} == {"warn-result-missing"}
    with pytest.raises(StepRefused) as no:
        e.publish(draft)
    assert no.value.code == "round-open"


def test_point_6_a_round_with_open_matches_does_not_close(event):
    e = event("A B C D", planned_rounds=3)
    with pytest.raises(StepRefused) as no:
        e.close(e.publish())
    assert no.value.code == "round-open"


def test_point_6_starting_a_round_twice_does_nothing_the_second_time(event):
    e = event("A B C D", planned_rounds=3)
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


# 8. Nothing lost, nothing doubled


def test_point_8_the_database_refuses_a_second_match_for_anybody_in_a_round(event):
    e = event("A B C D", planned_rounds=3)
    round_ = e.draft()
    taken = e.matches(round_)[0]
    free = e.enter("E")
    for sides in ((taken.second_id, free.pk), (free.pk, taken.first_id), (taken.first_id, free.pk)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Match.objects.create(round=round_, board=9, first_id=sides[0], second_id=sides[1])


# 9. Double elimination with a reset, third place, groups into knockout: see test_journeys.


def test_point_9_a_third_place_match_is_drawn_with_the_final(event):
    e = event("A B C D", format="knockout", options={"third_place": True})
    e.play(e.publish())
    last = e.publish()
    assert {match.place for match in e.matches(last)} == {"W2.1", "T"}
    e.play(last)
    assert e.table() == ["1 A", "2 B", "3 C", "4 D"]


# 11. The log


def test_point_11_every_step_is_in_the_log_with_before_and_after_and_no_names(event):
    e = event("Alfred Berta Conrad Dora", planned_rounds=3)
    round_ = e.publish()
    match = e.matches(round_)[0]
    e.play(round_)
    corrections.correct(actor=ORGANISER, match=match, outcome=Outcome.DRAW, note="", now_ms=e.now_ms)
    verbs = set(own_rows(Action).values_list("verb", flat=True))
    assert verbs >= {"add_stage", "enter", "draw_lot", "draft", "publish", "type_result", "close", "correct"}
    correction = Action.objects.get(verb="correct")
    assert correction.before["outcome"] != correction.after["outcome"] == "draw"
    assert (correction.actor, correction.address) == ("user:1", "192.0.2.1")
    whole = " ".join(f"{a.target} {a.before} {a.after}" for a in own_rows(Action))
    assert not [name for name in e.entrants if name in whole]


def test_point_11_players_find_what_was_done_to_their_own_games(event):
    e = event("A B C D", planned_rounds=3)
    round_ = e.publish()
    match = e.matches(round_)[0]
    e.play(round_)
    corrections.correct(actor=ORGANISER, match=match, outcome=Outcome.DRAW, note="", now_ms=e.now_ms)
    for entrant in e.entrants.values():
        seen = Action.objects.about(entrant.scope).filter(verb="correct").exists()
        assert seen == (entrant.pk in match.entrant_ids)


# 12. Settings changed in mid-event


def test_point_12_a_round_is_added_to_a_finished_stage_after_a_warning(event):
    e = event("A B C D", planned_rounds=1)
    e.play(e.publish())
    e.stage.refresh_from_db()
    assert e.stage.status == "finished"
    warned = settings_change.preview(e.stage, {"planned_rounds": 2})
    assert {effect.code for effect in warned} == {"more-rounds", "stage-runs-again"}
    settings_change.change_stage(actor=ORGANISER, stage=e.stage, changes={"planned_rounds": 2})
    assert e.publish().number == 2
    with pytest.raises(StepRefused):
        settings_change.preview(own_rows(Stage).get(), {"planned_rounds": 1})


def test_point_12_scoring_changes_the_table_at_once_and_the_clock_only_what_comes(event):
    e = event("A B C D", planned_rounds=3)
    e.play(e.publish())
    warned = settings_change.change_stage(
        actor=ORGANISER, stage=e.stage, changes={"scoring": "3-1-0", "control": "5+3"}
    )
    assert {effect.code for effect in warned} >= {"points-again", "clock-next", "clock-mixed"}
    e.stage.refresh_from_db()
    assert e.table()[0].endswith(" 3")
    recorded = Action.objects.get(verb="change_settings")
    assert recorded.before["scoring"] == "1-½-0"
    assert recorded.after["scoring"] == "3-1-0"


def test_point_12_a_stage_that_changes_its_format_answers_as_the_new_one_at_once(event):
    e = event("A B C D", planned_rounds=3)
    assert not e.stage.format_rules.is_bracket
    changes = {"format": "knockout", "options": {}}
    settings_change.change_stage(actor=ORGANISER, stage=e.stage, changes=changes)
    assert e.stage.format_rules.is_bracket
