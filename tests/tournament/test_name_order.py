"""Names in the order in which people look for them."""

import pytest
from django.urls import reverse

from games import sorting
from tests.databases import own_rows
from tests.tournament.organisers import club_organiser
from tournament.forms.fields import PlayerField
from tournament.models import Player

IN_ORDER = ["Ægir", "Åse", "Ásta", "Dóra", "Đorđe", "Edith", "Élodie", "Łucja", "Øystein", "Þórunn", "Zoe"]


@pytest.fixture
def people(db):
    for family in reversed(IN_ORDER):
        Player.objects.create(first_name=family, family_name=family)


def test_a_letter_with_a_mark_stands_with_the_letter():
    assert sorted(set(IN_ORDER), key=sorting.plain) == IN_ORDER


@pytest.mark.empty_club
def test_the_club_lists_its_players_in_the_order_of_names(people, client):
    client.force_login(club_organiser("boss"))
    listed = client.get(reverse("club-players")).context["players"]
    assert [player.family_name for player in listed] == IN_ORDER


def test_a_player_is_chosen_from_names_in_order(people):
    field = PlayerField(own_rows(Player), empty_label="")
    shown = [str(label) for value, label in field.choices if value]
    assert [name.split()[0] for name in shown] == IN_ORDER
    assert field.clean(str(Player.objects.get(first_name="Zoe").pk)).first_name == "Zoe"
