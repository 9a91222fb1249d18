"""Corrections in a bracket: a preview shows what they change, and the stage ends or continues accordingly."""

import re

import pytest
from django.urls import reverse

from games.access.permissions import SYSTEM
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import look, press, seen
from tournament.models import Match, Round
from tournament.scores import Outcome
from tournament.services.results import corrections, entering
from tournament.services.rounds import next_steps

SEEN = re.compile(r'name="seen" value="([^"]+)"')


def correct(e, match, outcome):
    return corrections.correct(actor=SYSTEM, match=match, outcome=outcome, note="", now_ms=e.now_ms)


def wins(match, name):
    return Outcome.FIRST_WINS if str(match.first) == name else Outcome.SECOND_WINS


def statuses(e):
    e.tournament.refresh_from_db()
    e.stage.refresh_from_db()
    return e.tournament.status, e.stage.status


def codes(e):
    return [step.code for step in next_steps.steps(e.tournament)]


@pytest.fixture
def final(make_tournament):
    """Play a double knockout up to the grand final, in which the unbeaten A meets B."""
    e = make_tournament("A B C D", format="double-knockout")
    while True:
        round_ = e.publish()
        if any(match.place == "GF" for match in e.matches(round_)):
            return e, round_, e.matches(round_)[0]
        e.play(round_)


@pytest.fixture
def after_a_reset(final):
    e, round_, match = final
    entering.type_result(actor=ORGANISER, match=match, outcome=wins(match, "B"), now_ms=e.now_ms)
    e.close(round_)
    e.play(e.publish())
    assert statuses(e) == ("finished", "finished")
    return e, match


def test_a_grand_final_that_needs_no_reset_any_more_leaves_the_tournament_finished(after_a_reset):
    e, match = after_a_reset
    correct(e, match, wins(match, "A"))
    assert statuses(e) == ("finished", "finished")
    assert not Match.objects.filter(place="GF2").exists()
    assert e.table()[:2] == ["1 A", "2 B"]
    assert codes(e) == ["celebrate"]


def test_before_that_the_desk_is_warned_that_the_reset_is_deleted(after_a_reset, desk):
    _, match = after_a_reset
    page = look(desk, "desk-match", match.pk, query=f"?outcome={wins(match, 'A')}")
    assert "is not needed any more" in page
    assert "is opened again with other entrants" not in page


@pytest.mark.parametrize(
    ("later", "told"),
    [
        (1, "The pairings of round 2 stand, although"),
        (2, "The pairings of rounds 2 and 3 stand, although"),
        (3, "The pairings of rounds 2, 3 and 4 stand, although"),
    ],
)
def test_the_rounds_that_stay_are_listed_in_words(make_tournament, desk, later, told):
    e = make_tournament("A B C D E F", planned_rounds=5)
    first = e.publish()
    e.play(first)
    for _ in range(later):
        e.play(e.publish())
    match = e.matches(first)[0]
    assert told in look(desk, "desk-match", match.pk, query=f"?outcome={Outcome(match.outcome).swapped}")


def test_a_round_that_may_be_paired_again_is_named(make_tournament, desk):
    e = make_tournament("A B C D", planned_rounds=3)
    first = e.publish()
    e.play(first)
    e.publish()
    match = e.matches(first)[0]
    query = f"?outcome={Outcome(match.outcome).swapped}"
    assert "Nothing is played in round 2 yet: take its" in look(desk, "desk-match", match.pk, query=query)


def test_no_page_says_that_a_schedule_was_made_from_results(make_tournament, desk):
    e = make_tournament("A B C D", format="round-robin")
    first = e.publish()
    e.play(first)
    e.publish()
    match = e.matches(first)[0]
    page = look(desk, "desk-match", match.pk, query=f"?outcome={Outcome(match.outcome).swapped}")
    assert "What this touches" in page
    assert "although they were made from the old result" not in page
    assert "to pair it again" not in page


def test_a_bracket_has_no_column_of_points(make_tournament, desk):
    e = make_tournament("A B C D", format="knockout")
    e.play(e.publish())
    e.play(e.publish())
    match = e.match("A", "B")
    page = look(desk, "desk-match", match.pk, query=f"?outcome={wins(match, 'B')}")
    assert "1 → 2" in page
    assert "<td> → </td>" not in page
    assert ">Points<" not in page


def test_a_correction_ends_the_stage_while_the_reset_waits_to_be_played(final):
    e, round_, match = final
    entering.type_result(actor=ORGANISER, match=match, outcome=wins(match, "B"), now_ms=e.now_ms)
    e.close(round_)
    e.publish()
    correct(e, match, wins(match, "A"))
    assert statuses(e) == ("finished", "finished")


def test_a_correction_that_makes_a_reset_necessary_opens_the_stage_again(final):
    e, round_, match = final
    e.play(round_)
    assert statuses(e) == ("finished", "finished")
    correct(e, match, wins(match, "B"))
    assert statuses(e) == ("running", "running")
    assert codes(e) == ["draft-ready"]


def test_a_bracket_that_is_played_out_can_be_finished_by_hand(final):
    e, round_, _ = final
    e.play(round_)
    e.stage.status, e.tournament.status = "running", "running"
    e.stage.save()
    e.tournament.save()
    assert codes(e) == ["finish-bracket"]


