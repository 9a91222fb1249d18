"""The line-up of a team for one round: who may sit where, and how published boards follow."""

import pytest

from games.access.permissions import SYSTEM
from games.models import Action, Game
from games.referee import requests as r
from games.services.recording import record
from tests.databases import own_rows
from tests.tournament.conftest import ORGANISER
from tournament.models import Match, MatchGame, Player, Source, TeamMember
from tournament.services.club import people
from tournament.services.entries import lineups, teams
from tournament.services.faults import StepRefused
from tournament.services.results import entering

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(make_tournament):
    """Enter two teams of two boards, each with a third player as substitute."""

    def make(**given):
        e = make_tournament(**{"entry": "team", "boards": 2, "format": "round-robin"} | given)
        e.enter_team("Reds", "r1 r2 r3")
        e.enter_team("Blues", "b1 b2 b3")
        TeamMember.objects.filter(order=3).update(substitute=True)
        return e

    return make


def name(e, team, players, number=1):
    """Set a line-up, as in `name(e, "Reds", "r3 - r1")`; a dash is an empty board."""
    chosen = [None if each == "-" else Player.objects.get(first_name=each) for each in players.split()]
    lineups.set_lineup(
        actor=ORGANISER,
        entrant=e.entrants[team],
        stage=e.stage,
        number=number,
        players=chosen,
        now_ms=e.now_ms,
    )


def refusal(*args, **more):
    with pytest.raises(StepRefused) as no:
        name(*args, **more)
    return no.value.code


def at_the_boards():
    """List the boards as `r1-b1 b2-r2`: who starts, who is second; with the pairing's outcome for a missing
    player.
    """
    told = []
    for game in own_rows(MatchGame).select_related("starter_player", "second_player").order_by("number"):
        sides = (game.starter_player, game.second_player)
        told.append("-".join(str(each) if each else "" for each in sides) + (f" {game.outcome}").rstrip())
    return told


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ("r1 r1", "twice-in-lineup"),
        ("r1 b1", "not-a-member"),
        ("r1 r2 r3", "too-many-boards"),
        ("- -", "nobody-plays"),
        ("r2 r1", "order-fixed"),
    ],
)
def test_what_the_rules_forbid_is_refused_and_nothing_is_kept(league, players, code):
    e = league()
    e.draft()
    assert refusal(e, "Reds", players) == code
    assert not e.entrants["Reds"].lineups.exists()


@pytest.mark.parametrize("players", ["r1 r2", "r3 r2", "r1 r3", "r2 r3", "r3 r1", "r2"])
def test_a_substitute_sits_anywhere_while_the_regular_players_keep_their_order(league, players):
    e = league()
    round_ = e.draft()
    name(e, "Reds", players)
    seats = lineups.seated_players(round_, e.matches(round_))[e.entrants["Reds"].pk]
    found = [Player.objects.get(pk=pk).first_name for pk in seats if pk]
    assert found == players.split()


def test_where_the_tournament_lets_it_change_the_order_is_free(league):
    e = league(lineup_per_round=True)
    e.draft()
    name(e, "Reds", "r2 r1")


def test_only_teams_of_boards_have_a_line_up(make_tournament):
    e = make_tournament("A B")
    e.draft()
    assert refusal(e, "A", "A") == "no-lineups"


def test_a_round_without_a_line_up_of_its_own_is_played_in_the_teams_order(league):
    e = league()
    round_ = e.draft()
    drafted = lineups.seated_players(round_, e.matches(round_))
    round_ = e.publish(round_)
    assert lineups.seated_players(round_, e.matches(round_)) == drafted


def test_after_publication_the_waiting_game_shows_the_substitute(league):
    e = league(live=True)
    e.publish()
    before = list(own_rows(Game).order_by("pk").values_list("pk", flat=True))
    name(e, "Reds", "r1 r3")
    assert {*at_the_boards()[1].split("-")} == {"r3", "b2"}
    assert list(own_rows(Game).order_by("pk").values_list("pk", flat=True)) == before
    second = MatchGame.objects.get(number=2).game
    assert {who["name"] for who in second.players.values()} == {"r3", "b2"}
    noted = Action.objects.get(verb="set_lineup")
    ids = dict(own_rows(Player).values_list("first_name", "pk"))
    assert noted.before["players"] == [ids["r1"], ids["r2"]]
    assert noted.after["players"] == [ids["r1"], ids["r3"]]


