"""The wizard sets a tournament up: a few answers, a proposal, one submit."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.databases import own_rows
from tests.tournament.desk.conftest import look
from tournament.formats.swiss import SWISS
from tournament.models import Stage, Tournament
from tournament.services.setup import wizard

pytestmark = pytest.mark.django_db


PLAN = {
    "entry": "player",
    "count": 12,
    "tables": 6,
    "minutes": 180,
    "name": "Autumn cup",
    "format": "swiss",
    "rounds": 5,
    "control": "10+5",
    "boards": 1,
    "live": "on",
    "keeper": "table",
}


def test_three_answers_bring_proposals_with_their_expected_end(desk):
    page = look(desk, "tournament-new", query="?entry=player&count=12&tables=6&minutes=180")
    assert "best fit" in page
    assert re.search(r"Started now it ends about \d\d:\d\d", page)


def test_the_wizard_sets_the_tournament_up_in_one_submit(desk):
    response = desk.post(reverse("tournament-new"), PLAN)
    tournament = own_rows(Tournament).get()
    assert response.url == reverse("desk-tournament", args=[tournament.pk])
    stage = tournament.stages.get()
    assert (stage.format, stage.planned_rounds, stage.control) == ("swiss", 5, "10+5")
    assert tournament.tables.count() == 6


def test_the_boards_of_a_team_match_need_tables_too(desk):
    query = "?entry=team&count=4&boards=4&minutes=600&format=round-robin&control=5&tables="
    assert "used 2 times a round" in look(desk, "tournament-new", query=query + "4")
    assert "times a round" not in look(desk, "tournament-new", query=query + "8")
    desk.post(reverse("tournament-new"), PLAN | {"entry": "team", "boards": 3})
    assert own_rows(Tournament).get().boards == 3


def test_single_players_have_one_board_though_more_were_asked_for_teams(desk):
    desk.post(reverse("tournament-new"), PLAN | {"boards": 4})
    assert own_rows(Tournament).get().boards == 1


def test_a_format_that_was_chosen_stays_and_gets_its_own_clock(desk):
    page = look(desk, "tournament-new", query="?entry=player&count=12&tables=6&minutes=180&format=knockout")
    assert re.search(r'<option value="knockout" selected', page)
    assert re.search(r'name="control"[^>]*value="15\+0"', page)


def test_a_swiss_is_not_proposed_with_more_rounds_than_can_be_drawn_without_a_rematch():
    proposed = wizard.propose(entrants=9, tables=4, minutes=180)
    assert {each.rounds for each in proposed if each.format_rules is SWISS} == {4, 5}


@pytest.mark.parametrize(("chosen", "kept"), [({}, "moves"), ({"input": "presses"}, "presses")])
def test_a_club_with_wooden_cubes_keeps_only_the_clocks(desk, chosen, kept):
    desk.post(reverse("tournament-new"), PLAN | chosen)
    assert own_rows(Tournament).get().input == kept


def test_two_at_a_board_take_less_time_than_four(desk):
    """The box that is not ticked is not in the address."""
    query = "?entry=pair&count=8&tables=4&minutes=600&format=round-robin&control=10&keeper=table"
    ends = [
        re.search(r"About ([^,]+),", look(desk, "tournament-new", query=query + four))[1]
        for four in ("", "&four=on")
    ]
    assert ends[0] != ends[1]


def expected(desk, query):
    page = look(desk, "tournament-new", query=f"?entry=player&minutes=600&control=5&keeper=table&{query}")
    told = re.search(r"About ([^,]+), ([^,]+) a round\.", page)
    return told and told.groups()


@pytest.mark.parametrize(
    ("query", "told"),
    [
        # Groups of six are five rounds, the knockout of four is two: seven rounds of 14 minutes.
        ("count=12&tables=6", ("1 h 38 min", "14 min")),
        # The larger group of seven is seven rounds.
        ("count=13&tables=6", ("2 h 6 min", "14 min")),
        # Groups of four are three rounds, the knockout of six is three.
        ("count=12&tables=6&groups=3", ("1 h 24 min", "14 min")),
        # All entrants need the tables twice, the last four only once: five rounds of 28 minutes, two of 14.
        ("count=12&tables=3", ("2 h 48 min", "28 min")),
        ("count=12&tables=6&groups=7", None),
        ("count=12&tables=6&groups=3&qualifiers=5", None),
        ("count=12&tables=6&groups=1&qualifiers=1", None),
        ("count=12&tables=6&groups=0", None),
        ("count=12&tables=6&groups=x", None),
    ],
)
def test_groups_take_the_rounds_of_the_largest_and_those_of_the_knockout(desk, query, told):
    assert expected(desk, f"format=groups&{query}") == told


def test_a_ladder_is_not_said_to_end(desk):
    query = "?entry=player&count=12&tables=6&minutes=180&control=5&format="
    assert "no end of its own" in look(desk, "tournament-new", query=query + "ladder")
    assert "no end of its own" not in look(desk, "tournament-new", query=query + "swiss")
    assert expected(desk, "count=12&tables=6&format=ladder") is None


def test_groups_come_with_the_knockout_that_follows(desk):
    desk.post(reverse("tournament-new"), PLAN | {"format": "groups", "groups": 3, "qualifiers": 2})
    first, second = own_rows(Tournament).get().stages.order_by("number")
    assert (first.format, first.options["groups"], second.format) == ("groups", 3, "knockout")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"control": "10+x"}, "10+x"),
        ({"rounds": ""}, "A Swiss needs a number of rounds."),
        ({"name": "  "}, "This field is required."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_made(desk, wrong, told):
    response = desk.post(reverse("tournament-new"), PLAN | wrong)
    assert told in response.content.decode()
    assert not own_rows(Tournament).exists()


def test_more_rounds_than_anybody_plays_are_not_reckoned_with(desk):
    page = desk.get(reverse("tournament-new"), PLAN | {"rounds": "9" * 30})
    assert page.status_code == 200
    assert page.context["expected"].rounds < 1000


def test_a_knockout_of_the_wizard_goes_on_by_itself_also_after_groups(desk):
    desk.post(reverse("tournament-new"), PLAN | {"format": "knockout"})
    desk.post(reverse("tournament-new"), PLAN | {"format": "groups", "groups": 2, "qualifiers": 2})
    brackets = own_rows(Stage).filter(format="knockout")
    assert [stage.options["goes_on"] for stage in brackets] == [True, True]
    assert Stage.objects.get(format="groups").options["goes_on"] is False


def test_each_family_of_formats_is_proposed_once(desk):
    page = look(desk, "tournament-new", query="?entry=player&count=11&tables=6&minutes=240")
    proposed = re.findall(r'class="card proposal".*?<h3>([^<]+)</h3>', page)
    families = {
        "Round robin": "all",
        "Double round robin": "all",
        "Swiss": "swiss",
        "Groups": "groups",
        "Knockout": "cup",
        "Double knockout": "cup",
    }
    assert sorted(families[name] for name in proposed) == ["all", "cup", "groups", "swiss"]
    assert re.search(r"format=groups&amp;control=[^&]+&amp;groups=2&amp;qualifiers=2", page)


def test_a_match_of_several_games_takes_as_many_times_as_long(desk):
    one, three = (expected(desk, f"count=8&tables=4&format=knockout&best_of={games}") for games in (1, 3))
    # Three rounds of 10 minutes and 4 to change over; of 30 minutes and 4.
    assert (one, three) == (("42 min", "14 min"), ("1 h 42 min", "34 min"))


def test_best_of_three_and_the_match_for_third_place_are_set_up_at_once(desk):
    desk.post(reverse("tournament-new"), PLAN | {"format": "knockout", "best_of": 3, "third_place": "on"})
    options = own_rows(Tournament).get().stages.get().options
    assert (options["best_of"], options["third_place"]) == (3, True)


def test_the_first_day_is_today_unless_another_is_chosen(desk):
    page = look(desk, "tournament-new", query="?entry=player&count=8&tables=4&minutes=180")
    today = timezone.localdate().isoformat()
    assert re.search(rf'name="starts_on"[^>]*value="{today}"|value="{today}"[^>]*name="starts_on"', page)
