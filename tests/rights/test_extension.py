"""Games run alone; the application around them adds one value."""

import pytest
from django.http import Http404
from django.urls import reverse

from games import extension
from games.access import links
from games.access.permissions import SYSTEM
from games.access.seeing import thing_at
from games.audit_log.names import Names, look_up_names, place_words
from games.audit_log.sentences import verb_words
from games.audit_log.values import IdKind, Sentence
from games.extension import Extension
from games.replays import record_of
from games.services.opening import open_game
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def alone(monkeypatch):
    monkeypatch.setattr(extension, "installed", Extension())


@pytest.fixture
def cup():
    return Tournament.objects.create(name="Cup", code="cup")


def test_alone_a_scope_is_its_place_and_a_game_is_found(alone, cup):
    game = open_game(rules="", control="10+5", first="X", seats=2, players={})
    assert thing_at(game.scope) == game
    assert thing_at(cup.scope).scopes == (cup.scope, "club")
    assert record_of(game).tags["Event"] == "Quick game"


def test_alone_the_log_names_accounts_and_falls_back_on_ids(alone, cup, django_user_model):
    ada = django_user_model.objects.create_user("ada", first_name="Ada")
    assert look_up_names([f"user:{ada.pk}", cup.scope]) == {f"user:{ada.pk}": "Ada"}
    assert (verb_words("adjust"), verb_words("call_off")) == ("changed the clocks", "call off")
    assert (Names()["game:17"], place_words(cup.scope)) == ("game 17", cup.scope)


def test_alone_a_link_leads_to_this_device_and_a_wall_awaits_nothing(alone, client, cup):
    made = links.make(SYSTEM, role="display", scope=cup.scope)
    assert client.post(made.path).url == reverse("this-device")
    answer = client.get(reverse("wall"), {"now": ""})
    assert answer.json()["awaited"] is None


def test_with_the_tournament_its_things_are_found_named_and_led_to(client, cup):
    assert thing_at(cup.scope) == cup
    assert place_words(cup.scope) == "Cup"
    made = links.make(SYSTEM, role="display", scope=cup.scope)
    assert client.post(made.path).url == reverse("projector", args=["cup"])
    with pytest.raises(Http404):
        thing_at("tournament:999999")


@pytest.mark.parametrize(
    "scope", ["tournament:3:4", "tournament:3", "table:3", "player:1", "user:1", "link:1"]
)
def test_only_the_club_and_its_tournaments_have_a_wall(client, scope):
    assert client.get(reverse("wall-topic", args=[scope]), {"now": ""}).status_code == 404


def test_words_are_added_to_those_of_the_games(alone, monkeypatch):
    added = Extension(sentences={"dance": Sentence("danced")}, id_kinds={"floor": IdKind("floor {number}")})
    monkeypatch.setattr(extension, "installed", added)
    assert (verb_words("dance"), verb_words("adjust")) == ("danced", "changed the clocks")
    assert (Names()["floor:2"], Names()["game:1"]) == ("floor 2", "game 1")
