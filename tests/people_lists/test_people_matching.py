"""The player whom a line means, and that the club and a tournament make the same players of a list."""

import pytest

from games.access.permissions import SYSTEM
from tests.databases import own_rows
from tests.people_lists.examples import PLAYER_LISTS
from tests.tournament.conftest import make_tournament
from tournament.models import Club, Player, TeamMember
from tournament.people_lists.names import PersonName
from tournament.people_lists.people_list import read_players
from tournament.people_lists.people_matching import ListedPlayers, find_or_make_club
from tournament.services.club import from_list as club_list
from tournament.services.entries import from_list as entry_list

__all__ = ["make_tournament"]
pytestmark = pytest.mark.django_db


def take_players():
    """Return the club's players as text, and remove them."""
    fields = ("first_name", "family_name", "club__name", "rating", "birth_year", "public_as")
    found = list(own_rows(Player).order_by("pk").values_list(*fields))
    own_rows(TeamMember).delete()
    own_rows(Player).delete()
    return found


def test_the_club_and_a_tournament_make_the_same_players_of_a_list(make_tournament):
    e = make_tournament()
    added = 0
    for text in PLAYER_LISTS:
        # A tournament also enters lines whose year of birth cannot be read.
        lines = [line for line in read_players(text) if not line.troubles]
        club_list.carry_out(club_list.plan(lines), actor=SYSTEM)
        by_club = take_players()
        entry_list.enter(actor=SYSTEM, tournament=e.tournament, lines=lines, now_ms=1)
        e.tournament.entrants.all().delete()
        assert take_players() == by_club, text
        added += len(by_club)
    assert added == sum(
        not line.startswith("!") for lines in PLAYER_LISTS.values() for line in lines.values()
    )


def test_a_year_of_birth_tells_players_of_one_name_apart():
    old, young = (
        Player.objects.create(first_name="Anna", family_name="Huber", birth_year=year)
        for year in (1980, 2009)
    )
    name = PersonName("ANNA", "Huber")
    listed = ListedPlayers.read([name])
    assert listed.find_all(name) == [old, young]
    assert listed.find_one(name) is None
    assert listed.find_one(name, 2009) == young
    assert listed.find_one(name, 1999) is None


def test_a_player_without_a_known_year_of_birth_may_be_meant():
    anna = Player.objects.create(first_name="Anna", family_name="Huber")
    name = PersonName("Anna", "Huber")
    assert ListedPlayers.read([name]).find_one(name, 2009) == anna


def test_a_club_is_found_whatever_its_capitals():
    club = Club.objects.create(name="Cube Club")
    assert find_or_make_club("CUBE club") == club
    assert find_or_make_club("") is None
    assert find_or_make_club("Rooks").name == "Rooks"
