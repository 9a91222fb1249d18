"""Tournaments as report files and back; another program's checker agrees with the pairings."""

from dataclasses import replace

import pytest
from caissify_pairings.fpc import check_trf
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.databases import own_rows
from tests.exchange.conftest import ORGANISER, PlayedTournament
from tournament.import_export import trf
from tournament.import_export.trf import from_stage, into_tournament
from tournament.installation import VERSION
from tournament.models import Club, ForbiddenPair, Match, Player, Round, Tournament
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.entries import attendance, enrol
from tournament.services.pairing import drafts
from tournament.services.results import entering, lots
from tournament.services.stages import stage_record

NOW_MS = 1_800_000_000_000


def play_by(e, round_, outcomes):
    for match, outcome in zip(e.matches(round_), outcomes, strict=False):
        if match.second_id:
            entering.type_result(actor=ORGANISER, match=match, outcome=outcome, now_ms=e.now_ms)
    return e.close(round_)


def swiss(make_tournament, outcomes, names="A B C D E F G"):
    e = make_tournament(names, planned_rounds=4, city="Utrecht")
    enrol.forbid(actor=ORGANISER, one=e.entrants["A"], other=e.entrants["G"])
    attendance.announce_absence(
        kind="half-bye", actor=ORGANISER, entrant=e.entrants["C"], stage=e.stage, number=2
    )
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
def rounds_of_seven(make_tournament):
    made = [[Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS, Outcome.FIRST_WINS]] * 3
    return swiss(make_tournament, made)


def test_a_report_of_a_tournament_reads_back_as_the_same_report(rounds_of_seven):
    report = from_stage.build_report(rounds_of_seven.stage)
    again = trf.read(trf.write(report))
    copy = into_tournament.enter(again, actor=ORGANISER, now_ms=NOW_MS)
    told = from_stage.build_report(copy.stages.get())
    assert trf.write(told) == trf.write(report)
    assert copy.entrants.count() == 7
    assert own_rows(Player).count() == 7, "the players of the list are found again"


def test_a_copy_stands_as_the_original_does(rounds_of_seven):
    text = trf.write(from_stage.build_report(rounds_of_seven.stage))
    copy = into_tournament.enter(trf.read(text), actor=ORGANISER, now_ms=NOW_MS)

    def table(stage):
        return [
            (row.rank, str(row.entrant), row.standing.points_text, [str(w) for w in row.standing.workings])
            for row in standings.table(stage_record.read(stage)).rows
        ]

    assert table(copy.stages.get()) == table(rounds_of_seven.stage)


@pytest.mark.parametrize("odd_seeds_start", [True, False])
def test_the_initial_colour_of_a_report_stands_when_the_next_round_is_drawn_here(
    rounds_of_seven, monkeypatch, odd_seeds_start
):
    report = replace(from_stage.build_report(rounds_of_seven.stage), odd_seeds_start=odd_seeds_start)
    stage = into_tournament.enter(report, actor=ORGANISER, now_ms=NOW_MS).stages.get()
    monkeypatch.setattr(lots, "_coin", lambda seed: not odd_seeds_start)
    drafts.draft(actor=ORGANISER, stage=stage)
    stage.refresh_from_db()
    assert stage.draw_seed, "the other lots of the stage are drawn all the same"
    assert from_stage.build_report(stage).odd_seeds_start is odd_seeds_start


@given(outcomes=OUTCOMES)
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_whatever_the_results_a_report_survives_the_way_out_and_in(make_tournament, outcomes):
    e = swiss(make_tournament, outcomes)
    text = trf.write(from_stage.build_report(e.stage))
    copy = into_tournament.enter(trf.read(text), actor=ORGANISER, now_ms=NOW_MS)
    assert trf.write(from_stage.build_report(copy.stages.get())) == text


def test_the_checker_of_caissify_agrees_with_every_round_the_engine_paired(make_tournament):
    e = make_tournament("A B C D E F G H I", planned_rounds=5)
    kinds = [Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW, Outcome.FIRST_WINS]
    for number in range(4):
        if number == 2:
            attendance.announce_absence(
                kind="half-bye", actor=ORGANISER, entrant=e.entrants["D"], stage=e.stage, number=3
            )
        play_by(e, e.publish(), kinds[number:] + kinds[:number])
    found = check_trf(trf.write(from_stage.build_report(e.stage)))
    assert found["summary"]["rounds_checked"] == 4
    assert [each["round"] for each in found["rounds"] if not each["match"]] == []


