"""Automatic rounds: a match is opened as soon as it can be played."""

import pytest
from django.db import connection

from games.access.permissions import SYSTEM
from games.models import Action
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.models import Match, RoundStatus, StageStatus
from tournament.services.backup import copies
from tournament.services.entries import attendance
from tournament.services.results import corrections, entering, taking_back
from tournament.services.rounds import auto_rounds, lifecycle, next_steps
from tournament.services.stages import stages

pytestmark = pytest.mark.django_db


@pytest.fixture
def results(django_capture_on_commit_callbacks):
    """Enter results one by one, each followed by the rounds that it opens."""

    def enter(e, *texts):
        for text in texts:
            with django_capture_on_commit_callbacks(execute=True):
                e.result(text)

    return enter


def going(make_tournament, names, format="knockout", **options):
    return make_tournament(names, format=format, options={"goes_on": True, **options})


def rounds(e):
    """List the rounds with their boards: `1: 1 A-D, 2 B-C`, with a star if open."""
    return [
        f"{round_.number}{'' if round_.status == RoundStatus.CLOSED else '*'}: "
        + ", ".join(f"{match.board} {name}" for match, name in zip(matches, e.names(matches), strict=True))
        for round_ in e.stage.rounds.order_by("number")
        if (matches := e.matches(round_)) is not None
    ]


def test_the_next_match_opens_when_both_are_known(make_tournament, results):
    e = going(make_tournament, "A B C D E F G H")
    e.publish()
    results(e, "A-H 1", "B-G 1")
    assert rounds(e) == ["1*: 1 A-H, 2 E-D, 3 B-G, 4 F-C"]
    results(e, "D-E 1")
    assert rounds(e)[1:] == ["2*: 1 D-A"]
    results(e, "C-F 1")
    assert rounds(e) == ["1: 1 A-H, 2 E-D, 3 B-G, 4 F-C", "2*: 1 D-A, 2 C-B"]


def test_a_knockout_is_played_through_without_another_press(make_tournament, results):
    e = going(make_tournament, "A B C D", third_place=True)
    e.publish()
    results(e, "A-D 1", "B-C 1", "A-B 1", "C-D 1")
    e.stage.refresh_from_db()
    assert e.stage.status == StageStatus.FINISHED
    assert e.table() == ["1 A", "2 B", "3 C", "4 D"]
    assert not e.stage.rounds.exclude(status=RoundStatus.CLOSED).exists()


def test_a_double_knockout_of_six_needs_two_presses(make_tournament, results):
    e = going(make_tournament, "A B C D E F", format="double-knockout")
    e.publish()
    for _ in range(20):
        match = (
            own_rows(Match)
            .open()
            .select_related("first", "second")
            .order_by("round__number", "board")
            .first()
        )
        if match is None:
            break
        winner, loser = sorted((str(match.first), str(match.second)))
        results(e, f"{winner}-{loser} 1")
    e.stage.refresh_from_db()
    assert e.stage.status == StageStatus.FINISHED
    assert e.table()[:2] == ["1 A", "2 B"]


def test_no_board_is_two_at_a_time(make_tournament, results):
    e = going(make_tournament, "A B C D E F G H", format="double-knockout")
    e.publish()
    for winner, loser in ("AH", "BG", "DE"):
        results(e, f"{winner}-{loser} 1")
        open_boards = list(own_rows(Match).open().values_list("board", flat=True))
        assert len(open_boards) == len(set(open_boards))


def test_without_the_wish_nothing_opens_by_itself(make_tournament, results):
    e = make_tournament("A B C D", format="knockout")
    e.publish()
    results(e, "A-D 1", "B-C 1")
    assert len(rounds(e)) == 1


def test_a_round_robin_publishes_the_next_round_when_all_results_are_in(make_tournament, results):
    e = going(make_tournament, "A B C D", format="round-robin")
    e.publish()
    results(e, "A-D 1")
    assert len(rounds(e)) == 1
    results(e, "B-C 1")
    assert [each[:2] for each in rounds(e)] == ["1:", "2*"]


def test_groups_end_by_themselves_and_the_knockout_waits_for_the_organiser(make_tournament, results):
    e = going(make_tournament, "A B C D", format="groups")
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout", options={"goes_on": True})
    e.publish()
    results(e, "A-D 1", "B-C 1")
    e.stage.refresh_from_db()
    assert e.stage.status == StageStatus.FINISHED
    assert next_steps.first(e.tournament).code == "next-stage"


def test_undoing_holds_the_stage_until_it_is_wanted_again(make_tournament, results):
    e = going(make_tournament, "A B C D E F G H")
    e.publish()
    results(e, "A-H 1", "D-E 1")
    last = e.stage.rounds.order_by("-number").first()
    lifecycle.undo(actor=ORGANISER, round_=last, now_ms=e.now_ms)
    results(e, "B-G 1", "C-F 1")
    assert len(rounds(e)) == 1
    e.stage.refresh_from_db()
    assert e.stage.options["goes_on"] is False
    codes = [step.code for step in next_steps.steps(e.tournament)]
    assert codes == ["close", "draft-ready"], "by hand from here"


