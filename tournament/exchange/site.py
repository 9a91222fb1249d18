"""A finished event as a small site in one zip: opens from disk, needs no server, no script and no network.

Public names only. The same event gives the same bytes.
"""

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.text import slugify

from games.models import Game
from games.records_export import record_of
from games.replays import frames_of
from tournament import scores
from tournament.exchange import records, sheets
from tournament.models import Entrant, Stage, Tournament
from tournament.services.history import BRACKETS

_ROOT = Path(settings.BASE_DIR) / "static"
# Every page of the site needs these and no others; the whole look is one sheet that imports its parts.
_FILES = (
    "icons/fiveline.svg",
    "fonts/rubik-latin.woff2",
    "fonts/rubik-latin-ext.woff2",
    "fonts/rubik-cyrillic.woff2",
)
_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can tell


def pack(tournament: Tournament) -> bytes:
    folder = slugify(tournament.name) or "event"
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (*_pages(tournament), *_look()):
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}", _WHEN), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _look() -> Iterator[tuple[str, bytes]]:
    for sheet in sorted((_ROOT / "css").glob("*.css")):
        yield f"css/{sheet.name}", sheet.read_bytes()
    for name in _FILES:
        yield name, (_ROOT / name).read_bytes()


def _pages(tournament: Tournament) -> Iterator[tuple[str, str]]:
    stages = list(tournament.stages.select_related("tournament").order_by("number"))
    games = records.of_event(tournament.pk)
    menu = [page for stage in stages for page in _menu(stage, len(stages) > 1)]
    shared = {"tournament": tournament, "menu": menu, "has_games": bool(games)}
    yield (
        "index.html",
        _render("index", shared, here="index.html", tables=[_table(stage) for stage in stages]),
    )
    for stage in stages:
        for address, title, sheet in _stage_pages(stage):
            yield address, _render("table", shared, here=address, title=title, table=sheet)
    if games:
        yield "games.html", _render("games", shared, here="games.html", games=games)
        yield "records.txt", records.of_games(games)
    for game in games:
        yield f"game-{game.code}.html", _render("game", shared, here="games.html", **_game(game))


def _menu(stage: Stage, several: bool) -> Iterator[tuple[str, str, str]]:
    """Address, kind of page, and what it is about."""
    about = str(stage) if several else ""
    if stage.format not in BRACKETS:
        yield f"cross-table-{stage.number}.html", "cross-table", about
    for round_ in sheets.drawn_rounds(stage):
        yield f"round-{stage.number}-{round_.number}.html", "round", f"{about} {round_.number}".strip()


def _stage_pages(stage: Stage) -> Iterator[tuple[str, str, sheets.Sheet]]:
    if stage.format not in BRACKETS:
        yield (
            f"cross-table-{stage.number}.html",
            "cross-table",
            sheets.cross_table(stage, _public, scores.amount),
        )
    for round_ in sheets.drawn_rounds(stage):
        address = f"round-{stage.number}-{round_.number}.html"
        yield address, "round", sheets.pairings(stage, round_.number, _public)


def _table(stage: Stage) -> tuple[Stage, sheets.Sheet]:
    return stage, sheets.standing(stage, None, _public, scores.amount)


def _public(entrant: Entrant) -> str:
    return entrant.public_name


def _game(game: Game) -> dict[str, Any]:
    frames = frames_of(game)
    last = frames[-1]
    return {
        "game": game,
        "frames": frames,
        "line": " ".join(str(cell) for cell in last.lines[0]) if last.lines else "",
        "record": str(record_of(game)),
    }


def _render(name: str, shared: dict[str, Any], **more: Any) -> str:
    return render_to_string(f"club/site/{name}.html", shared | more)