def test_the_checker_of_caissify_notices_a_pairing_swapped_by_hand(make_tournament):
    """The check above can fail."""
    e = make_tournament("A B C D E F G H", planned_rounds=5)
    play_by(e, e.publish(), [Outcome.FIRST_WINS] * 4)
    text = trf.write(from_stage.build_report(e.stage))
    one, other = sorted(e.matches(own_rows(Round).get()), key=lambda match: match.board)[:2]
    Match.objects.filter(pk=one.pk).update(second=None, outcome="absent")
    Match.objects.filter(pk=other.pk).update(second=one.second_id)
    Match.objects.filter(pk=one.pk).update(second=other.second_id, outcome="first-wins")
    swapped = trf.write(from_stage.build_report(e.stage))
    assert swapped != text
    assert check_trf(swapped)["summary"]["rounds_mismatched"] == 1


@pytest.mark.parametrize("format", ["round-robin", "double-round-robin", "knockout"])
def test_other_formats_are_told_as_well(make_tournament, format):
    e = make_tournament("A B C D E", format=format)
    for _ in range(2):
        e.play(e.publish())
    report = from_stage.build_report(e.stage)
    assert trf.read(trf.write(report)).drawn == 2


def test_a_round_robin_comes_back_as_a_round_robin(make_tournament):
    e = make_tournament("A B C D E", format="round-robin")
    e.play(e.publish())
    text = trf.write(from_stage.build_report(e.stage))
    copy = into_tournament.enter(trf.read(text), actor=ORGANISER, now_ms=NOW_MS)
    assert copy.stages.get().format == "round-robin"
    assert trf.write(from_stage.build_report(copy.stages.get())) == text


def test_a_tournament_goes_on_after_it_was_brought_in(make_tournament):
    e = make_tournament("A B C D E F", planned_rounds=4)
    e.play(e.publish())
    copy = into_tournament.enter(
        trf.read(trf.write(from_stage.build_report(e.stage))), actor=ORGANISER, now_ms=NOW_MS, name="Copy"
    )
    again = PlayedTournament(copy, copy.stages.get())
    assert len(again.matches(again.publish())) == 3


def test_a_name_that_two_players_have_makes_a_new_one(make_tournament):
    for _ in range(2):
        Player.objects.create(first_name="Mira", family_name="Novak")
    line = "001    1      Novak, Mira                       1612                             0.0    1"
    into_tournament.enter(trf.read(f"012 Open\n{line}\n"), actor=ORGANISER, now_ms=NOW_MS)
    assert Player.objects.filter(first_name="Mira").count() == 3
    assert own_rows(Tournament).get().status == "setup"


# ---- lines that other programs require


def lines_of(stage) -> list[str]:
    text = trf.write(from_stage.build_report(stage))
    assert text.endswith("\r\n")
    return text.split("\r\n")[:-1]


def told(stage, code) -> list[str]:
    return [line[4:] for line in lines_of(stage) if line.startswith(f"{code} ")]


