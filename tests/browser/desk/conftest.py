"""Fixtures for an organiser at the desk in a real browser, on a server with the database of the test."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Page, expect

from games.access.permissions import SYSTEM
from games.models import Game, Grant
from games.referee import requests as r
from games.rules import Side
from games.services.recording import record
from games.timekeeping import now_ms, stamp_ms
from tests.browser.conftest import HOST, NewPage
from tournament.people_lists.people_list import read_players
from tournament.services.entries import from_list
from tournament.services.pairing import drafts
from tournament.services.rounds import lifecycle
from tournament.services.setup import creating

# A message crosses browser, server and database; on a busy machine that takes its time.
expect.set_options(timeout=15_000)

PEOPLE = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
NAMES = "\n".join(f"{name}; {1600 - 20 * number}" for number, name in enumerate(PEOPLE))


@dataclass
class Desk:
    """The page of an organiser, with the actions named by their buttons."""

    page: Page
    hall: str
    address: str = ""

    def set_up(
        self,
        name: str,
        *,
        entry: str = "Single players",
        count: int,
        tables: int,
        boards: str = "",
        **plan: str,
    ) -> None:
        """Create a tournament with the wizard by keys: a few answers, then the plan, as field to value."""
        page = self.page
        page.goto(self.hall + "/desk/new/")
        page.get_by_label(entry).press("Space")
        page.get_by_label("How many enter?").fill(str(count))
        if boards:
            page.get_by_label("Boards of a team match").fill(boards)
        page.get_by_label("How many tables?").fill(str(tables))
        page.get_by_role("button", name="Propose").press("Enter")
        page.get_by_label("Name of the event").fill(name)
        for field, value in plan.items():
            self.choose(field, value)
        page.get_by_role("button", name="Set it up").press("Enter")
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
        self.address = page.url

    def choose(self, field: str, value: str) -> None:
        control = self.page.locator(f"#plan [name={field}]")
        if control.evaluate("each => each.tagName") == "SELECT":
            control.select_option(value)
        elif control.get_attribute("type") == "checkbox":
            control.set_checked(value == "yes")
        else:
            control.fill(value)

    def paste(self, *lines: str) -> None:
        self.tab("Entries")
        self.page.get_by_text("Paste a list", exact=True).press("Enter")
        self.page.get_by_label("List").fill("\n".join(lines))
        self.page.get_by_role("button", name="See what would happen").press("Enter")
        self.page.locator("button[name=sure]").press("Enter")
        expect(self.page.locator(".entry")).to_have_count(len(lines))

    def tab(self, name: str) -> None:
        """Go to a page of the desk."""
        self.page.get_by_role("navigation", name="Desk").get_by_role("link", name=name, exact=True).press(
            "Enter"
        )

    def home(self) -> None:
        if self.page.url.split("#")[0] != self.address:
            self.page.goto(self.address)

    def says(self, words: str) -> None:
        """Expect these words in the banner."""
        expect(self.page.locator("#what-now")).to_contain_text(words)

    def step(self, label: str) -> None:
        """Press the one button of the banner."""
        self.page.locator(".banner").get_by_role("button", name=label).click()

    def draft_and_publish(self, number: int) -> None:
        self.home()
        self.step("Draft the pairings")
        self.says(f"Round {number} is drafted")
        self.step("Publish")
        self.says(f"Round {number}:")

    def result(self, line: str) -> None:
        """Enter a result by keyboard, and wait for its confirmation."""
        field = self.page.locator("#quick-line")
        field.fill(line)
        field.press("Enter")
        self.told(f"Board {line.split()[0]}:")
        expect(field).to_have_value("")

    def told(self, words: str) -> None:
        note = self.page.locator(".toast, main > [role=status] .notice").filter(has_text=words).first
        expect(note).to_be_visible()

    def close(self, number: int) -> None:
        self.says("Close it.")
        self.step("Close the round")
        self.told(f"Round {number} is closed.")

    def play(self, number: int, lines: str) -> None:
        """Enter the results of a whole round: `1-0 0-1 =`, board by board from the first."""
        self.draft_and_publish(number)
        for board, score in enumerate(lines.split(), 1):
            self.result(f"{board} {score}")
        self.close(number)

    def board(self, number: int):
        return self.page.locator(".board-line").filter(
            has=self.page.locator(".board-number", has_text=str(number))
        )

    def confirm(self, button: str) -> None:
        """Take a step that asks first: open its dialog and press this button."""
        self.page.get_by_role("button", name=button, exact=True).click()
        self.page.locator("dialog[open]").get_by_role("button", name=button).click()


@pytest.fixture
def desk(hall: str, new_page: NewPage) -> Callable[..., Desk]:
    """Make `desk()`: a page of its own, signed in as the club's organiser."""
    user = get_user_model().objects.create_user("olga", first_name="Olga")
    Grant.objects.create(subject=f"user:{user.pk}", role="organiser", scope="club", created_ms=1)

    def sit_down(**look: object) -> Desk:
        page = new_page(**look)
        client = Client()
        client.force_login(user)
        cookie = {
            "name": "sessionid",
            "value": client.cookies["sessionid"].value,
            "domain": HOST,
            "path": "/",
        }
        page.context.add_cookies([cookie])
        return Desk(page, hall)

    return sit_down


@pytest.fixture
def evening(club_settings):
    """Make a Swiss of six with only two tables."""
    tournament = creating.create(
        actor=SYSTEM,
        name="Club evening",
        format="swiss",
        control="10+5",
        rounds=3,
        table_count=2,
        keeper="server",
        now_ms=now_ms(),
    )
    from_list.enter(actor=SYSTEM, tournament=tournament, lines=read_players(NAMES), now_ms=now_ms())
    return tournament


def publish(tournament):
    draft = drafts.draft(actor=SYSTEM, stage=tournament.stages.get())
    return lifecycle.publish(actor=SYSTEM, round_=draft, version=draft.version, now_ms=now_ms())


def ask(game, request):
    answer = record(game_id=game.pk, request=request, actor=SYSTEM, stamp_ms=stamp_ms())
    assert answer.refused is None, answer.refused


def finish(game: Game, winner: str | None) -> None:
    """Start a live game and end it by a ruling."""
    for request in (r.Start(), r.Rule(Side(winner) if winner else None, "at the board")):
        answer = record(game_id=game.pk, request=request, actor=SYSTEM, nonce="", stamp_ms=stamp_ms())
        assert answer.refused is None, answer.refused
