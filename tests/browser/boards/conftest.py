"""Fixtures for boards in real browsers, served by a real server on the database of the test."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from games.access import links
from games.access.permissions import SYSTEM
from games.models import Game
from games.referee import requests as r
from games.rules import Move
from games.services.opening import open_game
from games.services.recording import record
from games.timekeeping import stamp_ms
from tests.browser.conftest import PHONE, NewPage
from tests.browser.opening import goto_link


def tap(page: Page, cell: str, edge: str) -> None:
    """Take a cube and bring it back at an end."""
    page.locator(f"[data-cell={cell}][data-takeable]").click()
    page.locator(f"[data-end={edge}]").click()


def expect_cube(page: Page, cell: str, words: str) -> None:
    expect(page.locator(f"[data-cell={cell}]")).to_have_attribute("aria-label", words)


def choose(page: Page, name: str) -> None:
    """Choose an entry of the player's menu."""
    page.get_by_text("Menu", exact=True).tap()
    page.get_by_role("button", name=name).tap()


def said(page: Page) -> Locator:
    """Return the sentence that says what the player has to do."""
    return page.locator(".play-say")


def game_of(game: Game) -> Game:
    """Read the game again."""
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def sit(hall: str, new_page: NewPage) -> Callable[..., Page]:
    """Make `sit(game, "X")`: the phone of a player who has opened the link of that seat."""

    def open_link(game: Game, *seats: str, **look: Any) -> Page:
        page = new_page(**{"size": PHONE, "has_touch": True, **look})
        for seat in seats:
            made = links.make(SYSTEM, role="player", scope=game.scope, seat=seat)
            goto_link(page, hall, made.path)
        expect(page.locator(".connection")).to_have_attribute("data-status", "live")
        return page

    return open_link


@pytest.fixture
def played(club_settings: object) -> Callable[..., Game]:
    """Make `played("a1N e5S", control="10+5")`: a casual game in which these moves were made."""

    def make(moves: str = "", *, apart_ms: int = 100, **wanted: Any) -> Game:
        seats = wanted.pop("seats", 2)
        names = (
            {"X": "Mira", "O": "Jonas"} if seats == 2 else {"N": "Ada", "E": "Ben", "S": "Cem", "W": "Dora"}
        )
        agreed = {"rules": "", "control": "10+5", "casual": True, "first": next(iter(names))}
        game = open_game(
            seats=seats,
            players={seat: {"name": name} for seat, name in names.items()},
            **{**agreed, **wanted},
        )
        at_ms = stamp_ms() - (len(moves.split()) + 1) * apart_ms  # lately: the server freezes what it missed
        if moves:
            ask(game, r.Start(), at_ms)
        for number, move in enumerate(moves.split(), 1):
            state = Game.objects.get(pk=game.pk).state_now()
            ask(game, r.MakeMove(state.seat, state.ply, Move.parse(move)), at_ms + number * apart_ms)
        game.refresh_from_db()
        return game

    return make


def ask(game: Game, request: r.Request, at_ms: int | None = None) -> None:
    answer = record(
        game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=stamp_ms() if at_ms is None else at_ms
    )
    assert answer.refused is None, answer.refused
