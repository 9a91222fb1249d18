"""Results that are typed, forfeits and no-shows; tables and which games get one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.access import links
from games.timekeeping import MINUTE_MS
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.models import MatchGame, Table
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.entries import attendance, enrol
from tournament.services.faults import StepRefused
from tournament.services.results import corrections, entering
from tournament.services.rounds import lifecycle
from tournament.services.stages import stage_record
from tournament.services.tables import seating


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1", Outcome.FIRST_WINS),
        ("0-1", Outcome.SECOND_WINS),
        ("1:0", Outcome.FIRST_WINS),
        ("0 : 1", Outcome.SECOND_WINS),
        ("½:½", Outcome.DRAW),
        ("½", Outcome.DRAW),
        ("=", Outcome.DRAW),
        ("+ -", Outcome.SECOND_FORFEITS),
        ("-", Outcome.FIRST_FORFEITS),
        ("--", Outcome.BOTH_FORFEIT),
    ],
)
def test_results_are_typed_as_people_write_them(text, outcome):
    assert entering.read_typed(text) is outcome


@pytest.mark.parametrize("text", ["", "2", "win", "1-1", "½½"])
def test_what_is_no_result_is_refused_with_what_to_type(text):
    with pytest.raises(StepRefused, match="Type 1"):
        entering.read_typed(text)


def test_a_line_at_the_keyboard_is_board_and_result(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    round_ = e.publish()
    match = entering.type_line(actor=ORGANISER, round_=round_, board=2, text="½", now_ms=e.now_ms)
    assert (match.board, match.outcome, match.source) == (2, "draw", "typed")
    with pytest.raises(StepRefused, match="no board 7"):
        entering.type_line(actor=ORGANISER, round_=round_, board=7, text="1", now_ms=e.now_ms)


def test_a_result_is_typed_once_and_changed_only_by_a_correction(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    match = e.matches(e.publish())[0]
    given = {"actor": ORGANISER, "match": match, "now_ms": e.now_ms}
    entering.type_result(outcome=Outcome.DRAW, **given)
    for outcome, code in ((Outcome.DRAW, "already-so"), (Outcome.FIRST_WINS, "already-decided")):
        with pytest.raises(StepRefused) as no:
            entering.type_result(outcome=outcome, **given)
        assert no.value.code == code


def test_a_draft_has_no_results(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    match = e.matches(e.draft())[0]
    with pytest.raises(StepRefused, match="not published"):
        entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.DRAW, now_ms=e.now_ms)


def test_a_no_show_forfeits_after_the_agreed_minutes_and_not_before(make_tournament):
    e = make_tournament("A B C D", planned_rounds=1, no_show_min=10)
    round_ = e.publish()
    match = e.matches(round_)[0]
    early = round_.starts_ms + 9 * MINUTE_MS
    with pytest.raises(StepRefused, match="forfeits: 1"):
        entering.no_show(actor=ORGANISER, match=match, absent=match.second, now_ms=early)
    entering.no_show(actor=ORGANISER, match=match, absent=match.second, now_ms=early + MINUTE_MS)
    match.refresh_from_db()
    assert match.outcome == Outcome.SECOND_FORFEITS


def test_a_double_forfeit_gives_no_points(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    entering.type_line(actor=ORGANISER, round_=e.publish(), board=1, text="--", now_ms=e.now_ms)
    assert [row.standing.points for row in standings.table(stage_record.read(e.stage)).rows] == [0, 0]


def test_whoever_is_not_in_a_match_neither_reports_nor_forfeits_it(make_tournament):
    e = make_tournament("A B C D", planned_rounds=1)
    one, other = e.matches(e.publish())
    for call, given in (
        (entering.report, {"entrant": other.first, "outcome": Outcome.DRAW}),
        (entering.no_show, {"absent": other.first}),
    ):
        with pytest.raises(StepRefused) as no:
            call(actor=ORGANISER, match=one, now_ms=e.now_ms + 60 * MINUTE_MS, **given)
        assert no.value.code == "not-your-match"


def test_one_board_of_a_team_match_is_corrected_and_the_match_follows(make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=2)
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name[0]}1 {name[0]}2")
    e.publish()
    match = e.match("Reds", "Blues")
    for number in (1, 2):
        entering.type_result(
            actor=ORGANISER, match=match, outcome=Outcome.FIRST_WINS, number=number, now_ms=e.now_ms
        )
    match.refresh_from_db()
    assert match.outcome == Outcome.FIRST_WINS
    board = match.games.get(number=2)
    assert (board.starter_id, board.outcome) == (match.second_id, Outcome.SECOND_WINS)
    corrections.correct_board(
        actor=ORGANISER, match_game=board, outcome=Outcome.SECOND_WINS, note="", now_ms=e.now_ms
    )
    match.refresh_from_db()
    assert match.outcome == Outcome.DRAW


def test_by_keyboard_the_boards_of_a_team_match_are_typed_one_by_one(make_tournament):
    e = make_tournament(entry="team", boards=2, format="round-robin")
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name[0]}1 {name[0]}2")
    round_ = e.publish()
    match = e.match("Reds", "Blues")

    def line(text, number=None):
        return entering.type_line(
            actor=ORGANISER, round_=round_, board=1, number=number, text=text, now_ms=e.now_ms
        )

    with pytest.raises(StepRefused, match=r"one by one: 1\.1"):
        line("1-0")
    with pytest.raises(StepRefused, match=r"no board 1\.3"):
        line("1-0", 3)
    assert not line("1-0", 1).outcome
    with pytest.raises(StepRefused, match=r"one by one: 1\.2"):
        line("=")
    # Seen from the first-named team, although the other starts on the second board.
    assert line("1-0", 2).outcome == Outcome.FIRST_WINS
    assert list(match.games.order_by("number").values_list("outcome", flat=True)) == [
        Outcome.FIRST_WINS,
        Outcome.SECOND_WINS,
    ]


def test_a_forfeit_of_a_missing_team_is_entered_for_the_whole_match(make_tournament):
    e = make_tournament(entry="team", boards=2, format="round-robin")
    for name in ("Reds", "Blues"):
        e.enter_team(name, f"{name[0]}1 {name[0]}2")
    typed = entering.type_line(actor=ORGANISER, round_=e.publish(), board=1, text="+-", now_ms=e.now_ms)
    assert typed.outcome == Outcome.SECOND_FORFEITS


def test_tables_go_to_boards_in_order_and_a_fixed_table_to_who_needs_it(make_tournament):
    e = make_tournament("A B C D E F", planned_rounds=1)
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=3)
    step_free = own_rows(Table).get(number=1)
    seating.describe(actor=ORGANISER, table=step_free, label="at the door", reserved=True)
    enrol.fix_table(actor=ORGANISER, entrant=e.entrants["F"], table=step_free)
    e.publish()
    seated = {game.match.board: game.table and game.table.number for game in own_rows(MatchGame)}
    of_f = next(game for game in own_rows(MatchGame).all() if e.entrants["F"].pk in game.match.entrant_ids)
    assert of_f.table == step_free
    assert sorted(seated.values()) == [1, 2, 3]


def test_a_game_without_a_table_sits_down_when_one_is_free(make_tournament):
    e = make_tournament("A B C D", planned_rounds=1)
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=1)
    first, second = e.matches(e.publish())
    assert (first.games.get().table.number, second.games.get().table) == (1, None)
    entering.type_result(actor=ORGANISER, match=first, outcome=Outcome.DRAW, now_ms=e.now_ms)
    assert second.games.get().table.number == 1
    assert seating.now_at(e.tournament) == {1: second.games.get()}


def test_two_open_games_never_share_a_table(make_tournament):
    e = make_tournament("A B C D", planned_rounds=1)
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=2)
    first, second = e.matches(e.publish())
    with pytest.raises(StepRefused, match="in use"):
        seating.move(actor=ORGANISER, match_game=first.games.get(), table=second.games.get().table)
    with pytest.raises(StepRefused, match="cannot be removed"):
        seating.provide(actor=ORGANISER, tournament=e.tournament, count=1)


def test_a_table_whose_card_was_revoked_gets_one_that_opens(make_tournament):
    e = make_tournament()
    (table,) = seating.provide(actor=ORGANISER, tournament=e.tournament, count=1)
    lost = seating.tablet_link(actor=ORGANISER, table=table)
    links.revoke(ORGANISER, lost.link)
    fresh = seating.tablet_link(actor=ORGANISER, table=table)
    assert links.find_by_token(fresh.token) == fresh.link


def test_unpublishing_is_refused_once_a_result_is_in(make_tournament):
    e = make_tournament("A B C D", planned_rounds=1)
    round_ = e.publish()
    lifecycle.undo_publish(actor=ORGANISER, round_=round_, now_ms=e.now_ms)
    round_.refresh_from_db()
    assert round_.status == "draft"
    assert not own_rows(MatchGame).exists()
    round_ = e.publish(round_)
    entering.type_line(actor=ORGANISER, round_=round_, board=1, text="1", now_ms=e.now_ms)
    with (
        CaptureQueriesContext(connection) as asked,
        pytest.raises(StepRefused, match="has results"),
    ):
        lifecycle.undo_publish(actor=ORGANISER, round_=round_, now_ms=e.now_ms)
    assert not [query for query in asked if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


def test_a_round_is_unpublished_while_only_the_pairing_decided_a_match(make_tournament):
    e = make_tournament("A B C D", format="round-robin")
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["A"])
    second = e.publish()
    assert [match.source for match in e.matches(second) if match.outcome] == ["pairing"]
    lifecycle.undo_publish(actor=ORGANISER, round_=second, now_ms=e.now_ms)
    second.refresh_from_db()
    assert second.status == "draft"


def test_a_later_round_is_unpublished_while_earlier_rounds_have_results(make_tournament):
    other = make_tournament("X Y", planned_rounds=1)
    other.play(other.publish())
    e = make_tournament("A B C D", planned_rounds=3)
    first = e.publish()
    e.play(first)
    second = e.publish()
    lifecycle.undo_publish(actor=ORGANISER, round_=second, now_ms=e.now_ms)
    second.refresh_from_db()
    assert second.status == "draft"
    assert not MatchGame.objects.filter(match__round=second).exists()
    assert MatchGame.objects.filter(match__round=first).count() == 2


def test_closing_is_taken_back(make_tournament):
    e = make_tournament("A B", planned_rounds=1)
    round_ = e.publish()
    e.play(round_)
    lifecycle.reopen(actor=ORGANISER, round_=round_, now_ms=e.now_ms)
    e.tournament.refresh_from_db()
    assert e.tournament.status == "running"
    e.close(round_)


def test_reporting_the_same_decides_and_different_reports_go_to_the_arbiter(make_tournament):
    e = make_tournament("A B C D", planned_rounds=3)
    one, other = e.matches(e.publish())
    for entrant in (one.first, one.second):
        entering.report(
            actor=ORGANISER, match=one, entrant=entrant, outcome=Outcome.FIRST_WINS, now_ms=e.now_ms
        )
    one.refresh_from_db()
    assert (one.outcome, one.source) == (Outcome.FIRST_WINS, "reported")
    for entrant, outcome in ((other.first, Outcome.FIRST_WINS), (other.second, Outcome.DRAW)):
        entering.report(actor=ORGANISER, match=other, entrant=entrant, outcome=outcome, now_ms=e.now_ms)
    other.refresh_from_db()
    assert other.outcome == ""
    assert [match.pk for match in entering.conflicts(e.tournament)] == [other.pk]
