"""Pack a finished tournament as a small site in one zip that opens from disk, without server or network.

It shows what the public pages show, in its own templates: public names only. Without scripts everything can
be read; with them, games can be analysed. One tournament always gives the same bytes.
"""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.text import slugify

from games.models import Game
from games.practice.views import analysed_game, may_be_analysed
from games.replays import frames_of, record_of
from tournament.import_export import records
from tournament.models import ClubSettings, Picture, Tournament
from tournament.server.static import plain_script
from tournament.services.stages import stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.views import script_words
from tournament.views.public import bracket_layout, bracket_sections, pairings
from tournament.views.public.standings import cross_table_context, parts

_ROOT = Path(settings.BASE_DIR) / "static"
# Every page of the site needs these and no others; one style sheet imports the rest.
_FILES = (
    "icons/fiveline.svg",
    "fonts/rubik-latin.woff2",
    "fonts/rubik-latin-ext.woff2",
    "fonts/rubik-cyrillic.woff2",
)
_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can tell


@dataclass(frozen=True, slots=True)
class Page:
    address: str
    kind: str  # the template
    about: str
    content: dict[str, Any]


def pack(tournament: Tournament) -> bytes:
    folder = slugify(tournament.name) or "event"
    target = io.BytesIO()
    club_settings = ClubSettings.objects.current()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        files: list[tuple[str, str | bytes]] = [*_pages(tournament, club_settings)]
        sheets = sorted((_ROOT / "css").glob("*.css"))
        files += [(f"css/{sheet.name}", sheet.read_bytes()) for sheet in sheets]
        files += [(name, (_ROOT / name).read_bytes()) for name in _FILES]
        pictures = (club_settings.logo if club_settings else None, tournament.picture)
        files += [(_file_of(picture), bytes(picture.data)) for picture in pictures if picture]
        for name, content in files:
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}", _WHEN), content, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def _file_of(picture: Picture | None) -> str:
    return f"pictures/{picture}" if picture else ""


def _pages(tournament: Tournament, club_settings: ClubSettings | None) -> Iterator[tuple[str, str]]:
    records_of = [stage_record.read(stage) for stage in tournament.stages.order_by("number")]
    drawn = [record for record in records_of if record.drawn]
    games = records.list_live_games(tournament.pk)
    pages = [page for record in drawn for page in _stage_pages(record, several=len(drawn) > 1)]
    shared = {
        "tournament": tournament,
        "club": club_settings.club.name if club_settings else "",
        "logo": _file_of(club_settings.logo if club_settings else None),
        "picture": _file_of(tournament.picture),
        "menu": [(page.address, page.kind, page.about, page.content.get("number")) for page in pages],
        "codes": {game.code for game in games},
        "plain": True,
    }
    tables = [_table(record) for record in drawn]
    yield "index.html", _render("index", shared, here="index.html", tables=tables)
    for page in pages:
        yield page.address, _render(page.kind, shared, here=page.address, **page.content)
    if games:
        yield "games.html", _render("games", shared, here="games.html", games=games)
        yield "records.txt", records.join_records(games)
    for game in games:
        yield f"game-{game.code}.html", _render("game", shared, here="games.html", **_game(game))
    if any(may_be_analysed(game) for game in games):
        yield "js/words.js", script_words.script(translation.get_language() or settings.LANGUAGE_CODE)
        yield "js/analysis.js", plain_script(_ROOT, "js/pages/analysis.js")


def _stage_pages(record: StageRecord, *, several: bool) -> Iterator[Page]:
    stage = record.stage
    about = str(stage) if several else ""
    if stage.format_rules.is_bracket:
        content: dict[str, Any] = bracket_sections.context(bracket_layout.layout(record))
        yield Page(f"bracket-{stage.number}.html", "bracket", about, content)
    else:
        yield Page(f"cross-table-{stage.number}.html", "cross-table", about, cross_table_context(record))
    for round_ in record.drawn:
        content = {"current": pairings.round_page(record, round_.number), "about": about}
        yield Page(
            f"round-{stage.number}-{round_.number}.html", "round", about, content | {"number": round_.number}
        )


def _table(record: StageRecord) -> dict[str, Any]:
    in_bracket = record.stage.format_rules.is_bracket
    return {
        "stage": record.stage,
        "parts": parts(record),
        "after": record.drawn[-1].number,
        "in_bracket": in_bracket,
        "champion": bracket_layout.layout(record).champion if in_bracket else None,
    }


def _game(game: Game) -> dict[str, Any]:
    frames = frames_of(game)
    last = frames[-1]
    return {
        "game": game,
        "frames": frames,
        "line": " ".join(str(cell) for cell in last.lines[0]) if last.lines else "",
        "record": str(record_of(game)),
        # Without a worker, which a page from disk may not start: the page computes in its own thread.
        "config": {"worker": "", **analysed_game(game, frames)} if may_be_analysed(game) else None,
    }


def _render(name: str, shared: dict[str, Any], **more: Any) -> str:
    return render_to_string(f"club/site/{name}.html", shared | more)
