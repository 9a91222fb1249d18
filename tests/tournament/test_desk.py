"""The next steps of the desk, the proposals of the wizard, and how many queries the pages take."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.access import links
from games.access.permissions import may
from games.clock import TimeControl
from games.timekeeping import MINUTE_MS
from tests.databases import own_rows
from tests.games.actors import actor_for
from tests.tournament.conftest import ORGANISER, START_MS
from tournament.formats.knockout import KNOCKOUT
from tournament.formats.options import BadOption
from tournament.formats.round_robin import ROUND_ROBIN
from tournament.formats.swiss import SWISS
from tournament.models import Category, Entrant, Match, Player, Prize, Round, StageEntry
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.club import ladder
from tournament.services.entries import enrol, slips
from tournament.services.faults import StepRefused
from tournament.services.results import entering, lots
from tournament.services.rounds import next_steps, step_sentences
from tournament.services.setup import wizard
from tournament.services.stages import stage_record


def now(e):
    return [step.code for step in next_steps.steps(e.tournament)]


def test_the_desk_is_led_through_a_swiss(make_tournament):
    e = make_tournament(planned_rounds=2)
    assert now(e) == ["enter"]
    for name in "ABCD":
        e.enter(name)
    assert now(e) == ["draft-unchecked"]
    draft = e.draft()
    assert now(e) == ["publish"]
    round_ = e.publish(draft)
    assert now(e) == ["results"]
    e.draft()
    assert now(e) == ["results", "publish-waits"]
    own_rows(Round).filter(status="draft").delete()
    for match in e.matches(round_):
        entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.FIRST_WINS, now_ms=e.now_ms)
    assert now(e) == ["close"]
    e.close(round_)
    assert now(e) == ["draft"]
    e.play(e.publish())
    e.tournament.refresh_from_db()
    assert now(e) == ["celebrate"]


def test_the_desk_of_a_ladder_waits_for_no_rounds(make_tournament):
    e = make_tournament("A", format="ladder")
    assert now(e) == ["enter"]
    for name in "BC":
        e.enter(name)
    assert now(e) == ["ladder"]
    one, other = e.entrants["A"], e.entrants["B"]
    ladder.play(actor=ORGANISER, stage=e.stage, first=one, second=other, now_ms=e.now_ms)
    (step,) = next_steps.steps(e.tournament)
    assert (step.code, step.params) == ("ladder", {"open": 1})


def test_every_step_says_what_and_why_in_a_sentence(make_tournament):
    e = make_tournament("A B C D", planned_rounds=2)
    e.publish()
    step = next_steps.first(e.tournament)
    assert str(step) == "Round 1: 2 of 2 results are missing."
    assert step.action == "enter_results"
    e.result("A-C 1")
    step = next_steps.first(e.tournament)
    assert str(step) == "Round 1: 1 of 2 results is missing."


def test_every_sentence_with_a_count_has_a_form_for_one():
    plain = [each for each in step_sentences.SENTENCES.values() if isinstance(each, str)]
    assert [each for each in plain if "{count}" in each] == []


def test_a_bracket_says_how_many_matches_can_be_drawn(make_tournament):
    e = make_tournament("A B C D", format="knockout")
    round_ = e.publish()
    e.play(round_)
    assert now(e) == ["draft-ready"]
    assert str(next_steps.first(e.tournament)) == "1 match of the bracket can be drawn."


def test_conflicting_reports_come_first(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    match = e.matches(e.publish())[0]
    for entrant, outcome in ((match.first, Outcome.FIRST_WINS), (match.second, Outcome.SECOND_WINS)):
        entering.report(actor=ORGANISER, match=match, entrant=entrant, outcome=outcome, now_ms=e.now_ms)
    assert now(e)[0] == "resolve"


@pytest.mark.parametrize(
    ("entrants", "tables", "minutes", "format_rules"),
    [(6, 3, 180, ROUND_ROBIN), (40, 20, 150, SWISS), (64, 8, 120, None)],
)
def test_the_wizard_proposes_what_fits_into_the_time(entrants, tables, minutes, format_rules):
    found = wizard.propose(entrants=entrants, tables=tables, minutes=minutes)
    assert all(each.ends_after_ms <= minutes * MINUTE_MS for each in found)
    assert (found[0].format_rules if found else None) is format_rules


def test_twice_the_tables_halve_the_waves():
    course = SWISS.course(32, SWISS.read_options({}), 5)
    few, many = (wizard.plan(SWISS, course, "5+3", wizard.HallSize(tables)) for tables in (8, 16))
    assert (few.waves, many.waves) == (2, 1)
    assert few.ends_after_ms == 2 * many.ends_after_ms


def test_the_wizards_controls_can_be_played():
    assert [str(TimeControl.parse(text)) for text in wizard.CONTROLS]


def test_options_are_checked_by_name_kind_and_range():
    assert KNOCKOUT.whole_options({"best_of": 3})["best_of"] == 3
    for wrong in ({"best_of": 0}, {"best_of": "3"}, {"deciders": ["dice"]}, {"nonsense": 1}):
        with pytest.raises(BadOption):
            KNOCKOUT.whole_options(wrong)


def test_lots_for_ties_are_drawn_once_and_stand(make_tournament):
    e = make_tournament("A B C D", planned_rounds=1, tiebreaks=[])
    e.play(e.publish())
    shared = [row.rank for row in standings.table(stage_record.read(e.stage)).rows]
    lots.draw_for_ties(actor=ORGANISER, stage=e.stage)
    drawn = [(row.rank, row.entrant.pk) for row in standings.table(stage_record.read(e.stage)).rows]
    assert (shared, [rank for rank, _ in drawn]) == ([1, 1, 3, 3], [1, 2, 3, 4])
    with pytest.raises(StepRefused):
        lots.draw_for_ties(actor=ORGANISER, stage=e.stage)
    assert [(row.rank, row.entrant.pk) for row in standings.table(stage_record.read(e.stage)).rows] == drawn


def test_prizes_go_by_place_and_category_and_no_entrant_gets_two(make_tournament):
    e = make_tournament("A B C D", planned_rounds=2)
    juniors = Category.objects.create(tournament=e.tournament, name="Juniors")
    for name in "AC":
        enrol.set_categories(actor=ORGANISER, entrant=e.entrants[name], categories=[juniors])
    Prize.objects.create(tournament=e.tournament, place=1, title="Cup")
    Prize.objects.create(tournament=e.tournament, place=1, title="Book", category=juniors)
    e.play(e.publish())
    e.play(e.publish())
    given = [
        (prize.title, [str(who) for who in winners])
        for prize, winners in standings.prize_giving(e.tournament).awards
    ]
    assert given == [("Cup", ["A"]), ("Book", ["C"])]


def big_tournament(e, entrants, rounds):
    """Write a large tournament straight into the tables: the pairing is not what is measured."""
    players = Player.objects.bulk_create(Player(first_name=f"P{n}") for n in range(entrants))
    field = Entrant.objects.bulk_create(
        Entrant(tournament=e.tournament, number=n + 1, player=player) for n, player in enumerate(players)
    )
    StageEntry.objects.bulk_create(
        StageEntry(stage=e.stage, entrant=entrant, seed=n + 1) for n, entrant in enumerate(field)
    )
    outcomes = [Outcome.FIRST_WINS, Outcome.DRAW, Outcome.SECOND_WINS]
    for number in range(1, rounds + 1):
        round_ = Round.objects.create(
            stage=e.stage, number=number, status="closed", published_ms=START_MS, closed_ms=START_MS
        )
        half = entrants // 2
        Match.objects.bulk_create(
            Match(
                round=round_,
                board=n + 1,
                first=field[n],
                second=field[half + (n + number) % half],
                outcome=outcomes[(n + number) % 3],
                source="typed",
            )
            for n in range(half)
        )


def test_standings_take_the_same_number_of_queries_for_16_and_256_entrants(make_tournament):
    counted = []
    for entrants in (16, 256):
        e = make_tournament(planned_rounds=9, name=str(entrants))
        big_tournament(e, entrants, 7 if entrants == 16 else 9)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            rows = standings.table(stage_record.read(e.stage)).rows
            assert [row.entrant.public_name for row in rows]
        counted.append(len(asked))
    assert counted[0] == counted[1] <= 6


def test_the_pairing_of_a_round_takes_a_constant_number_of_queries_to_read(make_tournament):
    e = make_tournament(planned_rounds=9)
    big_tournament(e, 64, 5)
    with CaptureQueriesContext(connection) as asked:
        record = stage_record.read(e.stage)
        stage_record.build_history(record)
        [str(match) for match in record.matches]
    assert len(asked) <= 5


def test_every_entrant_gets_a_slip_and_a_new_one_replaces_the_old(make_tournament):
    e = make_tournament("B A")
    first = slips.all_slips(actor=ORGANISER, tournament=e.tournament)
    assert [str(entrant) for entrant, _ in first] == ["A", "B"]
    made = first[0][1]
    assert links.find_by_token(made.token) == made.link
    again = slips.player_link(actor=ORGANISER, entrant=e.entrants["A"])
    assert again.link == made.link
    with pytest.raises(links.LinkRefused):
        links.find_by_token(made.token)
    holder = actor_for(made.link.subject, made.link.stands_for)
    assert may(holder, "own_attendance", e.entrants["A"])
    assert not may(holder, "own_attendance", e.entrants["B"])