def test_numbers_have_no_gap_after_an_entry_was_removed(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    e.play(e.publish())
    e.enter("E")
    e.enter("F")
    enrol.remove(actor=ORGANISER, entrant=e.entrants["E"])
    e.play(e.publish())
    assert [int(line[:4]) for line in told(e.stage, "001")] == [1, 2, 3, 4, 5]
    assert trf.read(trf.write(from_stage.build_report(e.stage))).drawn == 2


@pytest.mark.parametrize(
    ("scoring", "record"),
    [("1-½-0", []), ("3-1-0", [" W 3.0    D 1.0"]), ("1-½-0 bye=½", [" P 0.5"]), ("1-½-0 bye=0", [" P 0.0"])],
)
def test_only_the_points_that_are_not_usual_are_told(make_tournament, scoring, record):
    e = make_tournament("A B C D", scoring=scoring)
    assert told(e.stage, "162") == record


def test_a_round_is_told_once_all_its_results_are_there(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    e.play(e.publish())
    attendance.announce_absence(
        kind="half-bye", actor=ORGANISER, entrant=e.entrants["C"], stage=e.stage, number=2
    )
    e.publish()
    report = from_stage.build_report(e.stage)
    assert report.drawn == 1
    assert [(bye.round, bye.numbers) for bye in report.byes] == [(2, (3,))], "and what was asked for the next"
    assert sum(player.points for player in report.players) == 4


def test_clubmates_who_never_meet_are_one_record_for_each_club(make_tournament):
    e = make_tournament("A B C D E F", planned_rounds=3, options={"clubmates": "never"})
    for name, members in {"North": "ABC", "South": "DE", "Alone": "F"}.items():
        club = Club.objects.create(name=name)
        for member in members:
            Player.objects.filter(pk=e.entrants[member].player_id).update(club=club)
    e.play(e.publish())
    assert told(e.stage, "260") == ["001 003    1    2    3", "001 003    4    5"]


def test_days_and_the_program_are_told_and_come_back(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    e.play(e.publish())
    assert own_rows(Round).get().engine == "dutch"
    (days,) = told(e.stage, "132")
    assert len(days) == 95
    assert days[87:] == days.strip()
    (program,) = told(e.stage, "182")
    assert program == f"Fiveline {VERSION}: dutch"
    copy = into_tournament.enter(
        trf.read(trf.write(from_stage.build_report(e.stage))), actor=ORGANISER, now_ms=NOW_MS
    )
    stage = copy.stages.get()
    assert stage.rounds.get().engine == "dutch"
    assert lines_of(stage) == lines_of(e.stage)


@pytest.mark.parametrize(("strict", "written"), [(True, 1), (False, 0)])
def test_pairs_that_must_never_meet_are_in_the_report(make_tournament, strict, written):
    e = make_tournament("A B C D")
    one, other = e.entrants["A"], e.entrants["D"]
    ForbiddenPair.objects.create(tournament=e.tournament, one=one, other=other, strict=strict)
    e.play(e.publish())
    assert len(from_stage.build_report(e.stage).forbidden) == written


def test_what_paired_each_round_is_told_where_it_changed(make_tournament):
    e = make_tournament("A B C D E F", planned_rounds=4)
    for _ in range(2):
        e.play(e.publish())
    own_rows(Round).filter(number=2).update(engine="least-harm")
    assert told(e.stage, "182") == [f"Fiveline {VERSION}: dutch, least-harm"]
    copy = into_tournament.enter(
        trf.read(trf.write(from_stage.build_report(e.stage))), actor=ORGANISER, now_ms=NOW_MS
    )
    engines = copy.stages.get().rounds.order_by("number").values_list("engine", flat=True)
    assert list(engines) == ["dutch", "least-harm"]


def test_what_has_no_place_here_is_named():
    head = "012 Open\n032 NED\n102 Anna Arbiter\n172 NED FIDE\n182 JaVaFo\n202 BH,XYZ,KS\n### no\n"
    report = trf.read(f"{head}222 40/6000+30:900+30\n001    1      Novak, Mira\n")
    assert [str(each) for each in into_tournament.list_left_out(report)] == [
        "The tie-break XYZ is not counted here.",
        "The tie-break KS is not counted here.",
        "The arbiter, Anna Arbiter, is not kept: staff have accounts here.",
        "The federation, NED, is not kept.",
        "The pairing program, JaVaFo, is not kept.",
        "The time control 40/6000+30:900+30 cannot be read; the usual one is taken.",
        "Lines that begin with 172 say nothing to Fiveline (1).",
    ]


def test_nothing_of_our_own_report_is_left_out(rounds_of_seven):
    report = trf.read(trf.write(from_stage.build_report(rounds_of_seven.stage)))
    assert into_tournament.list_left_out(report) == []


def test_a_keizer_season_is_told_and_comes_back(make_tournament):
    e = make_tournament("A B C D E", format="keizer", planned_rounds=4)
    for number in (1, 2, 3):
        attendance.announce_absence(
            kind="half-bye", actor=ORGANISER, entrant=e.entrants["B"], stage=e.stage, number=number
        )
        e.play(e.publish())
    text = trf.write(from_stage.build_report(e.stage))
    copy = into_tournament.enter(trf.read(text), actor=ORGANISER, now_ms=NOW_MS).stages.get()
    assert copy.format == "keizer"
    assert trf.write(from_stage.build_report(copy)) == text
