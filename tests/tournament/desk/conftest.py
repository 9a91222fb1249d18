"""The organiser's desk as the server answers it: `press` a button, `look` at a page."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from games import services
from games.models import Grant
from games.referee import requests as r
from games.timekeeping import now_ms
from tournament.models import Round


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
    """What was said after pressing a button, on the page one was led to, or on the form that came back."""
    response = client.post(reverse(page, args=args), fields, follow=True)
    assert response.status_code == 200
    return [str(message) for message in response.context["messages"]]


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
    answer = services.record(
        game_id=game.pk, request=r.Start(), actor="user:1", nonce="n1", stamp_ms=now_ms()
    )
    assert answer.refused is None
