"""Every change of the club, its people and its evenings writes its entry into the log, and no other."""

import datetime

import pytest

from tests.tournament import logged
from tests.tournament.logged import BY, fresh, player
from tournament.models import Club, ClubSettings, Player
from tournament.services.club import (
    club_settings,
    erasing,
    evening_days,
    evenings,
    people,
    ratings,
    season_rounds,
)

DAY = datetime.date(2026, 11, 19)


@pytest.fixture(autouse=True)
def backups_in_a_folder_of_their_own(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def with_club_settings(make_tournament):
    e = fresh(make_tournament)
    e.club_settings = ClubSettings.objects.create(
        club=Club.objects.create(name="Cubes"), language="en", time_zone="UTC", set_up_ms=1
    )
    return e


def an_evening(make_tournament):
    """Open an evening of a season whose players A and B have come."""
    e = make_tournament("A B C", format="keizer", planned_rounds=3)
    e.evening = open_evening(e)
    for name in "AB":
        evenings.arrive(**BY, evening=e.evening, player=player(name))
    return e


def open_evening(e):
    return evenings.open_evening(**BY, name="Thursday", day=DAY, now_ms=e.now_ms, live=False)


def announced(make_tournament):
    e = fresh(make_tournament)
    e.planned = evening_days.announce(**BY, day=DAY, text="")
    return e


def erased(make_tournament):
    e = fresh(make_tournament)
    e.person = erasing.erase(**BY, player=player("A"), now_ms=e.now_ms)
    return e


# The entries that are expected, the state before, and what is done.
CLUB = [
    (
        "change_club",
        with_club_settings,
        lambda e: club_settings.change_club_settings(
            **BY, club_settings=e.club_settings, club="Cubes", language="de", time_zone="UTC", welcome=""
        ),
    ),
    (
        "change_club",
        with_club_settings,
        lambda e: club_settings.demand_second_factor(**BY, club_settings=e.club_settings, wanted=True),
    ),
    ("add_player", fresh, lambda e: people.add_player(**BY, first_name="Zoe")),
    ("change_player", fresh, lambda e: people.change(**BY, player=player("A"), rating=1)),
    (
        "merge_player",
        fresh,
        lambda e: people.merge(**BY, player=Player.objects.create(first_name="Z"), into=player("A")),
    ),
    ("erase_player", fresh, lambda e: erasing.erase(**BY, player=player("A"), now_ms=1)),
    ("erase_player", erased, lambda e: erasing.erase_in_copies(**BY, person=e.person, now_ms=1)),
    ("choose_rating_span", fresh, lambda e: ratings.choose_span(**BY, kind="two", per="day")),
    ("set_up_tournament add_stage open_evening", fresh, open_evening),
    (
        "change_evening",
        an_evening,
        lambda e: evening_days.change(**BY, evening=e.evening, name="Friday", day=DAY, season=""),
    ),
    ("arrive", an_evening, lambda e: evenings.arrive(**BY, evening=e.evening, player=player("C"))),
    ("leave", an_evening, lambda e: evenings.leave(**BY, evening=e.evening, player=player("A"))),
    (
        "draw_lot draft draw_evening",
        an_evening,
        lambda e: season_rounds.draw(**BY, evening=e.evening, stage=e.stage, now_ms=e.now_ms),
    ),
    (
        "finish_stage close_evening",
        an_evening,
        lambda e: evenings.close(**BY, evening=e.evening, now_ms=e.now_ms),
    ),
    ("announce_evening", fresh, lambda e: evening_days.announce(**BY, day=DAY, text="")),
    ("drop_evening", announced, lambda e: evening_days.cancel_announcement(**BY, planned=e.planned)),
]


@pytest.mark.parametrize(("verbs", "state", "deed"), CLUB, ids=[verbs for verbs, _, _ in CLUB])
def test_every_change_of_the_club_is_logged(make_tournament, verbs, state, deed):
    assert logged.entries_of(deed, state(make_tournament)) == verbs.split()
