"""Test the choices for a quick game: every clock with its meaning, and the last choice again."""

import pytest
from django.urls import reverse

from games.models import Game
from games.services.opening import open_game
from tests.databases import own_rows

CHOSEN = {"seats": "2", "rules": "standard", "clock": "10+5"}


@pytest.mark.parametrize(("control", "seats"), [("0+5", "2"), ("", "2"), ("2h", "4"), ("quick", "2")])
def test_an_own_clock_that_cannot_be_played_is_refused_with_the_reason(db, client, control, seats):
    own = {**CHOSEN, "seats": seats, "clock": "own", "control": control, "where": "tablet"}
    answer = client.post(reverse("quick-game"), own)
    assert (answer.status_code, list(answer.context["form"].errors)) == (422, ["control"])
    assert not own_rows(Game).exists()


@pytest.mark.parametrize("control", ["0:30d5", "10b5", "5p3x20", "2h", "X=5;O=4", "3+2 m20 g15", "g20", "-"])
def test_every_control_can_be_chosen_for_a_quick_game(db, client, control):
    client.post(reverse("quick-game"), {**CHOSEN, "clock": "own", "control": control, "where": "tablet"})
    assert own_rows(Game).get().control == control


def test_the_form_remembers_the_names_and_repeats_a_game(db, client):
    chosen = {**CHOSEN, "name_1": "Mira", "name_2": "Jonas", "clock": "own", "control": "2h"}
    client.post(reverse("quick-game"), {**chosen, "where": "tablet"})
    form = client.get(reverse("quick-game")).context["form"]
    assert (form["name_2"].value(), form["control"].value()) == ("Jonas", "2h")
    old = open_game(
        rules="",
        control="15",
        first="X",
        seats=2,
        casual=True,
        players={"X": {"name": "Ada"}},
        input="presses",
    )
    form = client.get(reverse("quick-game"), {"again": old.code}).context["form"]
    repeated = [form[name].value() for name in ("name_1", "name_2", "clock", "cubes")]
    assert repeated == ["Ada", "", "15", "wood"]


def test_a_page_asks_what_a_clock_means(db, client):
    explain = reverse("clock-words")
    answer = client.get(explain, {"control": "10+5"}).json()
    assert answer == {
        "text": "10+5",
        "name": "10 min + 5 s",
        "words": "10 min of thinking time, and 5 s more after every move.",
    }
    assert "thinking" not in client.get(explain, {"control": "soon"}).json()["error"]
