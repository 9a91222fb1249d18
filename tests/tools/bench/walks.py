"""Follow one request through the code: files, functions, calls, hops and layer changes of six walks.

The requests of an evening are made in a separate process (own data, a fixed hash seed), and every call of our
own code is noted, in all threads; comprehensions and resumed generators are no calls. A hop is a call in
another file than the call before it in its thread; a layer change is a call in another layer.
"""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR
from itertools import pairwise
from pathlib import Path, PurePath
from types import CodeType, FrameType
from typing import Any

from tests.checks.test_layers import PURE
from tests.tools.load.asgi_client import Protocol, Socket

ROOT = Path(__file__).resolve().parents[3]
OURS = tuple(f"{ROOT / app}{os.sep}" for app in ("games", "tournament"))
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
GOES_ON = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR

PURE_MODULES = {*PURE, *(below for allowed in PURE.values() for below in allowed)}
# The first folder or module below the app that is named here is the layer; else it is `top`, which has the
# modules at the top of an app and folders that are not named.
LAYERS = {
    "services": "service",
    "models": "model",
    "messages": "wire",
    **dict.fromkeys(("api", "consumers", "exchange", "forms", "live", "middleware", "serving"), "edge"),
    **dict.fromkeys(("templatetags", "urls", "views"), "edge"),
}

PLAN = {
    "entry": "player",
    "count": 8,
    "tables": 4,
    "minutes": 180,
    "name": "Walks",
    "format": "swiss",
    "rounds": 5,
    "control": "10+5",
    "boards": 1,
    "live": "on",
    "keeper": "table",
}
NAMES = "\n".join(f"{name} Walker; {1800 - 10 * number}" for number, name in enumerate("ABCDEFGH"))
MOVES = ("c1N", "a5E", "b1N")  # quiet requests; the last one is followed, once everything has been done once


