"""Players and teams from a list: the plan says what happens to every line, and nothing is written before."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.club.conftest import ORGANISER
from tests.databases import own_rows
from tests.exchange.conftest import read_or_refuse
from tournament.files import reading
from tournament.models import Club, Player, Team
from tournament.people_lists.people_list import read_players
from tournament.people_lists.people_matching import LineAction
from tournament.services.club import from_list

pytestmark = pytest.mark.django_db


def plan(text):
    return from_list.plan(read_players(text))


def actions(text):
    return [(each.line.number, str(each.action), *map(str, each.troubles)) for each in plan(text).players]


def test_every_line_is_planned_and_nothing_is_written():
    Player.objects.create(first_name="Mira", family_name="Novak", rating=1500)
    Player.objects.create(first_name="Jonas", family_name="Weber")
    for _ in range(2):
        Player.objects.create(first_name="Two", family_name="Names")
    text = """Name;Rating;Born
Mira Novak;1612;
Jonas Weber;;
Ada Birk;abc;
Cleo Lind;1500;1850

Ines Duarte;1700;2001
Two Names;;
"Open;1500;
Ines Duarte;1700;2001
;1400;
"""
    assert actions(text) == [
        (2, "change"),
        (3, "known"),
        (4, "left-out", "“abc” is not a rating from 1 to 3999."),
        (5, "left-out", "“1850” is not a year of birth."),
        (7, "new"),
        (8, "left-out", "2 players of this name are listed. Add a year of birth, or make them one first."),
        (9, "left-out", "A quotation mark is opened and never closed."),
        (10, "left-out", "The same as line 7."),
        (11, "left-out", "A name is needed."),
    ]
    assert own_rows(Player).count() == 4
    assert not own_rows(Club).exists()


def test_carrying_out_follows_the_plan_and_leaves_wrong_lines_out():
    mira = Player.objects.create(first_name="Mira", family_name="Novak", rating=1500)
    planned = plan("Name;Rating;Club\nMira Novak;1612;Cube Club\nAda Birk;x;\nCleo Lind;;cube club")
    from_list.carry_out(planned, actor=ORGANISER)
    mira.refresh_from_db()
    assert (mira.rating, mira.club.name) == (1612, "Cube Club")
    assert sorted(own_rows(Player).values_list("first_name", flat=True)) == ["Cleo", "Mira"]
    assert own_rows(Club).count() == 1


def test_teams_are_made_from_a_column_in_the_order_of_boards():
    text = "Team,Name,Board\nRooks,Ada Birk,2\nRooks,Ben Okafor,1\nKnights,Cleo Lind,\nKnights,Dan Ek,"
    from_list.carry_out(plan(text), actor=ORGANISER)
    rooks = Team.objects.get(name="Rooks")
    assert [str(member.player) for member in rooks.members.all()] == ["Ben Okafor", "Ada Birk"]
    again = plan(text)
    assert [team.known for team in again.teams] == [True, True]
    assert not again.does_something


def test_bringing_the_same_list_twice_changes_nothing():
    text = "Name;Rating\nMira Novak;1612\nAda Birk;1400"
    from_list.carry_out(plan(text), actor=ORGANISER)
    assert [each.action for each in plan(text).players] == [LineAction.KNOWN, LineAction.KNOWN]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=300))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_planned_or_refused(text):
    read_or_refuse(lambda given: plan(reading.check_text(given)), text)