def test_a_drafted_follower_is_dropped_with_its_draft(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    first = e.publish()
    e.play(first)
    e.draft()
    semi = e.match("A", "D")
    correct(e, semi, wins(semi, "D"))
    assert own_rows(Round).count() == 1
    assert codes(e) == ["draft-ready"]


@pytest.fixture
def long_match(make_tournament):
    """Play a replay between A and D, and the final that followed."""
    e = make_tournament("A B C D", format="knockout", options={"deciders": ["replay"]})
    first = e.publish()
    e.result("A-D =")
    e.result("A-D 1")
    e.play(first)
    e.play(e.publish())
    return e, e.match("A", "D")


def test_correcting_one_game_shows_what_that_does_to_the_bracket(long_match, desk):
    e, match = long_match
    replay = match.games.get(number=2)
    page = look(desk, "desk-match", match.pk, query=f"?game=2&outcome={wins(match, 'D')}")
    assert "The match follows" in page
    assert "is opened again with other entrants" in page
    assert e.match("A", "B").outcome
    press(desk, "desk-correct-board", replay.pk, outcome=wins(match, "D"), note="misread", seen=seen(match))
    assert e.match("D", "B").outcome == ""


def test_a_game_that_changes_no_match_touches_nothing(long_match, desk):
    _, match = long_match
    page = look(desk, "desk-match", match.pk, query=f"?game=1&outcome={wins(match, 'A')}")
    assert "The match follows" not in page
    assert "is opened again" not in page


def test_every_correction_of_a_game_begins_with_a_look(long_match, desk):
    _, match = long_match
    page = look(desk, "desk-match", match.pk)
    assert 'method="get" action="#impact"> <input type="hidden" name="game" value="2">' in page
    assert "/correct/" not in page


def test_another_score_is_chosen_from_all_but_the_one_that_stands(make_tournament, desk):
    e = make_tournament("A B", format="knockout", options={"best_of": 3})
    round_ = e.publish()
    entering.type_line(actor=ORGANISER, round_=round_, board=1, text="2-1", now_ms=e.now_ms)
    page = look(desk, "desk-match", e.match("A", "B").pk)
    assert re.findall(r'name="score" value="([^"]+)"', page) == ["2-0", "1-2", "0-2"]


def test_a_corrected_game_may_decide_a_match_that_is_still_open(make_tournament):
    e = make_tournament("A B", format="knockout", options={"deciders": ["replay"]})
    e.publish()
    e.result("A-B =")
    match = e.match("A", "B")
    game = match.games.get(number=1)
    corrections.correct_board(
        actor=ORGANISER, match_game=game, outcome=wins(match, "A"), note="", now_ms=e.now_ms
    )
    match.refresh_from_db()
    assert match.outcome == wins(match, "A")


def test_of_two_arbiters_the_second_sees_the_current_result_and_is_asked_again(make_tournament, desk):
    e = make_tournament("A B C D", planned_rounds=2)
    e.play(e.publish())
    match = own_rows(Match).filter(outcome="first-wins").first()
    page = look(desk, "desk-match", match.pk, query="?outcome=draw")
    both_saw = SEEN.search(page)[1]
    press(desk, "desk-correct", match.pk, outcome="second-wins", note="misread", seen=both_saw)
    sent = {"outcome": "draw", "note": "they agreed", "seen": both_saw}
    answer = desk.post(reverse("desk-correct", args=[match.pk]), sent, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        f"Nothing was changed: somebody was quicker, and board {match.board} is 0 – 1 now. "
        "Look at it and decide again."
    ]
    match.refresh_from_db()
    assert (match.outcome, match.note) == ("second-wins", "misread")
    # The page asks again with the current result: pressed again, it is intended.
    again = SEEN.search(answer.content.decode())[1]
    assert answer.context["impact"].outcome == "draw"
    press(desk, "desk-correct", match.pk, **{**sent, "seen": again})
    match.refresh_from_db()
    assert match.outcome == "draw"


@pytest.mark.parametrize("sent", [{}, {"seen": "open"}], ids=["nothing", "another"])
def test_a_correction_says_from_what_it_was_made(make_tournament, desk, sent):
    e = make_tournament("A B C D", planned_rounds=2)
    e.play(e.publish())
    match = Match.objects.filter(outcome="first-wins").first()
    for page, pk in (("desk-correct", match.pk), ("desk-correct-board", match.games.get().pk)):
        (told,) = press(desk, page, pk, outcome="draw", note="", **sent)
        assert told.startswith("Nothing was changed")
    assert Match.objects.get(pk=match.pk).outcome == "first-wins"


def test_a_result_that_another_changed_is_not_taken_back(make_tournament, desk):
    e = make_tournament("A B C D", planned_rounds=2)
    match = e.matches(e.publish())[0]
    entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.FIRST_WINS, now_ms=e.now_ms)
    before = seen(match)
    correct(e, match, Outcome.DRAW)
    (told,) = press(desk, "desk-take-back", match.pk, note="wrong board", seen=before)
    assert f"board {match.board} is ½ – ½ now" in told
    assert Match.objects.get(pk=match.pk).outcome == "draw"
