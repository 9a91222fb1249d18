"""Points, wins, draws and losses are the same wherever they are shown, in every tournament."""

import csv
import io
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.access.permissions import SYSTEM
from games.faults import Fault
from tests.plugins.examples import examples
from tests.tournament.conftest import ORGANISER, START_MS
from tests.tournament.pages import page, text
from tournament.import_export import sheets, trf
from tournament.import_export.trf import from_stage, into_tournament
from tournament.models import Match
from tournament.scores import Outcome, RoundResult, points_text
from tournament.services import standings
from tournament.services.entries import attendance, slips
from tournament.services.pairing import tasks
from tournament.services.results import corrections, entering
from tournament.services.stages import stage_record
from tournament.views.public.entrants import card
from tournament.views.public.standings import cross_rows, parts

pytestmark = pytest.mark.django_db

BRACKETS = ("knockout", "double-knockout")
ORGANISED = {"actor": ORGANISER}


def last_points(e, name):
    """Return the points in the last line of "Round by round" on an entrant's page."""
    played = page(e, "tournament-entrant", e.entrants[name].number).context["played"]
    return next((each.points for each in reversed(played) if each.points), "0")


def own_page(entrant):
    client = Client()
    client.post(slips.player_link(actor=SYSTEM, entrant=entrant).path)
    return client.get(reverse("player", args=[entrant.pk]))


def left_early(make_tournament, **given):
    """Play a round robin of five that E leaves after one game of four."""
    e = make_tournament("A B C D E", format="round-robin", tiebreaks=["WON"], **given)
    first = e.publish()
    e.play(first)
    sits_out = next(match.first for match in e.matches(first) if match.second_id is None)
    assert sits_out != e.entrants["E"], "E has a game to be annulled"
    attendance.withdraw(**ORGANISED, entrant=e.entrants["E"])
    for _ in range(4):
        e.play(e.publish())
    return e


# ---- rounds without points


def test_the_free_round_of_an_odd_round_robin_adds_nothing_on_any_page(make_tournament):
    e = make_tournament("A B C", format="round-robin")
    for _ in range(3):
        e.play(e.publish())
    assert e.table() == ["1 A 2", "2 B 1", "3 C 0"]
    assert [last_points(e, name) for name in "ABC"] == ["2", "1", "0"]
    assert [each.points for each in own_page(e.entrants["A"]).context["played"]][-1] == "2"


def test_a_free_round_is_shown_as_one_and_not_as_a_bye(make_tournament):
    e = make_tournament("A B C", format="round-robin")
    round_ = e.play(e.publish())
    free = next(match.first for match in e.matches(round_) if match.second_id is None)
    record = stage_record.read(e.stage)
    assert stage_record.build_history(record).rows[free.pk][0].result is RoundResult.FREE
    assert "sits out this round" in text(page(e, "tournament-entrant", free.number))
    cross = {row["name"]: row["round 1"] for row in sheets.cross_table(e.stage).plain()}
    assert cross[str(free)] == "free"
    line = next(row for row in sheets.pairings(e.stage).plain() if row["first"] == str(free))
    assert line["outcome"] == "free"


def test_who_is_done_before_the_other_groups_is_free_and_has_no_bye(make_tournament):
    e = make_tournament("A B C D E", format="groups", options={"groups": 2, "qualifiers": 1})
    for _ in range(3):
        e.play(e.publish())
    record = stage_record.read(e.stage)
    histories = [stage_record.build_history(record, group) for group in "AB"]
    small = min(histories, key=lambda history: len(history.rows))
    assert [[str(each.result) for each in row[1:]] for row in small.rows.values()] == [[".", "."]] * 2
    assert "bye" not in text(page(e, "tournament-entrant", record.entrants[next(iter(small.rows))].number))


def test_a_bye_of_a_swiss_round_gives_its_points_on_every_page(make_tournament):
    e = make_tournament("A B C", planned_rounds=3)
    round_ = e.play(e.publish())
    bye = next(match.first for match in e.matches(round_) if match.second_id is None)
    assert last_points(e, str(bye)) == "1"
    assert "bye" in text(page(e, "tournament-entrant", bye.number))


# ---- annulled games


def test_annulled_games_add_nothing_on_any_page(make_tournament):
    e = left_early(make_tournament)
    table = {row.entrant: row.standing for row in standings.table(stage_record.read(e.stage)).rows}
    for name, entrant in e.entrants.items():
        assert last_points(e, name) == points_text(table[entrant].points)
    assert table[e.entrants["E"]].annulled


