"""Fixtures for the tests of a club's memory: an organiser's browser, and short calls for tournaments."""

import pytest
from django.contrib.auth import get_user_model

from games.models import Grant
from tests.club.evenings import open_evening
from tests.tournament.conftest import ORGANISER, PlayedTournament, make_tournament
from tournament.models import Player
from tournament.services.club import rating_periods

__all__ = ["ORGANISER", "PlayedTournament", "make_tournament"]


@pytest.fixture
def organiser(client, db):
    user = get_user_model().objects.create_user("anna", password="x")
    Grant.objects.create(subject=f"user:{user.pk}", role="organiser", scope="club", created_ms=1)
    client.force_login(user)
    return client


@pytest.fixture
def played(make_tournament):
    e = make_tournament("Ada Ben Cleo", format="round-robin", name="Spring cup")
    Player.objects.filter(first_name="Ada").update(family_name="Birk", public_as="initials")
    for _ in range(3):
        e.play(e.publish())
    rating_periods.bring_up_to_date()
    return e


@pytest.fixture
def people(db):
    return {name: Player.objects.create(first_name=name) for name in "ABCDEF"}


@pytest.fixture
def evening(db):
    return open_evening()
