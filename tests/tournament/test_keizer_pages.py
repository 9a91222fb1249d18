"""A Keizer season on every page and in every file, all of which know only what the format answers."""

import pytest
from django.test import Client
from django.urls import reverse

from games.access.permissions import SYSTEM
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import as_role, desk, look
from tests.tournament.pages import page, text
from tournament.files import tournament_json
from tournament.import_export import sheets, tournament_import
from tournament.models import Absence, Tournament
from tournament.services import standings
from tournament.services.entries import attendance, slips
from tournament.services.faults import StepRefused
from tournament.services.stages import stage_record

__all__ = ["as_role", "desk"]

pytestmark = pytest.mark.django_db

PAGES = (
    *(
        "tournament",
        "tournament-round",
        "tournament-standings",
        "tournament-entrants",
        "tournament-prizes",
        "tournament-cross-table",
    ),
    *("projector", "print", "print-pairings", "print-standings", "print-cross-table"),
)


@pytest.fixture
def season(make_tournament):
    """Play three of five evenings: A won all, E was away with notice, D once without."""
    e = make_tournament("A B C D E", format="keizer", planned_rounds=5)
    for number in (1, 2, 3):
        attendance.announce_absence(
            kind="half-bye", actor=ORGANISER, entrant=e.entrants["E"], stage=e.stage, number=number
        )
    attendance.announce_absence(
        kind="absent", actor=ORGANISER, entrant=e.entrants["D"], stage=e.stage, number=2
    )
    for _ in range(3):
        e.play(e.publish())
    return e


def test_every_page_of_a_season_opens_and_says_what_it_is(season):
    shown = {name: text(page(season, name)) for name in PAGES}
    assert all(page(season, name).status_code == 200 for name in PAGES)
    for name in ("tournament-standings", "projector", "print-standings"):
        assert "KZ" in shown[name], name
        assert "VAL" in shown[name], name
    assert "What the order goes by" in shown["tournament-standings"]
    assert "How ties are broken" not in shown["tournament-standings"]
    assert "excused" in shown["tournament-cross-table"]
    assert "Absent with notice" in shown["print-pairings"]
    assert "½ bye" not in shown["tournament-cross-table"]


def test_a_score_leads_to_its_working_and_an_entrants_page_has_it_round_by_round(season):
    first = standings.table(stage_record.read(season.stage)).rows[0]
    value = first.standing.workings[0].value_text
    number = first.entrant.number
    assert f'href="{number}/0/?stage=1&amp;round=3"' in page(season, "tournament-standings").content.decode()
    working = text(page(season, "tournament-working", number, 0))
    assert "One’s own value: 7." in working
    assert "won against" in working
    assert "FIDE" not in working
    assert "The first place is worth 7." in text(page(season, "tournament-working", number, 1))
    card = text(page(season, "tournament-entrant", number))
    assert f"{value} Keizer score" in card or f"Keizer score {value}" in card
    away = text(page(season, "tournament-entrant", season.entrants["E"].number))
    assert "absent with notice" in away


def test_standings_of_an_earlier_evening_are_those_of_then(season):
    after = [
        row.standing.workings[1].value_text
        for row in standings.table(stage_record.read(season.stage), after_round=1).rows
    ]
    assert after == ["7", "6", "5", "4", "3"]
    then, now = (
        {str(row.entrant): row.standing.workings[0].value for row in table.rows}
        for table in (
            standings.table(stage_record.read(season.stage), after_round=1),
            standings.table(stage_record.read(season.stage)),
        )
    )
    assert then["A"] < now["A"]


def test_the_numbers_are_in_csv_json_and_the_interface(season, client):
    sheet = sheets.standing(season.stage)
    assert sheet.header[:6] == ("rank", "number", "name", "points", "KZ", "VAL")
    assert sheet.plain()[0]["VAL"] == "7"
    answer = client.get(reverse("api-standings", args=[season.tournament.code, 1])).json()
    assert "'tiebreaks': ['KZ', 'VAL']" in str(answer)
    copy = tournament_import.enter(
        tournament_json.read(tournament_json.write(season.tournament)), actor=ORGANISER, now_ms=season.now_ms
    )
    assert sheets.standing(copy.stages.get()).plain() == sheet.plain()


def test_a_player_announces_an_absence_by_the_own_link_as_often_as_need_be(season):
    client = Client()
    entrant = season.entrants["B"]
    client.post(slips.player_link(actor=SYSTEM, entrant=entrant).path)
    shown = client.get(reverse("player", args=[entrant.pk])).content.decode()
    assert "I cannot play" in shown
    assert "Half-point bye" not in shown
    for number in (4, 5):
        client.post(reverse("player-attend", args=[entrant.pk, "half-bye"]), {"round": number})
    assert Absence.objects.filter(entrant=entrant, kind="half-bye").count() == 2
    told = client.get(reverse("player", args=[entrant.pk])).content.decode()
    assert "Absent with notice" in told
    assert "you will not be paired in that round" in told


def test_the_desk_speaks_of_notice_and_explains_the_draft(desk, season):
    assert "Absent without notice" in look(desk, "desk-entrant", season.entrants["A"].pk)
    assert "Rounds between two meetings, at least" in look(desk, "desk-stage", season.stage.pk)
    season.draft()
    shown = look(desk, "desk-tournament", season.tournament.pk)
    assert "from the top down" in shown


def test_the_wizard_proposes_it_for_a_season_and_for_nothing_else(desk):
    once = look(desk, "tournament-new", query="?entry=player&count=14&tables=7&minutes=120")
    season = look(desk, "tournament-new", query="?entry=player&when=season&count=14&tables=7&minutes=120")
    assert "<h3>Keizer</h3>" not in once
    assert "<h3>Keizer</h3>" in season
    assert "An evening takes" in season
    plan = {"name": "Winter", "format": "keizer", "rounds": 20, "control": "10+5", "keeper": "table"}
    answers = {"entry": "player", "when": "season", "count": 14, "tables": 7, "minutes": 120}
    desk.post(reverse("tournament-new"), answers | plan)
    stage = own_rows(Tournament).get().stages.get()
    assert (stage.format, stage.planned_rounds, stage.scoring) == ("keizer", 20, "1-½-0 bye=0 half-bye=0")


def test_a_draft_is_stale_once_a_player_announces_an_absence_and_a_half_bye_comes_before_it(season):
    season.draft()
    with pytest.raises(StepRefused):
        attendance.announce_absence(
            kind="half-bye", actor=ORGANISER, entrant=season.entrants["A"], stage=season.stage, number=4
        )
