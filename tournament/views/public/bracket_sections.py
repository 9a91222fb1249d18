"""Cut a bracket into sections that fit a page or a screen, and into slides that can be read across a hall.

No match is left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.views.public.bracket_layout import BracketColumn, BracketShown, MatchShown, Tree

T = TypeVar("T")

ROWS = 8  # matches above each other
SHORT = 2
COLUMNS = 6  # rounds beside each other
JOINED_COLUMNS = 6  # with the grand final beside both trees
SLIDE_COLUMNS = 5  # rounds beside each other whose names are read from the back of a hall
SLIDE_MATCHES = 16  # of a round too long for a tree, in a block of four by four

SIDES = {"winners": _("Winners’ bracket"), "losers": _("Losers’ bracket")}
PARTS: dict[int, tuple[str | Promise, ...]] = {
    2: (_("Top half"), _("Bottom half")),
    4: (_("First quarter"), _("Second quarter"), _("Third quarter"), _("Fourth quarter")),
}


@dataclass(frozen=True, slots=True)
class BracketSection:
    title: str
    columns: tuple[BracketColumn, ...] = ()
    alone: tuple[tuple[str, MatchShown], ...] = ()

    @property
    def is_short(self) -> bool:
        """Whether it leaves room on the page for the section before."""
        return all(len(column.slots) <= SHORT for column in self.columns)


@dataclass(frozen=True, slots=True)
class BracketSlide:
    """Rounds as a tree, or (`block`) one round's matches side by side; `alone` come below, with titles."""

    title: str | Promise
    columns: tuple[BracketColumn, ...] = ()
    block: tuple[MatchShown, ...] = ()
    alone: tuple[tuple[str, MatchShown], ...] = ()


def sections(shown: BracketShown) -> list[BracketSection]:
    """Cut the bracket into the sections of a page."""
    found = [section for tree in shown.trees for section in _of_tree(tree, double=shown.is_double)]
    if not shown.extra:
        return found
    if shown.is_double:
        # The last match of a side that was cut into parts stands with the finals it leads to.
        finals = [
            (each.columns[0].title, each.columns[0].matches[0]) for each in found if _is_one_match(each)
        ]
        others = [each for each in found if not _is_one_match(each)]
        return [*others, BracketSection(str(_("Finals")), alone=(*finals, *shown.extra))]
    return [*found[:-1], replace(found[-1], alone=shown.extra)]


def context(shown: BracketShown) -> dict[str, object]:
    """Return the context for the template of a bracket."""
    return {"bracket": shown, "sections": sections(shown), "joined": is_joined(shown)}


def _is_one_match(section: BracketSection) -> bool:
    return len(section.columns) == 1 and len(section.columns[0].slots) == 1


def is_joined(shown: BracketShown) -> bool:
    """Return whether both trees of a double knockout fit above each other, joined to the grand final."""
    fits = all(
        len(tree.columns) <= JOINED_COLUMNS and len(tree.columns[0].slots) <= ROWS for tree in shown.trees
    )
    return shown.is_double and fits


def _of_tree(tree: Tree, *, double: bool) -> Iterator[BracketSection]:
    side = f"{SIDES[tree.code]}" if double else ""
    parts = max(1, -(-len(tree.columns[0].slots) // ROWS))
    long = [column for column in tree.columns if len(column.slots) >= parts]
    if parts == 1:
        long, rest = list(tree.columns), []
    else:
        rest = [column for column in tree.columns if len(column.slots) < parts]
    for part in range(parts):
        title = _joined(side, _part_title(part, parts))
        yield from _by_columns(title, [_slice(column, part, parts) for column in long])
    if rest:
        yield BracketSection(_joined(side, str(_("Last rounds"))), tuple(rest))


def _by_columns(title: str, columns: list[BracketColumn]) -> Iterator[BracketSection]:
    parts = _even_parts(columns, COLUMNS)
    for number, (*others, last) in enumerate(parts, 1):
        numbered = f"{title} {number}".strip() if len(parts) > 1 else title
        yield BracketSection(numbered, (*others, replace(last, link="")))


def _slice(column: BracketColumn, part: int, parts: int) -> BracketColumn:
    size = len(column.slots) // parts
    link = "" if size == 1 and column.link == "fork" else column.link
    return replace(column, slots=column.slots[part * size : (part + 1) * size], link=link)


def _part_title(part: int, parts: int) -> str:
    if parts == 1:
        return ""
    named = PARTS.get(parts)
    return str(named[part]) if named else str(_("Part {number}")).format(number=part + 1)


def _joined(*titles: str) -> str:
    return " · ".join(filter(None, titles))


def slides(shown: BracketShown) -> list[BracketSlide]:
    """Cut the bracket into slides; no match is on two of them."""
    found: list[BracketSlide] = []
    for tree in shown.trees:
        title = SIDES[tree.code] if shown.is_double else _("Bracket")
        long = [column for column in tree.columns if len(column.slots) > ROWS]
        found += [
            BracketSlide(column.title, block=tuple(part))
            for column in long
            for part in _even_parts(column.matches, SLIDE_MATCHES)
        ]
        short = tree.columns[len(long) :]
        found += [BracketSlide(title, tuple(part)) for part in _even_parts(short, SLIDE_COLUMNS)]
    if shown.is_double:
        return [*found, BracketSlide(_("Finals"), alone=shown.extra)]
    return [*found[:-1], replace(found[-1], alone=shown.extra)]


def _even_parts(things: Sequence[T], most: int) -> list[Sequence[T]]:
    """Split into as few parts as possible, all of about the same length."""
    count = max(1, ceil(len(things) / most))
    size = max(1, ceil(len(things) / count))
    return [things[start : start + size] for start in range(0, len(things), size)]
