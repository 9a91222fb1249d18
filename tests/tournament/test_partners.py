"""A pair may have other players next time: its games still belong to the two who played them."""

import pytest

from games.access.permissions import SYSTEM
from games.models import Game
from tests.tournament.conftest import ORGANISER
from tournament.files import tournament_json
from tournament.import_export import tournament_import
from tournament.models import Player, RatingKind
from tournament.scores import Outcome
from tournament.services.club import people, played_games, rating_periods, ratings
from tournament.services.entries import teams
from tournament.services.results import corrections, entering
from tournament.services.rounds import lifecycle


@pytest.fixture
def pairs(make_tournament):
    def make(**given):
        e = make_tournament(format="round-robin", planned_rounds=None, entry="pair", seats=4, **given)
        for name, players in (("One", "A B"), ("Two", "C D"), ("Three", "E F"), ("Four", "G H")):
            e.enter_team(name, players)
        return e

    return make


def substitute(e, pair, leaves, joins):
    coming, _made = Player.objects.get_or_create(first_name=joins)
    leaving = Player.objects.get(first_name=leaves)
    teams.substitute(actor=ORGANISER, entrant=e.entrants[pair], leaves=leaving, joins=coming)


def sides(e):
    """List who sat together, round by round: `A+B - C+D`, the sides by letter."""
    names = dict(Player.objects.values_list("pk", "first_name"))
    games = played_games.read(played_games.closed_matches(round__stage__tournament=e.tournament))
    return [
        " - ".join(sorted("+".join(names[pk] for pk in side) for side in (game.starters, game.others)))
        for game in games
    ]


def play_all(e):
    for _number in range(3):
        e.play(e.publish())


def test_a_partner_who_joins_later_is_not_rated_for_what_was_played_before(pairs):
    e = pairs()
    e.play(e.publish())
    before = sides(e)
    substitute(e, "One", "B", "Z")
    assert sides(e) == before
    for _number in range(2):
        e.play(e.publish())
    assert ("A+B" in str(sides(e)[:2]), "A+B" in str(sides(e)[2:])) == (True, False)
    rating_periods.bring_up_to_date()
    games = {str(row.player): row.games for row in ratings.table(RatingKind.PARTNERS)}
    assert (games["A"], games["B"], games["Z"]) == (3, 1, 2)


def test_a_pair_that_changes_after_the_tournament_leaves_its_ratings_alone(pairs):
    e = pairs()
    play_all(e)
    rating_periods.bring_up_to_date()
    before = ratings.table(RatingKind.PARTNERS)
    substitute(e, "Two", "D", "Z")
    rating_periods.refresh(RatingKind.PARTNERS, whole=True)
    assert [(row.player, row.rating) for row in ratings.table(RatingKind.PARTNERS)] == [
        (row.player, row.rating) for row in before
    ]
    assert played_games.games_of_player(Player.objects.get(first_name="Z").pk) == []
    assert len(played_games.games_of_player(Player.objects.get(first_name="D").pk)) == 3


def test_a_correction_changes_the_result_and_not_the_people(pairs):
    e = pairs()
    play_all(e)
    before = sides(e)
    substitute(e, "One", "A", "Z")
    match = e.match("One", "Two")
    flipped = Outcome(match.outcome).swapped
    corrections.correct(actor=SYSTEM, match=match, outcome=flipped, note="misread", now_ms=e.now_ms)
    assert sides(e) == before


def test_a_round_that_was_undone_is_played_by_those_who_play_it_again(pairs):
    e = pairs()
    round_ = e.publish()
    match = e.matches(round_)[0]
    entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.FIRST_WINS, now_ms=e.now_ms)
    lifecycle.undo(actor=ORGANISER, round_=round_, now_ms=e.now_ms)
    leaves = match.first.team.members.order_by("order").first().player.first_name
    substitute(e, str(match.first), leaves, "Z")
    e.play(e.publish())
    told = str(sides(e))
    assert "Z" in told
    assert leaves not in told


def test_the_seats_of_a_game_that_was_decided_keep_who_played_it(pairs):
    e = pairs(live=True)
    match = e.matches(e.publish())[0]
    entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.FIRST_WINS, now_ms=e.now_ms)
    stays, leaves = (each.player for each in match.first.team.members.order_by("order"))
    seated, was = names_at(match), stays.first_name
    substitute(e, str(match.first), leaves.first_name, "Z")
    people.change(actor=ORGANISER, player=stays, first_name="Q")
    assert names_at(match) == ["Q" if name == was else name for name in seated]


def names_at(match):
    players = Game.objects.get(match_game__match=match).players
    return [players[seat]["name"] for seat in "NESW"]


def test_a_tournament_file_tells_who_of_a_pair_played(pairs):
    e = pairs()
    play_all(e)
    before = sides(e)
    substitute(e, "One", "B", "Z")
    copy = tournament_import.enter(
        tournament_json.read(tournament_json.write(e.tournament)),
        actor=ORGANISER,
        now_ms=e.now_ms,
        name="Copy",
    )
    e.tournament = copy
    assert sides(e) == before
