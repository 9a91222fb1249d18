"""The organiser's desk as the server answers it: `press` a button, `look` at a page."""

import re
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.contrib.messages import get_messages
from django.urls import resolve, reverse

from games.access.permissions import SYSTEM
from games.models import Game, Grant
from games.protocol.upward import TableEntry, parse
from games.referee import requests as r
from games.rules import Move
from games.services.custody import take_custody
from games.services.recording import record
from games.timekeeping import now_ms, stamp_ms
from tests.databases import own_rows
from tournament.models import Match, MatchGame, Round
from tournament.services.results import match_outcome
from tournament.services.tables import seating


@pytest.fixture(autouse=True)
def backups_in_a_folder_of_their_own(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def as_role(client):
    """Sign the client in with a role on a scope."""

    def sign_in(role="organiser", scope="club", name="olga"):
        user, _ = get_user_model().objects.get_or_create(username=name)
        Grant.objects.get_or_create(
            subject=f"user:{user.pk}", role=role, scope=scope, defaults={"created_ms": 1}
        )
        client.force_login(user)
        return client

    return sign_in


@pytest.fixture
def desk(as_role):
    return as_role()


def press(client, page, *args, **fields):
    """Press a button; return the message on the page that follows, or on the form that came back.

    That page is not drawn: a test that needs it asks for it.
    """
    response = client.post(reverse(page, args=args), fields)
    if response.status_code == 302:
        resolve(urlsplit(response.url).path)
        client.cookies.pop("messages", None)  # they were read now
        return [str(message) for message in get_messages(response.wsgi_request)]
    assert response.status_code == 200
    return [str(message) for message in response.context["messages"]]


def seen(match):
    """Return the text with which the form of a correction names the result that was shown."""
    return match_outcome.seen_result(Match.objects.get(pk=match.pk))


def look(client, name, *args, query=""):
    response = client.get(reverse(name, args=args) + query)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def publish(client, e):
    """Draft and publish the next round by the buttons."""
    press(client, "desk-draft", e.stage.pk)
    draft = Round.objects.get(stage=e.stage, status="draft")
    press(client, "desk-publish", draft.pk, version=draft.version)
    return Round.objects.get(pk=draft.pk)


def start(game):
    answer = record(game_id=game.pk, request=r.Start(), actor="user:1", nonce="n1", stamp_ms=now_ms())
    assert answer.refused is None


def entered(board, n, *, epoch=1, tab="tablet", **body):
    """Send an entry of the tablet, and return what the server answers."""
    frame = parse({**body, "nonce": f"{epoch}-{n}"})
    return record(
        game_id=board.game_id,
        request=frame.ask,
        actor=SYSTEM,
        nonce=f"{epoch}-{n}",
        stamp_ms=stamp_ms(),
        body=frame.body,
        entry=TableEntry(epoch=epoch, n=n, tab=tab, spent_ms=body.get("spent_ms")),
        instruction=body.get("instruction"),
    )


def moved(board, text):
    state = Game.objects.get(pk=board.game_id).state_now()
    request = r.MakeMove(state.seat, state.ply, Move.parse(text))
    answer = record(game_id=board.game_id, request=request, actor=SYSTEM, stamp_ms=stamp_ms())
    assert answer.refused is None, answer.refused


def name_at(board, seat):
    """Return the name at a seat, because who starts is drawn by lot."""
    return Game.objects.get(pk=board.game_id).players[seat]["name"]


@pytest.fixture
def at_table(desk, make_tournament):
    """Start a game on the tablet of table 1."""
    e = make_tournament("Ada Ben", live=True, keeper="table", control="10")
    seating.provide(actor=SYSTEM, tournament=e.tournament, count=1)
    publish(desk, e)
    board = own_rows(MatchGame).get()
    take_custody(board.game_id, "tablet", SYSTEM)
    entered(board, 1, type="start")
    return board