def test_wins_draws_and_losses_are_those_of_the_games_that_count(make_tournament):
    e = left_early(make_tournament)
    for row in standings.table(stage_record.read(e.stage)).rows:
        standing = row.standing
        assert 2 * standing.won + standing.drawn == standing.points, row.entrant
        if not standing.annulled:
            assert str(standing.won) == standing.values[0], "as the tie-break counts them"
            assert standing.played == 3, "everybody met the three others who stayed"


def test_a_report_of_a_round_robin_with_an_annulment_has_the_points_that_count(
    make_tournament,
):
    e = left_early(make_tournament)
    text_ = trf.write(from_stage.build_report(e.stage))
    read = trf.read(text_)
    told = {player.name: player.points for player in read.players}
    assert told == {
        str(row.entrant): row.standing.points for row in standings.table(stage_record.read(e.stage)).rows
    }
    copy = into_tournament.enter(read, **ORGANISED, now_ms=START_MS)
    assert trf.write(from_stage.build_report(copy.stages.get())) == text_

    def table(stage):
        rows = standings.table(stage_record.read(stage)).rows
        return [(row.rank, str(row.entrant), row.standing.points, row.standing.won) for row in rows]

    assert table(copy.stages.get()) == table(e.stage)


# ---- every place, every tournament

PLAYED = [outcome for outcome in Outcome if outcome.over_the_board]
FORFEITED = [outcome for outcome in Outcome if outcome.forfeited]
FORMATS = ["round-robin", "double-round-robin", "swiss", "groups", *BRACKETS]


def generated(make_tournament, data):
    """Generate a tournament of any format after some rounds, with byes, forfeits and corrections."""
    format = data.draw(st.sampled_from(FORMATS), label="format")
    teams = format != "groups" and data.draw(st.booleans(), label="teams")
    options = {"groups": {"groups": 2, "qualifiers": 1}}.get(format, {})
    kind = {"entry": "team", "boards": 2} if teams else {}
    scoring = "2-1-0 bye=1" if teams else data.draw(st.sampled_from(["1-½-0", "3-1-0 bye=1"]))
    e = make_tournament(
        format=format,
        options=options,
        scoring=scoring,
        planned_rounds=4 if format == "swiss" else None,
        **kind,
    )
    e.stage.odd_seeds_start = True  # otherwise a coin decides, and no example could be repeated
    e.stage.save()
    for name in "ABCDEFG"[: data.draw(st.integers(5 if format == "groups" else 4, 5 if teams else 7))]:
        if teams:
            e.enter_team(name, f"{name}1 {name}2")
        else:
            e.enter(name, rating=2000 - 10 * len(e.entrants))
    for number in range(1, data.draw(st.integers(1, 3), label="rounds") + 1):
        if format == "swiss" and data.draw(st.booleans()):
            away = {"number": number, "kind": "half-bye" if number == 1 else "absent"}
            attendance.announce_absence(**ORGANISED, entrant=e.entrants["D"], stage=e.stage, **away)
        if number == 2 and data.draw(st.booleans(), label="withdrawal"):
            attendance.withdraw(**ORGANISED, entrant=e.entrants[data.draw(st.sampled_from("ABC"))])
        try:
            round_ = e.publish()
        except Fault:  # all have met, or a bracket has no open match any more
            break
        play_somehow(e, round_, data)
    return e


def play_somehow(e, round_, data):
    decisive = e.stage.format in BRACKETS
    for match in e.matches(round_):
        if match.outcome:
            continue
        outcomes = [each for each in (*PLAYED, *FORFEITED) if any(each.wins) or not decisive]
        outcome = data.draw(st.sampled_from(outcomes), label=str(match))
        for number in (not outcome.forfeited and entering.open_boards(match)) or [None]:
            entering.type_result(**ORGANISED, match=match, outcome=outcome, number=number, now_ms=e.now_ms)
    if not Match.objects.open().filter(round=round_).exists():
        e.close(round_)


