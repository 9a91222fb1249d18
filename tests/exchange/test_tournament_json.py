"""A whole tournament as JSON: written and imported it is equal; a file with a fault saves nothing."""

import json
import random
from hashlib import sha256
from importlib import import_module

import pytest
from django.apps import apps
from django.utils import translation
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games import wording
from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import requests as r
from games.rules import Ending, Side
from games.services.recording import record
from tests.databases import own_rows
from tests.exchange.conftest import ORGANISER
from tests.games.folding import assert_logs_fold_to_rows
from tournament.demo.playing import bot_move
from tournament.files import tournament_json
from tournament.files.reading import BadFile
from tournament.import_export import sheets, tournament_import
from tournament.models import Category, Club, Incident, Player, Prize, Tournament
from tournament.scores import Outcome
from tournament.services import standings
from tournament.services.backup import restoring
from tournament.services.entries import attendance, enrol
from tournament.services.results import entering, lots
from tournament.services.stages import stage_record
from tournament.services.tables import seating

NOW_MS = 1_900_000_000_000


def bring_in(text):
    return tournament_import.enter(tournament_json.read(text), actor=ORGANISER, now_ms=NOW_MS)


def table(tournament):
    stage = tournament.stages.order_by("-number").first()
    tables = standings.by_group(stage_record.read(stage))
    return {group: [(row.rank, str(row.entrant)) for row in shown.rows] for group, shown in tables.items()}


@pytest.fixture
def rich(make_tournament):
    """Make a Swiss with everything that a tournament can have."""
    e = make_tournament("A B C D E F G", planned_rounds=4, city="Utrecht", fee="5 €")
    seating.provide(actor=ORGANISER, tournament=e.tournament, count=3)
    juniors = Category.objects.create(tournament=e.tournament, name="Juniors")
    Prize.objects.create(tournament=e.tournament, category=juniors, place=1, title="Cup")
    enrol.set_categories(actor=ORGANISER, entrant=e.entrants["C"], categories=[juniors])
    enrol.forbid(actor=ORGANISER, one=e.entrants["A"], other=e.entrants["G"], reason="sisters")
    attendance.announce_absence(
        kind="half-bye", actor=ORGANISER, entrant=e.entrants["D"], stage=e.stage, number=2
    )
    Player.objects.filter(first_name="B").update(public_as="initials", birth_year=2012)
    e.play(e.publish())
    e.play(e.publish())
    attendance.withdraw(actor=ORGANISER, entrant=e.entrants["F"])
    Incident.objects.create(
        tournament=e.tournament, entrant=e.entrants["E"], kind="warning", text="phone rang", at_ms=1
    )
    e.publish()
    return e


def test_a_file_that_contradicts_itself_says_so_in_the_readers_language(make_tournament):
    plain = tournament_json.read(tournament_json.write(make_tournament("A B C").tournament))
    plain["entrants"].append(plain["entrants"][0])
    with pytest.raises(BadFile) as refused:
        tournament_import.enter(plain, actor=ORGANISER, now_ms=NOW_MS)
    with translation.override("de"):
        said = wording.sentence(refused.value)
    assert said.startswith("Die Datei widerspricht sich")
    assert "twice" not in said


def test_a_tournament_with_everything_comes_back_as_an_equal_tournament(rich):
    text = tournament_json.write(rich.tournament)
    copy = bring_in(text)
    assert copy.pk != rich.tournament.pk
    assert tournament_json.write(copy) == text
    assert table(copy) == table(rich.tournament)
    assert own_rows(Player).count() == 7


def rows_of(plain):
    return [plain["tournament"], *(row for table in tournament_json.TABLES for row in plain[table])]


def test_a_backup_has_ids_and_private_fields_and_an_export_has_neither(rich):
    Player.objects.filter(first_name="A").update(note="vegetarian")
    own_rows(Tournament).update(registration_code="secret")
    export, backup = (
        json.loads(tournament_json.write(rich.tournament, backup=each)) for each in (False, True)
    )
    assert not any("id" in row for row in rows_of(export))
    assert all(row["id"] for row in rows_of(backup))
    assert backup["entrants"][0]["id"] == rich.entrants["A"].pk
    text = json.dumps(export)
    assert "vegetarian" not in text
    assert "secret" not in text
    assert rich.tournament.code not in text
    assert export["version"] == backup["version"] == 2


def test_a_backup_can_be_imported_like_an_export(rich):
    own_rows(Tournament).update(registration_code="secret")
    copy = bring_in(tournament_json.write(rich.tournament, backup=True))
    assert tournament_json.write(copy) == tournament_json.write(rich.tournament)
    assert (copy.registration_code, copy.created_ms) == ("", NOW_MS)
    assert copy.code != rich.tournament.code
    assert own_rows(Player).count() == 7, "they were found by their names"


def test_a_club_comes_with_its_people_and_not_without_them(make_tournament):
    e = make_tournament("A B")
    Player.objects.filter(first_name="A").update(club=Club.objects.create(name="Ringtown", city="Utrecht"))
    text = tournament_json.write(e.tournament)
    Player.objects.filter(first_name="A").update(club=None)
    own_rows(Club).all().delete()
    bring_in(text)
    assert not own_rows(Club).exists(), "A is known here, and has no club"
    Player.objects.filter(first_name="A").update(first_name="Z")
    bring_in(text)
    assert Player.objects.get(first_name="A").club.city == "Utrecht"


