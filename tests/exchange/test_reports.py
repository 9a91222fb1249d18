"""Events of ours as report files and back; other programs' checker agrees with what the engine paired."""

from dataclasses import replace

import pytest
from caissify_pairings.fpc import check_trf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exchange.conftest import ORGANISER, Event
from tournament.exchange import trf
from tournament.exchange.trf import from_stage, into_event
from tournament.models import Match, Player, Round, Tournament
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.entries import attendance, enrol
from tournament.services.pairing import drafts
from tournament.services.results import entering, lots

NOW_MS = 1_800_000_000_000


def play_by(e, round_, outcomes):
    for match, outcome in zip(e.matches(round_), outcomes, strict=False):
        if match.second_id:
            entering.type_result(actor=ORGANISER, match=match, outcome=outcome, now_ms=e.now_ms)
    return e.close(round_)


def swiss(event, outcomes, names="A B C D E F G"):
    e = event(names, planned_rounds=4, city="Utrecht")
    enrol.forbid(actor=ORGANISER, one=e.entrants["A"], other=e.entrants["G"])
    attendance.request_half_bye(actor=ORGANISER, entrant=e.entrants["C"], stage=e.stage, number=2)
    for number in range(3):
        play_by(e, e.publish(), outcomes[number])
    return e


OUTCOMES = st.lists(
    st.lists(
        st.sampled_from([outcome for outcome in Outcome if not outcome.without_opponent]),
        min_size=4,
        max_size=4,
    ),
    min_size=3,
    max_size=3,
)


@pytest.fixture
def rounds_of_seven(event):
    made = [[Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS, Outcome.FIRST_WINS]] * 3
    return swiss(event, made)


def test_a_report_of_an_event_reads_back_as_the_same_report(rounds_of_seven):
    report = from_stage.of_stage(rounds_of_seven.stage)
    again = trf.read(trf.write(report))
    copy = into_event.enter(again, actor=ORGANISER, now_ms=NOW_MS)
    told = from_stage.of_stage(copy.stages.get())
    assert trf.write(told) == trf.write(report)
    assert copy.entrants.count() == 7
    assert Player.objects.count() == 7, "the players of the list are found again"


def test_a_copy_stands_as_the_original_does(rounds_of_seven):
    text = trf.write(from_stage.of_stage(rounds_of_seven.stage))
    copy = into_event.enter(trf.read(text), actor=ORGANISER, now_ms=NOW_MS)

    def table(stage):
        return [
            (row.rank, str(row.entrant), row.standing.points_text, [str(w) for w in row.standing.workings])
            for row in standings.of_stage(stage).rows
        ]

    assert table(copy.stages.get()) == table(rounds_of_seven.stage)


@pytest.mark.parametrize("odd_seeds_start", [True, False])
def test_the_initial_colour_of_a_report_stands_when_the_next_round_is_drawn_here(
    rounds_of_seven, monkeypatch, odd_seeds_start
):
    report = replace(from_stage.of_stage(rounds_of_seven.stage), odd_seeds_start=odd_seeds_start)
    stage = into_event.enter(report, actor=ORGANISER, now_ms=NOW_MS).stages.get()
    monkeypatch.setattr(lots, "_coin", lambda seed: not odd_seeds_start)
    drafts.draft(actor=ORGANISER, stage=stage)
    stage.refresh_from_db()
    assert stage.draw_seed, "the other lots of the stage are drawn all the same"
    assert from_stage.of_stage(stage).odd_seeds_start is odd_seeds_start


@given(outcomes=OUTCOMES)
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_whatever_the_results_a_report_survives_the_way_out_and_in(event, outcomes):
    e = swiss(event, outcomes)
    text = trf.write(from_stage.of_stage(e.stage))
    copy = into_event.enter(trf.read(text), actor=ORGANISER, now_ms=NOW_MS)
    assert trf.write(from_stage.of_stage(copy.stages.get())) == text


def test_the_checker_of_caissify_agrees_with_every_round_the_engine_paired(event):
    e = event("A B C D E F G H I", planned_rounds=5)
    kinds = [Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW, Outcome.FIRST_WINS]
    for number in range(4):
        if number == 2:
            attendance.request_half_bye(actor=ORGANISER, entrant=e.entrants["D"], stage=e.stage, number=3)
        play_by(e, e.publish(), kinds[number:] + kinds[:number])
    found = check_trf(trf.write(from_stage.of_stage(e.stage)))
    assert found["summary"]["rounds_checked"] == 4
    assert [each["round"] for each in found["rounds"] if not each["match"]] == []


def test_the_checker_of_caissify_notices_a_pairing_swapped_by_hand(event):
    """The check above can fail."""
    e = event("A B C D E F G H", planned_rounds=5)
    play_by(e, e.publish(), [Outcome.FIRST_WINS] * 4)
    lines = trf.write(from_stage.of_stage(e.stage)).split("\n")
    text = "\n".join(lines)
    one, other = sorted(e.matches(Round.objects.get()), key=lambda match: match.board)[:2]
    Match.objects.filter(pk=one.pk).update(second=None, outcome="absent")
    Match.objects.filter(pk=other.pk).update(second=one.second_id)
    Match.objects.filter(pk=one.pk).update(second=other.second_id, outcome="first-wins")
    swapped = trf.write(from_stage.of_stage(e.stage))
    assert swapped != text
    assert check_trf(swapped)["summary"]["rounds_mismatched"] == 1


@pytest.mark.parametrize("format", ["round-robin", "double-round-robin", "knockout"])
def test_other_formats_are_told_as_well(event, format):
    e = event("A B C D E", format=format)
    for _ in range(2):
        e.play(e.publish())
    report = from_stage.of_stage(e.stage)
    assert trf.read(trf.write(report)).drawn == 2


def test_a_round_robin_comes_back_as_a_round_robin(event):
    e = event("A B C D E", format="round-robin")
    e.play(e.publish())
    text = trf.write(from_stage.of_stage(e.stage))
    copy = into_event.enter(trf.read(text), actor=ORGANISER, now_ms=NOW_MS)
    assert copy.stages.get().format == "round-robin"
    assert trf.write(from_stage.of_stage(copy.stages.get())) == text


def test_an_event_goes_on_after_it_was_brought_in(event):
    e = event("A B C D E F", planned_rounds=4)
    e.play(e.publish())
    copy = into_event.enter(
        trf.read(trf.write(from_stage.of_stage(e.stage))), actor=ORGANISER, now_ms=NOW_MS, name="Copy"
    )
    again = Event(copy, copy.stages.get())
    assert len(again.matches(again.publish())) == 3


def test_a_name_that_two_players_have_makes_a_new_one(event):
    for _ in range(2):
        Player.objects.create(first_name="Mira", family_name="Novak")
    line = "001    1      Novak, Mira                       1612                             0.0    1"
    into_event.enter(trf.read(f"012 Open\n{line}\n"), actor=ORGANISER, now_ms=NOW_MS)
    assert Player.objects.filter(first_name="Mira").count() == 3
    assert Tournament.objects.get().status == "setup"
