"""The archive: the status of a restored tournament follows from its stages and rounds."""

import pytest

from tests.tournament.conftest import ORGANISER
from tests.tournament.desk.conftest import press
from tournament.services.stages import stages

pytestmark = pytest.mark.django_db


def brought_back(desk, e):
    press(desk, "desk-archive", e.tournament.pk)
    press(desk, "desk-bring-back", e.tournament.pk)
    e.tournament.refresh_from_db()
    return e.tournament.status


def test_a_tournament_comes_back_to_where_it_was(desk, make_tournament):
    e = make_tournament("A B C D", format="groups", options={"groups": 1})
    stages.add(actor=ORGANISER, tournament=e.tournament, format="knockout")
    assert brought_back(desk, e) == "setup"
    for _ in range(3):
        round_ = e.publish()
        assert brought_back(desk, e) == "running"
        e.play(round_)
    e.stage.refresh_from_db()
    assert e.stage.status == "finished"
    assert brought_back(desk, e) == "running", "the knockout is to be played"
    e.stage = stages.after(e.stage)
    while e.tournament.status == "running":
        e.play(e.publish())
        e.tournament.refresh_from_db()
    assert brought_back(desk, e) == "finished"


def test_a_tournament_without_a_stage_comes_back_to_be_set_up(desk, make_tournament):
    e = make_tournament()
    e.stage.delete()
    assert brought_back(desk, e) == "setup"
