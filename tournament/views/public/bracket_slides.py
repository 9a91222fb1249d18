"""A bracket cut into slides that can be read across a hall: no match is left out, none is on two slides."""

from dataclasses import dataclass
from math import ceil
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.views.public.bracket_layout import BracketColumn, BracketShown, MatchShown

ROWS = 8  # matches above each other in a tree whose names are read from the back of a hall
COLUMNS = 5  # rounds beside each other
MATCHES = 16  # of a round too long for a tree, in a block of four by four

TITLES = {"winners": _("Winners’ bracket"), "losers": _("Losers’ bracket")}


@dataclass(frozen=True, slots=True)
class BracketSlide:
    """Rounds as a tree, or (`block`) one round's matches side by side; `alone` stand below with titles."""

    title: str | Promise
    columns: tuple[BracketColumn, ...] = ()
    block: tuple[MatchShown, ...] = ()
    alone: tuple[tuple[str, MatchShown], ...] = ()


def slides(shown: BracketShown) -> list[BracketSlide]:
    found: list[BracketSlide] = []
    for tree in shown.trees:
        title = TITLES[tree.code] if shown.is_double else _("Bracket")
        long = [column for column in tree.columns if len(column.slots) > ROWS]
        found += [slide for column in long for slide in _blocks(column)]
        found += [BracketSlide(title, part) for part in _parts(tree.columns[len(long) :], COLUMNS)]
    if shown.is_double:
        return [*found, BracketSlide(_("Finals"), alone=shown.extra)]
    return [*found[:-1], BracketSlide(found[-1].title, found[-1].columns, alone=shown.extra)]


def _blocks(column: BracketColumn) -> list[BracketSlide]:
    return [BracketSlide(column.title, block=part) for part in _parts(column.matches, MATCHES)]


def _parts(parts: tuple[Any, ...], most: int) -> list[tuple[Any, ...]]:
    """As few slides as will do, all about as full."""
    count = ceil(len(parts) / most)
    each = ceil(len(parts) / max(count, 1))
    return [parts[start : start + each] for start in range(0, len(parts), max(each, 1))]
