"""A club with data to read: a finished tournament, a hidden one, and ratings."""

import pytest

from tests.tournament.conftest import ORGANISER, PlayedTournament, make_tournament
from tournament.models import Player
from tournament.services.club import rating_periods

__all__ = ["ORGANISER", "PlayedTournament", "make_tournament"]


@pytest.fixture
def played(make_tournament):
    e = make_tournament("Ada Ben Cleo", format="round-robin", name="Spring cup")
    Player.objects.filter(first_name="Ada").update(family_name="Birk", public_as="initials")
    for _ in range(3):
        e.play(e.publish())
    rating_periods.bring_up_to_date()
    return e
