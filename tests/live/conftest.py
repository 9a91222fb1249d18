"""Run a real server in a process of its own, on the database of the test."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.models import Game
from games.services.opening import open_game
from tests.live.client import Client
from tests.server_process import RunningServer
from tests.tools.load.boards import Board
from tournament.models import Table, Tournament

MANY = "100000"


def database_url() -> str:
    """Return the database of the test, for another process."""
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite://{at['NAME']}"
    return f"postgres://{at['USER']}:{at['PASSWORD']}@{at['HOST']}:{at['PORT']}/{at['NAME']}"


def serve(data: Path, **environment: Any) -> RunningServer:
    ours = {"DATABASE_URL": database_url(), "FIVELINE_SECRET_KEY": settings.SECRET_KEY}
    return RunningServer(data, **{**ours, "FIVELINE_SOCKETS": MANY, **environment})


class Lasting:
    """The server that all tests share: started when one needs it, stopped when one needs to be alone."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.server: RunningServer | None = None

    def up(self) -> RunningServer:
        if self.server is None:
            self.server = serve(self.data, DJANGO_SETTINGS_MODULE="tests.live.settings").__enter__()
        return self.server

    def down(self) -> None:
        if self.server is not None:
            self.server.__exit__()
            self.server = None


@pytest.fixture(scope="package")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lasting]:
    """Stop it after the live tests: the emptied database of another test looks like an outage to it."""
    lasting = Lasting(tmp_path_factory.mktemp("server"))
    yield lasting
    lasting.down()


@pytest.fixture
def server(lasting: Lasting, transactional_db: None) -> Iterator[RunningServer]:
    """Check that no test harms the shared server."""
    server = lasting.up()
    yield server
    assert server.process.poll() is None, "The server has ended."


@pytest.fixture
def alone(lasting: Lasting, transactional_db: None) -> None:
    """Stop the shared server, which would beat and mark flags beside that of the test."""
    lasting.down()


@pytest.fixture
def new_game(transactional_db: None) -> Callable[..., Game]:
    """Make `new_game(control="5", keeper="table")`: a casual game of two by default."""

    def make(**wanted: Any) -> Game:
        seats = wanted.get("seats", 2)
        names = "XO" if seats == 2 else "NESW"
        agreed = {
            "rules": "",
            "control": "10+5",
            "seats": seats,
            "first": names[0] if seats == 2 else "S",
            "players": {seat: {"name": f"Player {seat}"} for seat in names},
            "casual": True,
        }
        if topic := wanted.get("topic"):
            public_tournament(topic)
        return open_game(**{**agreed, **wanted})

    return make


def public_tournament(topic: str) -> None:
    """Create a public tournament with tables 1 to 6, with the number that its games name."""
    tournament, made = Tournament.objects.get_or_create(
        pk=int(topic.partition(":")[2]), defaults={"name": topic}
    )
    if made:
        Table.objects.bulk_create(Table(tournament=tournament, number=number) for number in range(1, 7))


@pytest.fixture
def session(transactional_db: None) -> Callable[..., str]:
    """Make `session(game, "player", "X")`: the key of a device that opened such a link."""

    def open_links(game: Game, role: str = "player", *seats: str) -> str:
        made = [links.make(SYSTEM, role=role, scope=game.scope, seat=seat) for seat in seats or ("",)]
        store = SessionStore()
        store[SESSION_LINKS] = [each.link.pk for each in made]
        store.save()
        return store.session_key

    return open_links


@pytest.fixture
def join(server: RunningServer, session: Callable[..., str]) -> Iterator[Callable[..., Client]]:
    """Make `join(game, "X")`: a player's client that has received the state; without a seat a watcher's."""
    opened: list[Client] = []

    def enter(
        game: Game, *seats: str, role: str = "", at: RunningServer | None = None, **headers: str
    ) -> Client:
        key = session(game, role or "player", *seats) if seats or role else ""
        client = Client(at or server, "game", game.code, key, **headers).__enter__()
        opened.append(client)
        client.wait("state")
        return client

    yield enter
    for client in opened:
        client.__exit__()


@pytest.fixture
def hall_of_boards(new_game: Callable[..., Game], session: Callable[..., str]) -> list[Board]:
    games = [new_game(control="60") for _ in range(20)]
    return [Board(game.code, session(game, "table")) for game in games]
