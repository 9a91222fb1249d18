"""Invented data for the style page: each component in each of its states."""

import json
import re
from io import BytesIO

import segno
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.rules.cells import Cell
from games.rules.position import Position
from tournament.templatetags import fiveline

TOKENS = re.compile(r"^\s*(--(?:color|side|cube|tray|glow)[\w-]*):", re.MULTILINE)


def context() -> dict[str, object]:
    return {
        "swatches": TOKENS.findall(_source("static/css/tokens.css")),
        "icons": list(fiveline.drawings()),
        "boards": boards(),
        "bracket": bracket(),
        "qr": qr("https://hall.example/t/K74PX"),
    }


def _source(name: str) -> str:
    return (settings.BASE_DIR / name).read_text(encoding="utf-8")


def boards() -> list[dict[str, str]]:
    two = "..O.X/O..../.XOX./X..OO/...X. X"
    rim = [cell for cell in Cell if Position.parse(two).can_take(cell)]
    won = "O.O.X/..OX./O.X../.XO../X..O. O"
    fours = "..E.N/S..../..N.W/....S/.E.N. E"
    samples = [
        (_("Still: as watchers see it"), {"state": {"position": two}}),
        (
            _("Your turn: what may be taken is lit"),
            {"live": True, "state": {"position": two, "takeable": rim}},
        ),
        (
            _("A cube in hand: arrows at the ends"),
            {
                "live": True,
                "state": {"position": two, "takeable": rim, "selected": "b1", "ends": ["N", "E", "W"]},
            },
        ),
        (
            _("The last move"),
            {"state": {"position": two, "last": {"cell": "a2", "edge": "E"}}},
        ),
        (
            _("The winning line"),
            {"state": {"position": won, "lines": [["a1", "b2", "c3", "d4", "e5"]]}},
        ),
        (_("Four players, seen from west"), {"orientation": "W", "state": {"position": fours}}),
    ]
    return [{"label": label, "json": json.dumps(sample)} for label, sample in samples]


def bracket() -> list[dict[str, object]]:
    def match(state: str, *entrants: tuple[object, ...]) -> dict[str, object]:
        keys = ("seed", "name", "score", "mark", "path")
        return {"state": state, "entrants": [dict(zip(keys, row, strict=False)) for row in entrants]}

    return [
        {
            "name": _("Quarter-finals"),
            "matches": [
                match("finished", (1, "Mira Novak", 2, "won", True), (8, "Tom Aalto", 0, "lost")),
                match("finished", (4, "Ines Duarte", 1, "lost"), (5, "Ben Okafor", 2, "won")),
                match("running", (3, "Jonas Weber-Lindqvist", 1), (6, "Li Wen", 1)),
                match("finished", (2, "Ada Birk", 2, "won"), (7, "Çağla Demir", 1, "lost")),
            ],
        },
        {
            "name": _("Semi-finals"),
            "matches": [
                match("running", (1, "Mira Novak", 1, "", True), (5, "Ben Okafor", 0)),
                match("locked", ("", _("Winner of match 3"), "", "pending"), (2, "Ada Birk", "")),
            ],
        },
        {
            "name": _("Final"),
            "matches": [
                match(
                    "locked",
                    ("", _("Winner of match 5"), "", "pending"),
                    ("", _("Winner of match 6"), "", "pending"),
                )
            ],
        },
    ]


def qr(text: str) -> SafeString:
    out = BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", border=0, xmldecl=False, svgns=False, omitsize=True, dark="#000"
    )
    return mark_safe(out.getvalue().decode())  # noqa: S308 - drawn by segno from our own text
