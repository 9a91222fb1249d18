"""Which players confirm a result on the tablets: as the settings of the tournament say."""

import pytest

from games import extension
from tournament.models import Confirms, Tournament


@pytest.mark.parametrize("confirms", Confirms.values)
def test_the_tablets_of_a_tournament_ask_whom_it_wants(db, confirms):
    tournament = Tournament.objects.create(name="Autumn", confirms=confirms)
    assert extension.installed.confirms(f"tournament:{tournament.pk}") == confirms


@pytest.mark.parametrize("topic", ["", "tournament:999", "club:1", "tournament:x"])
def test_a_result_outside_tournaments_is_confirmed_where_it_may_be_doubted(db, topic):
    assert extension.installed.confirms(topic) == "doubtful"
