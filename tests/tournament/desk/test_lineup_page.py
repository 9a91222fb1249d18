"""Line-ups at the desk: linked from round and team, chosen board by board, refused with a sentence."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.databases import own_rows
from tests.tournament.desk.conftest import look, press, publish, start
from tournament.models import Match, MatchGame, Player, Round, TeamMember

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(make_tournament):
    def make(count=2, **given):
        e = make_tournament(
            **{"entry": "team", "boards": 2, "format": "round-robin", "name": f"L{count}"} | given
        )
        for number in range(1, count + 1):
            e.enter_team(f"T{number}", " ".join(f"t{number}{letter}" for letter in "abc"))
        TeamMember.objects.filter(order=3).update(substitute=True)
        return e

    return make


def choose(client, e, round_, team, *names):
    """Press the button of one team, and return the answer."""
    ids = dict(own_rows(Player).values_list("first_name", "pk"))
    fields = {f"board-{number}": ids.get(name, "") for number, name in enumerate(names, 1)}
    address = reverse("desk-lineup-set", args=[round_.pk])
    return client.post(address, fields | {"entrant": e.entrants[team].pk}, follow=True)


def chosen(page, e, team):
    """List what the selects of one team show."""
    form = page[page.index(f'id="team-{e.entrants[team].pk}"') :].partition("</form>")[0]
    shown = []
    for select in re.findall(r"<select.*?</select>", form, re.S):
        found = re.search(r"selected>([^<(]*)", select)
        shown.append(found[1].strip() if found else "")
    return shown


def test_the_page_shows_the_usual_order_until_another_is_chosen(desk, league):
    e = league()
    press(desk, "desk-draft", e.stage.pk)
    draft = own_rows(Round).get()
    page = look(desk, "desk-lineups", draft.pk)
    assert chosen(page, e, "T1") == ["t1a", "t1b"]
    assert page.count("usual order") == 2
    answer = choose(desk, e, draft, "T1", "t1c", "t1b")
    assert [str(each) for each in answer.context["messages"]] == ["The line-up of T1 is set."]
    page = look(desk, "desk-lineups", draft.pk)
    assert chosen(page, e, "T1") == ["t1c", "t1b"]
    assert page.count("usual order") == 1


def test_it_is_found_from_the_round_the_team_and_the_match(desk, league):
    e = league()
    press(desk, "desk-draft", e.stage.pk)
    draft = own_rows(Round).get()
    address = reverse("desk-lineups", args=[draft.pk])
    assert address in look(desk, "desk-tournament", e.tournament.pk)
    assert f"{address}#team-{e.entrants['T1'].pk}" in look(desk, "desk-entrant", e.entrants["T1"].pk)
    press(desk, "desk-publish", draft.pk, version=draft.version)
    assert address in look(desk, "desk-tournament", e.tournament.pk)
    assert address in look(desk, "desk-match", own_rows(Match).get().pk)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("t1a", "t1a"), "t1a is named for two boards."),
        (("t1a", "t2c"), "t2c is not a member of this team."),
        (("t1b", "t1a"), "The board order of this event is fixed: t1a sits above t1b."),
        (("", ""), "Name at least one player of T1."),
    ],
)
def test_a_refusal_stands_beside_what_was_chosen(desk, league, names, told):
    e = league()
    press(desk, "desk-draft", e.stage.pk)
    answer = choose(desk, e, own_rows(Round).get(), "T1", *names)
    page = re.sub(r"\s+", " ", answer.content.decode())
    assert told in page
    assert chosen(page, e, "T1") == [name if name != "t2c" else "" for name in names]
    assert not e.entrants["T1"].lineups.exists()


def test_empty_boards_move_to_the_bottom_and_that_is_said(desk, league):
    e = league()
    round_ = publish(desk, e)
    told = [str(each) for each in choose(desk, e, round_, "T1", "", "t1b").context["messages"]]
    assert told[1] == "Empty boards are at the bottom: those below them have moved up."
    assert chosen(look(desk, "desk-lineups", round_.pk), e, "T1") == ["t1b", ""]


def test_a_board_that_has_begun_cannot_be_chosen_for(desk, league):
    e = league(live=True, keeper="server")
    round_ = publish(desk, e)
    start(own_rows(MatchGame).get(number=1).game)
    page = look(desk, "desk-lineups", round_.pk)
    assert page.count("has begun</span>") == 2
    answer = choose(desk, e, round_, "T1", "t1c", "t1b")
    assert "Board 1 has begun: those who sit there stay." in answer.content.decode()
    choose(desk, e, round_, "T1", "t1a", "t1c")
    assert chosen(look(desk, "desk-lineups", round_.pk), e, "T1") == ["t1a", "t1c"]


def test_of_a_closed_round_the_line_ups_are_only_shown(desk, league):
    e = league()
    round_ = publish(desk, e)
    e.play(round_)
    page = look(desk, "desk-lineups", round_.pk)
    assert "Set the line-up" not in page
    assert "its line-ups stay as they were" in page


def test_a_tournament_of_single_players_says_that_it_has_none(desk, make_tournament):
    e = make_tournament("A B")
    round_ = publish(desk, e)
    assert "No team plays in this round" in look(desk, "desk-lineups", round_.pk)
    assert reverse("desk-lineups", args=[round_.pk]) not in look(desk, "desk-tournament", e.tournament.pk)


def test_somebody_elses_team_and_unknown_players_are_not_found(desk, league):
    e, other = league(), league(name="Other")
    press(desk, "desk-draft", e.stage.pk)
    address = reverse("desk-lineup-set", args=[own_rows(Round).get().pk])
    assert desk.post(address, {"entrant": other.entrants["T1"].pk}).status_code == 404
    assert desk.post(address, {"entrant": e.entrants["T1"].pk, "board-1": 999_999}).status_code == 404


def test_many_teams_cost_as_many_questions_as_few(desk, league):
    counts = set()
    for count in (2, 8):
        round_ = publish(desk, league(count))
        with CaptureQueriesContext(connection) as asked:
            look(desk, "desk-lineups", round_.pk)
        counts.add(len(asked))
    assert len(counts) == 1


def test_the_board_order_of_a_team_is_changed_and_who_has_no_number_is_a_substitute(desk, league):
    e = league()
    ids = dict(own_rows(Player).values_list("first_name", "pk"))
    numbers = {"t1c": 1, "t1a": 2, "t1b": ""}
    fields = {f"board-{ids[name]}": number for name, number in numbers.items()}
    told = press(desk, "desk-reorder", e.entrants["T1"].pk, **fields)
    assert told == ["The board order is changed from the next round on."]

    def members(team):
        rows = e.entrants[team].team.members.order_by("order").select_related("player")
        return [(str(row.player), row.substitute) for row in rows]

    assert members("T1") == [("t1c", False), ("t1a", False), ("t1b", True)]
    assert members("T2") == [("t2a", False), ("t2b", False), ("t2c", True)]
    publish(desk, e)
    first_board = own_rows(MatchGame).select_related("starter_player", "second_player").get(number=1)
    assert {str(first_board.starter_player), str(first_board.second_player)} == {"t1c", "t2a"}
