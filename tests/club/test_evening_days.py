"""To which day a game of a club evening belongs."""

import datetime

import pytest

from tests.club.conftest import ORGANISER
from tests.club.evenings import NOW_MS, TODAY, open_evening, play
from tests.databases import own_rows
from tournament.models import Evening
from tournament.scores import Outcome
from tournament.services.club import evening_days, evenings, played_games, rating_periods, ratings
from tournament.services.results import entering

pytestmark = pytest.mark.django_db


def day_of(game):
    return datetime.datetime.fromtimestamp(game.began_ms / 1000, datetime.UTC).date()


def test_a_game_entered_later_belongs_to_the_day_of_its_evening(people):
    past = open_evening(day=TODAY - datetime.timedelta(days=7))
    play(past, [people["A"]], [people["B"]])
    play(past, [people["C"]], [people["B"]])
    games = played_games.games_of_player(people["B"].pk)
    assert [day_of(game) for game in games] == [past.day] * 2
    assert [game.players[0] for game in games] == [people["A"].pk, people["C"].pk], "in the order of telling"
    assert all(game.ended_ms == game.began_ms for game in games)


def test_a_game_that_begins_in_an_evening_of_last_week_counts_for_that_day_too(people):
    past = open_evening(day=TODAY - datetime.timedelta(days=7))
    play(past, [people["A"]], [people["B"]])
    match = play(past, [people["C"]], [people["B"]], None)
    assert match.round.starts_ms == NOW_MS, "nobody is late for a game that was put on the table just now"
    at_ms = evening_days.game_instant(past, NOW_MS)
    entering.type_result(actor=ORGANISER, match=match, outcome=Outcome.FIRST_WINS, now_ms=at_ms)
    games = played_games.games_of_player(people["B"].pk)
    assert [(day_of(game), game.players[0]) for game in games] == [
        (past.day, people["A"].pk),
        (past.day, people["C"].pk),
    ]


def test_an_evening_that_was_dated_wrongly_moves_with_all_its_games(evening, people):
    play(evening, [people["A"]], [people["B"]])
    evenings.close(actor=ORGANISER, evening=evening, now_ms=NOW_MS + 1)
    evening.refresh_from_db()
    right = evening.day - datetime.timedelta(days=7)
    evening_days.change(actor=ORGANISER, evening=evening, name="Monday", day=right, season="2026")
    (game,) = played_games.games_of_player(people["A"].pk)
    assert day_of(game) == right
    evening.refresh_from_db()
    assert (evening.twos.starts_on, evening.twos.name) == (right, "Monday")
    rating_periods.bring_up_to_date()
    assert [point.ended_ms for point in ratings.history_of(people["A"], "two")] == [game.ended_ms]


def test_a_season_tells_averages(people):
    for outcome in (Outcome.FIRST_WINS, Outcome.DRAW):
        play(open_evening(), [people["A"]], [people["B"]], outcome)
    first, second = evenings.table_of(own_rows(Evening).filter(season="2026"))
    assert [(line.per_evening, line.percent) for line in (first, second)] == [(0.75, 75), (0.25, 25)]
