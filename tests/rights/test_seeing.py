"""What is hidden is not there for strangers, by whichever address or socket they ask."""

import pytest
from django.urls import reverse

from games.access import links
from games.access.permissions import SYSTEM
from games.live import reads
from games.models import Game
from games.services import open_game
from tournament.models import Table, Tournament

pytestmark = pytest.mark.django_db

SECRET = "Henrietta Hidden"


@pytest.fixture
def hidden():
    """A game that is played at table 1 of an event that is not shown."""
    event = Tournament.objects.create(name=f"Cup of {SECRET}", public=False)
    Table.objects.create(tournament=event, number=1)
    return open_game(
        rules="",
        control="10+5",
        first="X",
        seats=2,
        players={"X": {"name": SECRET}, "O": {"name": "Olaf"}},
        topic=event.scope,
        place=f"table:{event.pk}:1",
    )


def addresses_of(game: Game) -> list[str]:
    return [
        reverse("game", args=[game.code]),
        reverse("game-record", args=[game.code]),
        reverse("analysis", args=[game.code]),
        reverse("wall-topic", args=[game.topic]),
        reverse("wall-topic", args=[game.topic]) + "?now",
    ]


def test_a_stranger_finds_nothing_of_a_hidden_event(client, hidden):
    for address in addresses_of(hidden):
        answer = client.get(address)
        assert answer.status_code == 404, address
        assert SECRET not in answer.content.decode()
    assert SECRET not in client.get(reverse("wall")).content.decode()


def test_who_was_let_in_sees_it(client, hidden):
    made = links.make(SYSTEM, role="display", scope=hidden.topic)
    client.get(made.path)
    for address in addresses_of(hidden):
        assert client.get(address).status_code in (200, 302), address


def test_a_shown_event_is_there_for_everybody(client, hidden):
    Tournament.objects.update(public=True)
    for address in addresses_of(hidden):
        assert client.get(address).status_code in (200, 302), address


def test_sockets_ask_the_same_question(client, hidden):
    stranger = {"session": client.session, "address": "10.0.0.9"}
    asked = (
        lambda scope: reads.find(scope, hidden.code),
        lambda scope: reads.may_see_topic(scope, hidden.topic),
        lambda scope: reads.may_see_place(scope, hidden.place),
    )
    assert [bool(ask(stranger)) for ask in asked] == [False, False, False]
    client.get(links.make(SYSTEM, role="display", scope=hidden.topic).path)
    let_in = {"session": client.session, "address": "10.0.0.9"}
    assert [bool(ask(let_in)) for ask in asked] == [True, True, True]
    Tournament.objects.update(public=True)
    assert [bool(ask(stranger)) for ask in asked] == [True, True, True]


@pytest.mark.parametrize("topic", ["player:1", "user:1", "link:1", "entrant:1", "table:1:1", "tournament:99"])
def test_a_topic_is_the_club_or_an_event(client, topic):
    stranger = {"session": client.session, "address": "10.0.0.9"}
    assert not reads.may_see_topic(stranger, topic)
