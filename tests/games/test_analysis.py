"""Test that the analysis of a game is shown once the game is over, and not before."""

import json
import re

import pytest
from django.templatetags.static import static
from django.urls import reverse

WON = "e1W e5W e1W e5W e1W e5W e1W e5W e1W"
LINK = "See where it was won"


def config(page):
    found = re.search(r'id="analysis-config" type="application/json">(.*?)</script>', page.content.decode())
    return json.loads(found[1])


def test_the_analysis_of_a_finished_game_is_open_to_all(opened, client):
    game = opened().start().moves(WON).game
    assert LINK in client.get(reverse("game", args=[game.code])).content.decode()
    shown = config(client.get(reverse("analysis", args=[game.code])))
    assert [step["move"] for step in shown["steps"]] == [None, *WON.split()]
    assert shown["game"]["players"]["X"]["name"] == "Player X"
    assert shown["worker"] == static("js/workers/engine.js")


def test_while_a_game_runs_no_page_shows_how_it_stands(opened, client):
    game = opened(topic="tournament:3").start().moves("e1W e5W").game
    page = client.get(reverse("game", args=[game.code]))
    assert LINK not in page.content.decode()
    assert "engine" not in page.content.decode()
    answer = client.get(reverse("analysis", args=[game.code]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("game", args=[game.code]))


def test_a_game_of_wooden_cubes_has_no_moves_to_judge(opened, client):
    game = opened(input="presses").game
    assert client.get(reverse("analysis", args=[game.code])).status_code == 302


@pytest.mark.django_db
def test_the_last_game_of_practice_comes_from_the_browser(client):
    shown = config(client.get(reverse("practised")))
    assert "steps" not in shown