def run(say: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory() as data:
        done = subprocess.run(
            [sys.executable, "-m", "tests.tools.bench.walks"],
            cwd=ROOT,
            env={
                **{name: value for name, value in os.environ.items() if not name.endswith("_URL")},
                "DJANGO_SETTINGS_MODULE": "tournament.settings",
                "FIVELINE_DATA": data,
                "PYTHONHASHSEED": "0",
            },
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    for line in done.stdout.splitlines():
        say(line)


# ---- counting


def layer(path: PurePath) -> str:
    """Return the layer of a file: `tournament/services/rounds/lifecycle.py` is in `services`."""
    parts = path.with_suffix("").parts
    if any(".".join(parts[:length]) in PURE_MODULES for length in range(1, len(parts) + 1)):
        return "pure"
    return next((LAYERS[name] for name in parts[1:] if name in LAYERS), "top")


class Walk:
    """Record the calls of one request, thread by thread."""

    def __init__(self) -> None:
        self.calls: defaultdict[int, list[CodeType]] = defaultdict(list)

    def note(self, code: CodeType) -> None:
        self.calls[threading.get_ident()].append(code)

    @property
    def count(self) -> int:
        return sum(map(len, self.calls.values()))

    def __str__(self) -> str:
        functions = {code for calls in self.calls.values() for code in calls}
        files = [[code.co_filename for code in calls] for calls in self.calls.values()]
        layers = [[layer(PurePath(name).relative_to(ROOT)) for name in names] for names in files]
        return (
            f"{len({code.co_filename for code in functions})} files, {len(functions)} functions, "
            f"{self.count} calls, {changes(files)} hops, {changes(layers)} layer changes"
        )


def changes(threads: list[list[str]]) -> int:
    return sum(one != other for each in threads for one, other in pairwise(each))


_followed: Walk | None = None
_begun: set[FrameType] = set()  # referenced, so that no other frame has the same id


def notice(frame: FrameType, event: str, _argument: object) -> None:
    """Note a call; this is the profile function of every thread."""
    walk, code = _followed, frame.f_code
    is_ours = event == "call" and code.co_filename.startswith(OURS) and code.co_name not in COMPREHENSIONS
    if not is_ours or frame in _begun:
        return
    if code.co_flags & GOES_ON:
        _begun.add(frame)
    if walk is not None:
        walk.note(code)


@contextmanager
def following() -> Iterator[Walk]:
    global _followed
    _followed = walk = Walk()
    try:
        yield walk
    finally:
        _followed = None


# ---- the evening


def walk_all() -> None:
    """Play rounds one and two as a rehearsal, so that no first-time work is followed."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    client, stage = set_up()
    tournament = stage.tournament
    for _ in range(2):
        round_ = published(client, stage)
        for board in range(1, 5):
            press(client, "desk-line", round_.pk, line=f"{board} 1-0")
        press(client, "desk-close", round_.pk)
        look(client, "tournament-standings", tournament.code)
        look(client, "club-export-file", tournament.code, "report", "trf")
    with following() as standings:
        look(client, "tournament-standings", tournament.code)
    with following() as export:
        look(client, "club-export-file", tournament.code, "report", "trf")
    draft = drafted(client, stage)
    with following() as publishing:
        press(client, "desk-publish", draft.pk, version=draft.version)
    with following() as result:
        press(client, "desk-line", draft.pk, line="4 1-0")
    move = asyncio.run(moves_at_all_tables(tablets(client, tournament)))
    draft.refresh_from_db()
    assert draft.status == "published"
    assert draft.matches.get(board=4).outcome == "first-wins"
    print("a. one move of a tablet:", move)
    print("b. one result typed at the desk:", result)
    print("c. publish a Swiss round:", publishing)
    print("d. standings page:", standings)
    print("e. TRF export:", export)


def set_up() -> tuple[Any, Any]:
    """Sign in an organiser at the desk of a Swiss tournament of eight with four tables."""
    from django.apps import apps
    from django.test import Client

    from tests.tournament.organisers import club_organiser

    club = apps.get_model("tournament", "Club").objects.create(name="Walks")
    apps.get_model("tournament", "ClubSettings").objects.create(
        club=club, language="en", time_zone="UTC", set_up_ms=1
    )
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(club_organiser("olga"))
    press(client, "tournament-new", **PLAN)
    stage = apps.get_model("tournament", "Stage").objects.select_related("tournament").get()
    press(client, "desk-entry-paste", stage.tournament_id, text=NAMES, sure="yes")
    assert stage.tournament.entrants.count() == 8
    return client, stage


def press(client: Any, page: str, *args: object, **fields: object) -> None:
    from django.urls import reverse

    response = client.post(reverse(page, args=args), fields)
    assert response.status_code == 302, (page, response.status_code)


def look(client: Any, page: str, *args: object) -> None:
    from django.urls import reverse

    response = client.get(reverse(page, args=args))
    assert response.status_code == 200, (page, response.status_code)


def drafted(client: Any, stage: Any) -> Any:
    press(client, "desk-draft", stage.pk)
    return stage.rounds.get(status="draft")


def published(client: Any, stage: Any) -> Any:
    round_ = drafted(client, stage)
    press(client, "desk-publish", round_.pk, version=round_.version)
    return round_


# ---- the tablets


def tablets(client: Any, tournament: Any) -> list[tuple[str, str]]:
    """Return the running game at each table, and the session of its tablet."""
    from django.apps import apps
    from django.conf import settings
    from django.test import Client
    from django.urls import reverse

    found = []
    for table in tournament.tables.filter(number__lt=4):
        page = client.post(reverse("desk-tablet", args=[table.pk])).content.decode()
        tablet = Client(SERVER_NAME="127.0.0.1")
        opened = re.search(r"/l/[\w-]+", page)
        assert opened is not None
        tablet.post(opened[0])
        games = apps.get_model("games", "Game").objects.filter(place=f"table:{tournament.pk}:{table.number}")
        found.append((games.latest("pk").code, tablet.cookies[settings.SESSION_COOKIE_NAME].value))
    return found


async def moves_at_all_tables(tables: list[tuple[str, str]]) -> Walk:
    """Make the same move at each table and keep the shortest walk, without the server's own tasks."""
    from tournament.asgi import application

    async with Protocol(application, {"type": "lifespan"}) as server:
        await server.tell("lifespan.startup")
        await server.hear(lambda message: message["type"] == "lifespan.startup.complete")
        walks = [await third_move(application, code, session) for code, session in tables]
        await server.tell("lifespan.shutdown")
        await server.hear(lambda message: message["type"] == "lifespan.shutdown.complete")
    return min(walks, key=lambda walk: walk.count)


async def third_move(application: Any, code: str, session: str) -> Walk:
    async with Socket(application, code, session) as tablet, Socket(application, code) as watcher:
        state = await tablet.receive("state")
        await watcher.receive("state")
        await tablet.ask({"type": "custody", "tab": "tab-1", "take": True})
        entries = [{"type": "start"}]
        entries += [
            {"type": "move", "seat": "XO"[ply % 2], "ply": ply, "move": move}
            for ply, move in enumerate(MOVES)
        ]
        for number, entry in enumerate(entries, 1):
            kept = {"epoch": 1, "n": number, "tab": "tab-1", "spent_ms": 0, "generation": state["generation"]}
            with following() as walk:
                answer = await tablet.ask(entry | kept)
                await watcher.sees(answer["seq"])
            assert answer["type"] == "answer", answer
    return walk


if __name__ == "__main__":
    import django

    threading.setprofile(notice)
    sys.setprofile(notice)
    django.setup()
    walk_all()
