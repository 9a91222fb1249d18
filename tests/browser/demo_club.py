"""Serve the demo club, and sign in as its organiser."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.conftest import HOST, SETTINGS
from tests.database_files import create_database
from tests.server_process import ROOT, RunningServer

SWISS, ROBIN, CUP, PAIRS = "demo-autumn", "demo-masters", "demo-cup", "demo-pairs"
PASSWORD = "a long enough secret"


MAKE_CLUB = f"""
from tests.tournament.organisers import club_organiser
club_organiser("boss", password={PASSWORD!r})
from games.timekeeping import now_ms
from tournament.demo import load
load.load_demo(now_ms(), {[ROBIN, SWISS, CUP, PAIRS]})
"""


def manage(server: RunningServer, *words: str, **environment: str) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**server.environment, **environment},
        check=True,
        capture_output=True,
    )


@contextmanager
def served_demo(folder: Path) -> Iterator[str]:
    """Yield the address of a club that has only the demo, with the tournaments that are tested here."""
    create_database(folder / "fiveline.sqlite3")
    with RunningServer(folder, DJANGO_SETTINGS_MODULE=SETTINGS) as server:
        manage(server, "shell", "-v", "0", "-c", MAKE_CLUB)
        yield f"http://{HOST}:{server.port}/"


def sign_in(page: Page, address: str) -> None:
    """Open a page that needs an account, and sign in."""
    page.goto(address)
    page.get_by_label("User name").fill("boss")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(address)