def test_drawn_lots_fall_on_the_same_entrants_in_a_copy(make_tournament):
    e = make_tournament("A B C D E F G H I J", format="groups", options={"groups": 2}, tiebreaks=[])
    e.publish()
    lots.draw_for_ties(actor=ORGANISER, stage=e.stage)
    e.stage.refresh_from_db()
    brought = bring_in(tournament_json.write(e.tournament))
    restored = restoring.load_copy(tournament_json.write(e.tournament, backup=True))
    assert lots_of(brought.stages.get()) == lots_of(restored.stages.get()) == lots_of(e.stage)


def test_lots_that_fell_on_ids_before_stay_as_they_were_published(make_tournament):
    e = make_tournament("A B C D E F G H", format="round-robin", tiebreaks=[])
    e.publish()
    lots.draw_for_ties(actor=ORGANISER, stage=e.stage)
    e.stage.refresh_from_db()
    seed = e.stage.lots_seed
    import_module("tournament.migrations.0003_lots_fall_on_numbers").mark(apps, None)
    e.stage.refresh_from_db()
    fell = sorted(e.entrants.values(), key=lambda each: sha256(f"{seed}/{each.pk}".encode()).digest())
    assert [row.entrant for row in standings.table(stage_record.read(e.stage)).rows] == fell


def lots_of(stage):
    """Write `A 1` in every group: the lots of the entrants."""
    tables = standings.by_group(stage_record.read(stage))
    return {
        letter: [f"{row.entrant} {row.standing.lot}" for row in shown.rows]
        for letter, shown in tables.items()
    }


@pytest.mark.parametrize(
    ("format", "given"),
    [
        ("round-robin", {}),
        ("double-knockout", {"options": {"best_of": 3}}),
        ("knockout", {"options": {"third_place": True}}),
        ("groups", {"options": {"groups": 2, "qualifiers": 1}}),
    ],
)
def test_every_format_comes_back(make_tournament, format, given):
    e = make_tournament("A B C D E F", format=format, **given)
    for _ in range(2):
        round_ = e.publish()
        for match in e.matches(round_):
            while match.second_id and not match.outcome:
                entering.type_result(
                    actor=ORGANISER, match=match, outcome=Outcome.FIRST_WINS, now_ms=e.now_ms
                )
                match.refresh_from_db()
        e.close(round_)
    text = tournament_json.write(e.tournament)
    copy = bring_in(text)
    assert tournament_json.write(copy) == text
    assert table(copy) == table(e.tournament)


def test_teams_and_their_boards_come_back(make_tournament):
    e = make_tournament(format="round-robin", entry="team", boards=2)
    for name, players in (("Rooks", "A B"), ("Knights", "C D"), ("Bishops", "E F")):
        e.enter_team(name, players)
    round_ = e.publish()
    match = next(match for match in e.matches(round_) if match.second_id)
    for number in (1, 2):
        entering.type_result(
            actor=ORGANISER, match=match, outcome=Outcome.DRAW, number=number, now_ms=e.now_ms
        )
    text = tournament_json.write(e.tournament)
    assert tournament_json.write(bring_in(text)) == text


def test_games_that_were_played_on_boards_can_be_replayed_in_the_copy(make_tournament):
    e = make_tournament("A B", format="round-robin", live=True, keeper="server", control="10+5")
    e.publish()
    game = own_rows(Game).get()
    dice, at_ms = random.Random(1), NOW_MS
    record(game_id=game.pk, request=r.Start(), actor=SYSTEM, stamp_ms=at_ms)
    for _ in range(40):
        game.refresh_from_db()
        at_ms += dice.randrange(100, 5000, 100)
        if not bot_move(game, 1, now_ms=at_ms):
            break
    if not game.ending:
        record(
            game_id=game.pk, request=r.Rule(Side.X, "late", Ending.RESIGNATION), actor=SYSTEM, stamp_ms=at_ms
        )
    game.refresh_from_db()
    entering.apply_live_result(game.pk, now_ms=at_ms)
    text = tournament_json.write(e.tournament)
    assert json.loads(text)["games"][0]["record"]
    copy = bring_in(text)
    assert tournament_json.write(copy) == text
    again = Game.objects.get(topic=copy.scope)
    assert (again.winner, again.ending, again.ply) == (game.winner, game.ending, game.ply)
    assert_logs_fold_to_rows()


@given(st.data())
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_generated_tournaments_come_back_equal(make_tournament, data):
    names = ["A", "B", "C", "D", "E", "F", "G"][: data.draw(st.integers(3, 7))]
    format = data.draw(st.sampled_from(["swiss", "round-robin"]))
    scoring = data.draw(st.sampled_from(["1-½-0", "3-1-0", "1-½-0 bye=½"]))
    e = make_tournament(" ".join(names), format=format, scoring=scoring, planned_rounds=3)
    outcomes = [outcome for outcome in Outcome if not outcome.without_opponent]
    for _ in range(data.draw(st.integers(0, 2))):
        round_ = e.publish()
        for match in e.matches(round_):
            if match.second_id:
                outcome = data.draw(st.sampled_from(outcomes))
                entering.type_result(actor=ORGANISER, match=match, outcome=outcome, now_ms=e.now_ms)
        e.close(round_)
    text = tournament_json.write(e.tournament)
    copy = bring_in(text)
    assert tournament_json.write(copy) == text
    if e.stage.entries.exists():
        assert table(copy) == table(e.tournament)


def test_a_draft_is_not_exported_with_the_pairings(make_tournament):
    e = make_tournament("A B C D", planned_rounds=2)
    e.play(e.publish())
    e.draft()
    assert {row["round"] for row in sheets.pairings(e.stage).plain()} == {1}
