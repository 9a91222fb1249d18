"""Best win, worst loss, highest rating and the longest run of a player."""

import pytest
from django.urls import reverse

from tests.club.conftest import ORGANISER
from tournament.models import Player
from tournament.services.club import players, rating_periods, ratings
from tournament.services.entries import enrol


@pytest.fixture
def beats(make_tournament):
    """Play `beats("Ada Ben")`: a tournament of these two, which the first-named wins."""

    def make(names, **given):
        e = make_tournament("", format="round-robin", name=names, **given)
        for name in names.split():
            player, _ = Player.objects.get_or_create(first_name=name)
            enrol.enter_player(actor=ORGANISER, tournament=e.tournament, player=player, now_ms=e.now_ms)
        e.play(e.publish())
        rating_periods.bring_up_to_date()

    return make


def of(name):
    player = Player.objects.get(first_name=name)
    lines = players.card(player).lines
    return players.extremes(player, "two", lines, ratings.history_of(player, "two"))


def run_of(name):
    return players.longest_run(players.card(Player.objects.get(first_name=name)).lines)


def test_nobody_is_a_great_win_before_they_had_a_rating(client, beats):
    beats("Ada Ben")
    assert not of("Ada")
    address = reverse("club-player", args=[Player.objects.get(first_name="Ada").pk])
    assert "Best win" not in client.get(address).content.decode()


def test_the_best_win_is_over_the_highest_rating_before_a_game(client, beats):
    beats("Ada Ben")
    beats("Cleo Ben")  # over a player who had lost
    beats("Cleo Ada")  # over a player who had won
    beats("Ben Cleo")
    best, loss = of("Cleo").best_win, of("Cleo").worst_loss
    before_the_game = ratings.history_of(Player.objects.get(first_name="Ada"), "two")[1].before
    assert (str(best.line.opponents[0]), best.rating) == ("Ada", before_the_game)
    assert (str(loss.line.opponents[0]), loss.line.tournament.name) == ("Ben", "Ben Cleo")
    cleo = Player.objects.get(first_name="Cleo")
    page = client.get(reverse("club-player", args=[cleo.pk])).content.decode()
    assert str(best.rating) in page.split("Best win")[1].split("</dd>")[0]
    assert "Ben Cleo" in page.split("Worst loss")[1].split("</dd>")[0]


def test_a_game_that_is_not_rated_is_no_win_over_a_rating(beats):
    beats("Ada Ben")
    beats("Cleo Dan")
    beats("Ben Ada", rated=False)
    assert of("Ben").best_win is None


def test_the_longest_run_ends_with_the_first_game_that_is_not_won(beats):
    for names in ("Ada Ben", "Ben Ada", "Ada Ben", "Ada Cleo", "Ada Ben", "Cleo Ada", "Ada Ben"):
        beats(names)
    assert run_of("Ada").games == 3
    assert run_of("Cleo") is None
