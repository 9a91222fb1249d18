"""Setting an event up: three answers, a plan, one submit."""

import re

import pytest
from django.urls import reverse

from tests.tournament.desk.conftest import look
from tournament.models import Format, Tournament

pytestmark = pytest.mark.django_db


PLAN = {
    "entry": "player",
    "count": 12,
    "tables": 6,
    "minutes": 180,
    "name": "Autumn cup",
    "format": "swiss",
    "rounds": 5,
    "control": "10+5",
    "boards": 1,
    "live": "on",
    "keeper": "table",
}


def test_three_answers_bring_proposals_with_their_expected_end(desk):
    page = look(desk, "tournament-new", query="?entry=player&count=12&tables=6&minutes=180")
    assert "best fit" in page
    assert re.search(r"Started now it ends about \d\d:\d\d", page)


def test_the_wizard_sets_the_event_up_in_one_submit(desk):
    response = desk.post(reverse("tournament-new"), PLAN)
    tournament = Tournament.objects.get()
    assert response.url == reverse("desk-event", args=[tournament.pk])
    stage = tournament.stages.get()
    assert (stage.format, stage.planned_rounds, stage.control) == (Format.SWISS, 5, "10+5")
    assert tournament.tables.count() == 6


def test_groups_come_with_the_knockout_that_follows(desk):
    desk.post(reverse("tournament-new"), PLAN | {"format": "groups", "groups": 3, "qualifiers": 2})
    first, second = Tournament.objects.get().stages.order_by("number")
    assert (first.format, first.options["groups"], second.format) == ("groups", 3, "knockout")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"control": "10+x"}, "10+x"),
        ({"rounds": ""}, "A Swiss needs a number of rounds."),
        ({"name": "  "}, "This field is required."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_made(desk, wrong, told):
    response = desk.post(reverse("tournament-new"), PLAN | wrong)
    assert told in response.content.decode()
    assert not Tournament.objects.exists()
