"""Find the texts: in Python, templates, scripts, and the tables of the pure packages.

Pure packages do not call gettext. They have English templates in tables, which views translate later; those
tables are read here. A table called SENTENCES or TEMPLATES is found by its name, the sentences of a Fault by
its class; `named_tables` has the others.
"""

import importlib
import io
import pkgutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from babel.messages.extract import extract
from django.utils.dates import MONTHS, MONTHS_ALT, WEEKDAYS
from django.utils.translation import override
from django.utils.translation.template import templatize

import games
import tournament
from games.faults import Counted, Fault
from tournament.formats.format import Format

PLAIN, PLURAL, CONTEXT, CONTEXT_PLURAL = None, (1, 2), ((1, "c"), 2), ((1, "c"), 2, 3)
KEYWORDS = {
    "_": PLAIN,
    "gettext": PLAIN,
    "gettext_lazy": PLAIN,
    "gettext_noop": PLAIN,
    "ngettext": PLURAL,
    "ngettext_lazy": PLURAL,
    "pgettext": CONTEXT,
    "pgettext_lazy": CONTEXT,
    "npgettext": CONTEXT_PLURAL,
    "npgettext_lazy": CONTEXT_PLURAL,
}
TABLES = ("SENTENCES", "TEMPLATES")
# Not imported for their tables: they act on import, or are no part of the running product.
LEFT_OUT = ("asgi", "migrations", "management", "settings")


@dataclass(frozen=True, slots=True)
class FoundText:
    """A text and the file that has it; `message` is a pair for a text with a plural."""

    message: str | tuple[str, ...]
    place: str
    context: str | None = None
    comments: tuple[str, ...] = ()


def for_pages(root: Path) -> Iterator[FoundText]:
    """Find the texts of the server: the domain `django`."""
    for package in ("games", "tournament"):
        for file in _files(root / package, "*.py"):
            yield from _extract("python", file.read_text(encoding="utf-8"), _place(file, root))
    for file in _files(root / "templates", "*.html", "*.txt", "*.svg"):
        # Outside translated parts only X are left; leading space would be read as Python's indentation.
        python = templatize(file.read_text(encoding="utf-8"), origin=str(file))
        python = "\n".join(line.lstrip() for line in python.splitlines())
        yield from _extract("python", python, _place(file, root))
    yield from of_pure_tables(root)


def for_scripts(root: Path) -> Iterator[FoundText]:
    """Find the texts of scripts: the domain `djangojs`."""
    for file in _files(root / "static" / "js", "*.js"):
        yield from _extract("javascript", file.read_text(encoding="utf-8"), _place(file, root))


def of_pure_tables(root: Path) -> Iterator[FoundText]:
    modules = list(_modules(games, tournament))
    tables = [
        *((module.__name__, sentences) for module in modules for sentences in _tables(module)),
        *((fault.__module__, vars(fault).get("sentences", {}).values()) for fault in _subclasses(Fault)),
        *named_tables(),
    ]
    for module, sentences in tables:
        place = _place(Path(str(sys.modules[module].__file__)), root)
        yield from (FoundText(_message(sentence), place) for sentence in sentences if sentence)
    yield from of_dates()


def of_dates() -> Iterator[FoundText]:
    """Find the names of months and days: Django's texts, which our own catalogues have too.

    Django writes some with a capital letter that the language does not use, and Slovak without the genitive.
    """
    place = "django/utils/dates.py"
    with override(None):
        yield from [FoundText(str(name), place) for name in (*MONTHS.values(), *WEEKDAYS.values())]
        yield from [FoundText(str(name), place, context="alt. month") for name in MONTHS_ALT.values()]


def _message(sentence: str | Counted) -> str | tuple[str, ...]:
    return (sentence.one, sentence.many) if isinstance(sentence, Counted) else str(sentence)


def named_tables() -> Iterator[tuple[str, Iterable[str]]]:
    """Yield the texts that are fields of other values."""
    from games.clock.presets import PRESETS
    from games.protocol import upward
    from tournament.formats import registry
    from tournament.ranking.tiebreaks import catalogue

    yield "games.clock.presets", (preset.name for preset in PRESETS)
    readers = (value for value in vars(upward).values() if isinstance(value, upward.Reader))
    yield upward.__name__, (reader.wanted.template for reader in readers)
    kinds = catalogue.CATALOGUE.values()
    yield catalogue.__name__, (text for kind in kinds for text in (kind.name, kind.explanation))
    for format in registry.FORMATS.values():
        yield type(format).__module__, _words_of_format(format)


def _words_of_format(format: Format) -> Iterator[str]:
    """Yield name and descriptions of a format, its figures, and its options with their choices."""
    yield from (format.name, format.withdrawal, format.endless, format.rounds_needed)
    for figure in format.ranking_figures((), format.read_options({})):
        yield from (figure.name, figure.explanation)
    for terms in format.options_type.terms().values():
        yield from (terms.label, *terms.choices.values())


def _tables(module: ModuleType) -> Iterator[Iterable[str | Counted]]:
    for name in TABLES:
        table = vars(module).get(name)
        if isinstance(table, Mapping):
            yield table.values()
        elif table is not None:
            yield table


def _modules(*packages: ModuleType) -> Iterator[ModuleType]:
    for package in packages:
        for info in pkgutil.walk_packages(package.__path__, package.__name__ + ".", onerror=_loud):
            if not set(LEFT_OUT) & set(info.name.split(".")):
                yield importlib.import_module(info.name)


def _loud(name: str) -> None:
    raise ImportError(f"{name} cannot be imported, so its sentences cannot be read.")


def _subclasses(kind: type[Fault]) -> Iterator[type[Fault]]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from _subclasses(subclass)


def _extract(method: str, source: str, place: str) -> Iterator[FoundText]:
    lines = io.BytesIO(source.encode())
    options = {"encoding": "utf-8"}
    for _line, message, comments, context in extract(
        method, lines, keywords=KEYWORDS, comment_tags=("Translators:",), options=options
    ):
        parts = (message,) if isinstance(message, str) else message
        if all(parts):
            yield FoundText(message, place, context, tuple(comments))


def _files(folder: Path, *patterns: str) -> list[Path]:
    return sorted(
        file for pattern in patterns for file in folder.rglob(pattern) if "migrations" not in file.parts
    )


def _place(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix()