def test_the_other_team_keeps_the_players_it_was_published_with(league):
    e = league()
    e.publish()
    reordered = [Player.objects.get(first_name=each) for each in ("b2", "b1")]
    teams.reorder(actor=ORGANISER, entrant=e.entrants["Blues"], players=reordered)
    name(e, "Reds", "r3 r2")
    assert [{*each.split("-")} for each in at_the_boards()] == [{"r3", "b1"}, {"r2", "b2"}]


def test_a_missing_player_forfeits_the_bottom_board_and_a_late_one_takes_it_back(league):
    e = league(live=True)
    e.publish()
    name(e, "Reds", "- r2")
    top, bottom = own_rows(MatchGame).order_by("number")
    assert {str(top.starter_player), str(top.second_player)} == {"r2", "b1"}
    assert (bottom.source, bottom.game.voided, bottom.table_id) == (Source.PAIRING, True, None)
    assert "forfeits" in bottom.outcome
    name(e, "Reds", "r1 r2")
    bottom.refresh_from_db()
    assert (bottom.outcome, bottom.source, bottom.game.voided) == ("", Source.NONE, False)
    assert {who["name"] for who in bottom.game.players.values()} == {"r2", "b2"}


def test_a_board_that_has_begun_keeps_its_players(league):
    e = league(live=True, keeper="server")
    e.publish()
    first = own_rows(MatchGame).get(number=1)
    record(game_id=first.game_id, request=r.Start(), actor=SYSTEM, nonce="", stamp_ms=e.now_ms)
    seated = at_the_boards()
    assert refusal(e, "Reds", "r3 r2") == "board-begun"
    assert refusal(e, "Reds", "r2") == "board-begun"
    assert at_the_boards() == seated
    name(e, "Reds", "r1 r3")
    assert "r3" in at_the_boards()[1]
    assert lineups.begun_boards([first.match]) == {(first.match_id, 1)}


def test_a_typed_board_keeps_its_players_and_a_decided_match_its_line_ups(league):
    e = league()
    e.publish()
    match = own_rows(Match).with_names().get()
    typed = {"actor": ORGANISER, "match": match, "outcome": entering.read_typed("1"), "now_ms": 1}
    entering.type_result(**typed, number=1)
    assert refusal(e, "Reds", "r3 r2") == "board-begun"
    entering.type_result(**typed, number=2)
    assert refusal(e, "Reds", "r1 r3") == "already-decided"


def test_the_last_open_board_forfeited_decides_the_match(league):
    e = league()
    e.publish()
    match = own_rows(Match).with_names().get()
    draw = entering.read_typed("=")
    entering.type_result(actor=ORGANISER, match=match, outcome=draw, number=1, now_ms=1)
    name(e, "Reds", "r1")
    match.refresh_from_db()
    blues_first = match.first_id == e.entrants["Blues"].pk
    assert match.outcome == ("first-wins" if blues_first else "second-wins")


def test_a_closed_round_is_over(league):
    e = league()
    e.play(e.publish())
    assert refusal(e, "Reds", "r1 r3") == "round-over"


def test_a_line_up_of_the_second_round_leaves_the_first_as_it_was(league):
    e = league(format="double-round-robin")
    first, second = e.play(e.publish()), e.publish()
    name(e, "Reds", "r1 r3", number=2)
    reds = e.entrants["Reds"].pk
    sat = [lineups.seated_players(round_, e.matches(round_))[reds] for round_ in (first, second)]
    ids = dict(own_rows(Player).values_list("first_name", "pk"))
    assert sat == [[ids["r1"], ids["r2"]], [ids["r1"], ids["r3"]]]


def test_a_line_up_follows_a_player_who_was_entered_twice(league):
    e = league()
    round_ = e.draft()
    name(e, "Reds", "r1 r3")
    twin = Player.objects.create(first_name="Rob")
    people.merge(actor=ORGANISER, player=Player.objects.get(first_name="r3"), into=twin)
    seats = lineups.seated_players(round_, e.matches(round_))[e.entrants["Reds"].pk]
    assert seats[1] == twin.pk
    e.publish(round_)
    assert any("Rob" in each for each in at_the_boards())