def correct_some(e, data):
    """Correct the result of a match of players, if there is one, and compare it with its preview."""
    decided = Match.objects.meetings().exclude(outcome="").filter(round__stage=e.stage)
    matches = list(decided.with_names().order_by("pk"))
    if not matches or e.tournament.entry == "team":
        return
    match = data.draw(st.sampled_from(matches), label="to be corrected")
    outcome = data.draw(st.sampled_from([each for each in (*PLAYED, *FORFEITED) if each != match.outcome]))
    impact = corrections.correct(actor=SYSTEM, match=match, outcome=outcome, note="misread", now_ms=e.now_ms)
    stand = shown_in_standings(e)
    foretold = {str(move.entrant): doubled(move.points_after) for move in impact.moves}
    assert foretold == {name: stand[name].points for name in foretold}


def shown_in_standings(e):
    """Map names to the rows of the table, with which all other places must agree."""
    shown = parts(stage_record.read(e.stage))
    return {str(row.entrant): row.standing for part in shown for row in part.rows}


def tally_of(standing):
    return standing.won, standing.drawn, standing.lost


def points_elsewhere(e):
    """Yield (place, name to points) of every other place."""
    record = stage_record.read(e.stage)
    cards = {str(each): card(record, each) for each in record.entrants.values()}
    yield "entrant's page", {name: found["row"].standing.points for name, found in cards.items()}
    yield "round by round", {name: after_the_last(found["played"]) for name, found in cards.items()}
    some = next(iter(record.entrants.values()))
    yield "player's own page", {str(some): after_the_last(own_page(some).context["played"])}
    if stage_record.build_history(record).is_complete() and not record.is_team_tournament:
        report = trf.read(trf.write(from_stage.build_report(e.stage)))
        told = [player.points for player in report.players]
        names = [str(entry.entrant) for entry in record.entries]
        yield "tournament report", dict(zip(names, told, strict=True))
    for place, rows in tables_for_programs(e):
        yield place, {row["name"]: doubled(row["points"]) for row in rows}
    cross = sheets.cross_table(e.stage).plain()
    yield "cross-table as JSON", {row["name"]: doubled(row["points"]) for row in cross}
    final = standings.final(e.tournament).rows
    yield "prizes", {str(row.entrant): row.standing.points for row in final}
    if e.stage.format == "swiss" and stage_record.build_history(record).is_complete():
        book = tasks.task_for(record).draw.question.cards()
        yield "pairing", {str(record.entrants[pk]): each.score for pk, each in book.items()}


def tallies_elsewhere(e):
    """Yield (place, name to wins, draws and losses)."""
    record = stage_record.read(e.stage)
    cross = [row for part in parts(record) for row in cross_rows(record, part.table)]
    yield (
        "cross-table",
        {
            str(each.row.entrant): tuple(games_told(each, word) for word in ("won", "drew", "lost"))
            for each in cross
        },
    )
    for place, rows in tables_for_programs(e):
        yield place, {row["name"]: tuple(int(row[each]) for each in ("won", "drawn", "lost")) for row in rows}


def tables_for_programs(e):
    sheet = sheets.standing(e.stage)
    answer = Client().get(reverse("api-standings", args=[e.tournament.code, e.stage.number])).json()
    yield "CSV", list(csv.DictReader(io.StringIO(sheet.csv()), delimiter=";"))
    yield "JSON", sheet.plain()
    yield "API", [row for group in answer["groups"] for row in group["rows"]]


def after_the_last(played):
    """Return the points in the last line that has any."""
    return doubled(next((each.points for each in reversed(played) if each.points), "0"))


def games_told(row, word):
    return sum(str(cell.words) == word and not cell.struck for met in row.cells for cell in met)


def doubled(points):
    """Read points in any way of writing them (`2½`, `2.5`, `2`), and double them."""
    return int(2 * Fraction(points.replace("½", ".5")))


@given(data=st.data())
@settings(max_examples=examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_place_that_shows_points_shows_the_same(make_tournament, data):
    e = generated(make_tournament, data)
    if e.stage.format in BRACKETS:
        rows = standings.table(stage_record.read(e.stage)).rows
        assert all(row.standing is None for row in rows), "a bracket has no points to show"
        if e.tournament.entry != "team":
            told = trf.read(trf.write(from_stage.build_report(e.stage))).drawn
            assert told == from_stage.count_reported_rounds(stage_record.read(e.stage))
        return
    correct_some(e, data)
    stand = shown_in_standings(e)
    for place, shown in points_elsewhere(e):
        assert shown == {name: stand[name].points for name in shown}, place
    for place, shown in tallies_elsewhere(e):
        assert shown == {name: tally_of(stand[name]) for name in shown}, place