def test_the_desk_says_that_what_follows_opens_by_itself(make_tournament, results):
    e = going(make_tournament, "A B C D E F G H")
    e.publish()
    results(e, "A-H 1", "D-E 1", "A-D 1", "B-G 1")
    steps = next_steps.steps(e.tournament)
    assert [str(step) for step in steps] == [
        "Round 1: 1 of 4 results is missing. What follows opens by itself."
    ], "the round of the semi-finals is not to be closed: one is still to come"


def test_the_log_says_what_was_opened_and_by_whom(make_tournament, results):
    e = going(make_tournament, "A B C D")
    e.publish()
    results(e, "A-D 1", "B-C 1")
    entry = Action.objects.get(verb="go_on")
    assert entry.actor == "system"
    assert entry.after == [[1, e.entrants["B"].pk, e.entrants["A"].pk, ""]]


def test_who_has_left_is_walked_over_at_once(make_tournament, results):
    e = going(make_tournament, "A B C D E F G H")
    e.publish()
    results(e, "A-H 1")
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["A"])
    results(e, "D-E 1", "B-G 1", "C-F 1", "B-C 1")
    assert rounds(e)[-1] == "3*: 1 D-B"


def test_a_corrected_result_redraws_what_followed_from_it(
    make_tournament, results, django_capture_on_commit_callbacks
):
    e = going(make_tournament, "A B C D")
    e.publish()
    results(e, "A-D 1", "B-C 1")
    match = e.match("A", "D")
    other = entering.read_typed("1" if match.first_id == e.entrants["D"].pk else "0")
    with django_capture_on_commit_callbacks(execute=True):
        corrections.correct(actor=SYSTEM, match=match, outcome=other, note="typo", now_ms=e.now_ms)
    assert set(rounds(e)[-1].split()[-1].split("-")) == {"B", "D"}
    results(e, "B-D 1")
    e.stage.refresh_from_db()
    assert e.stage.status == StageStatus.FINISHED


def test_a_result_from_which_nothing_was_drawn_can_be_taken_back(make_tournament, results):
    e = going(make_tournament, "A B C D E F G H")
    e.publish()
    results(e, "A-H 1", "D-E 1", "B-G 1")
    taking_back.take_back(actor=ORGANISER, match=e.match("B", "G"), note="", now_ms=e.now_ms)
    assert e.match("B", "G").outcome == ""


def test_the_sweep_finds_what_could_have_gone_on(make_tournament):
    e = going(make_tournament, "A B C D")
    e.publish()
    e.result("A-D 1")
    e.result("B-C 1")
    assert len(rounds(e)) == 1, "as if the server had stopped after the result was written"
    auto_rounds.continue_all_stages(now_ms=e.now_ms)
    auto_rounds.continue_all_stages(now_ms=e.now_ms)
    assert len(rounds(e)) == 2


def test_a_stage_that_fails_does_not_stop_the_others(make_tournament, monkeypatch, caplog):
    broken, sound = going(make_tournament, "A B C D"), going(make_tournament, "E F G H")
    for e, results_ in ((broken, ("A-D 1", "B-C 1")), (sound, ("E-H 1", "F-G 1"))):
        e.publish()
        for text in results_:
            e.result(text)
    draw = auto_rounds.tasks.task_for

    def draw_or_fail(record):
        if record.stage == broken.stage:
            raise ValueError("unreadable")
        return draw(record)

    monkeypatch.setattr(auto_rounds.tasks, "task_for", draw_or_fail)
    auto_rounds.continue_all_stages(now_ms=sound.now_ms)
    assert (len(rounds(broken)), len(rounds(sound))) == (1, 2)
    assert f"stage:{broken.stage.pk} could not be continued" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_backups_are_made_while_nothing_is_locked(make_tournament, monkeypatch):
    made = []
    monkeypatch.setattr(
        copies, "make", lambda *_, reason, now_ms: made.append((reason, connection.in_atomic_block))
    )
    e = going(make_tournament, "A B C D")
    e.publish()
    for text in ("A-D 1", "B-C 1", "A-B 1"):
        e.result(text)
    match = e.match("A", "D")
    outcome = entering.read_typed("1" if match.first_id == e.entrants["D"].pk else "0")
    corrections.correct(actor=SYSTEM, match=match, outcome=outcome, note="typo", now_ms=e.now_ms)
    assert made == [("publish", False), ("publish", False), ("correct", False)]


def test_a_board_is_found_by_its_number_whichever_round_was_looked_at(make_tournament, results):
    e = going(make_tournament, "A B C D E F G H")
    first = e.publish()
    results(e, "A-H 1", "D-E 1")
    assert rounds(e)[1] == "2*: 1 D-A"
    entering.type_line(actor=ORGANISER, round_=first, board=1, text="1", now_ms=e.now_ms)
    assert e.match("A", "D").outcome == "first-wins"
