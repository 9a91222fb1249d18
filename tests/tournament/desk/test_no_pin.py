"""Where no PIN is set, the pages say so before a user types one."""

import pytest
from django.test import Client
from django.urls import reverse

from games.access import pins
from games.access.permissions import SYSTEM
from tests.tournament.desk.conftest import look
from tournament.services.tables import seating

pytestmark = pytest.mark.django_db

ON_THE_TABLET = "No PIN is set for this event."
AT_THE_DESK = "No PIN is set: the arbiter's tools on the tablets stay locked."


def test_tablet_and_desk_say_that_there_is_no_pin_until_one_is_set(desk, at_table):
    tournament = at_table.match.round.stage.tournament
    path = seating.tablet_link(actor=SYSTEM, table=at_table.table).path
    tablet = Client()
    tablet.post(path)

    def pages():
        address = reverse("serve-table", args=[tournament.pk, at_table.table.number])
        return look(desk, "desk-tables", tournament.pk), tablet.get(address).content.decode()

    at_the_desk, on_the_tablet = pages()
    assert AT_THE_DESK in at_the_desk
    assert ON_THE_TABLET in on_the_tablet
    pins.set_pin(SYSTEM, tournament.scope, "271828")
    at_the_desk, on_the_tablet = pages()
    assert "No PIN is set" not in at_the_desk
    assert ON_THE_TABLET not in on_the_tablet
