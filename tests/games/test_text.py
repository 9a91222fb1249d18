"""Test that text that people type can be read, in every form that takes it."""

import pytest
from django.db import transaction
from django.urls import reverse

from games import text
from games.models import Game
from games.services.opening import open_game
from tests.databases import own_rows
from tournament.models import Club, Player, Tournament


@pytest.mark.parametrize(
    "character", ["\x00", "\n", "\r", "\x1b", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\u3164"]
)
def test_a_character_that_cannot_be_seen_is_refused_and_named(character):
    with pytest.raises(text.BadText, match=f"U\\+{ord(character):04X}"):
        text.check(f"Ada{character}Lovelace", name=True)


@pytest.mark.parametrize("name", ["Ada", "O’Neil", "Zoë-Änne", "李 明", "علی‌رضا", "2026", "Ñandú 👩‍👧", "J."])
def test_names_of_all_peoples_are_names(name):
    text.check(name, name=True)


@pytest.mark.parametrize("name", ["—", "...", "\u200d", "🙂"])
def test_a_name_has_a_letter_or_a_digit(name):
    with pytest.raises(text.BadText, match="letter"):
        text.check(name, name=True)


def test_a_text_of_several_lines_has_lines():
    text.check("First\n\tsecond", lines=True)


@pytest.mark.django_db
def test_every_way_into_the_database_asks():
    player = Player.objects.create(first_name="Ada")
    for write in (
        lambda: Player.objects.create(first_name="Ada\x1b"),
        lambda: Player.objects.bulk_create([Player(first_name="\u202eadA")]),
        lambda: own_rows(Player).update(family_name="\u200b"),
        lambda: Club.objects.create(name="\u3164"),
        lambda: Tournament.objects.create(name="Cup\u2066"),
        lambda: open_game(
            rules="", control="5+0", first="X", seats=2, players={"X": {"name": "X\x07"}, "O": {"name": "O"}}
        ),
    ):
        with pytest.raises(text.BadText), transaction.atomic():
            write()
    player.refresh_from_db()
    assert (player.first_name, player.family_name) == ("Ada", "")
    assert not own_rows(Game).exists()


@pytest.mark.django_db
def test_a_guest_who_enters_learns_what_is_wrong_and_nothing_is_stored(client):
    event = Tournament.objects.create(name="Cup", registration_open=True, registration_code="cube")
    answer = client.post(
        reverse("tournament-enter", args=[event.code]),
        {"code": "cube", "first_name": "Ada\u202e", "public_as": "full"},
    )
    assert answer.status_code in (200, 400)
    assert "U+202E" in answer.content.decode()
    assert not own_rows(Player).exists()
