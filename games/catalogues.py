"""Compiled catalogues (.mo), mapped: of twenty languages only what is asked for comes into memory.

Django would read every file into dictionaries, megabytes for each language; `install` gives it these instead.
Such a file is sorted by its originals, so a text is found by halving. A context stands before its original,
behind the original of a plural stands its second form.
"""

import gettext
import mmap
import re
import struct
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.utils.translation import trans_real

from games.languages import LANGUAGES, Language

LITTLE, BIG = b"\xde\x12\x04\x95", b"\x95\x04\x12\xde"
CONTEXT = "\x04"
MONTH_NAMES = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
NAMES_OF_TIME = {*MONTH_NAMES, "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
Plural = Callable[[int], int]


class CompiledCatalogue:
    # Texts looked for: what is asked for again is at hand elsewhere, and the pages of the file may go.
    LET_GO_AFTER = 64

    def __init__(self, file: Path) -> None:
        with file.open("rb") as opened:
            self._data = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        if self._data[:4] not in (LITTLE, BIG):
            raise ValueError(f"{file} is no compiled catalogue.")
        self._pair = struct.Struct("<II" if self._data[:4] == LITTLE else ">II")
        _version, self._count = self._pair.unpack_from(self._data, 4)
        self._originals, self._translations = self._pair.unpack_from(self._data, 12)
        self._looked_for = 0
        self._let_go()  # a system maps more than the head that was read

    def find(self, original: str) -> list[str] | None:
        """Its forms, one or all of a plural; `original` with its context before it."""
        self._looked_for += 1
        if self._looked_for % self.LET_GO_AFTER == 0:
            self._let_go()
        wanted = original.encode()
        low, high = 0, self._count
        while low < high:
            middle = (low + high) // 2
            found = self._text(self._originals, middle).partition(b"\0")[0]
            if found == wanted:
                return self._text(self._translations, middle).decode().split("\0")
            low, high = (middle + 1, high) if found < wanted else (low, middle)
        return None

    def __iter__(self) -> Iterator[tuple[str, list[str]]]:
        for place in range(self._count):
            original = self._text(self._originals, place).partition(b"\0")[0].decode()
            if original:  # the empty one is the header
                yield original, self._text(self._translations, place).decode().split("\0")

    def _let_go(self) -> None:
        """Of the memory of this process; the system still has them, and Windows sees to it by itself."""
        if sys.platform != "win32":
            self._data.madvise(mmap.MADV_DONTNEED)

    def _text(self, table: int, place: int) -> bytes:
        length, start = self._pair.unpack_from(self._data, table + 8 * place)
        return self._data[start : start + length]


# The forms of a text, and the catalogue they are from.
Found = tuple[list[str], CompiledCatalogue | None]


class MappedTranslation:
    """What Django asks of a language: ours first, then those of the applications, then its own."""

    KEPT = 2_000  # texts at hand: more than the pages of an evening have

    def __init__(self, language: Language) -> None:
        self._language = language
        self._files = [found for found in map(_mapped, _places(language.code)) if found is not None]
        self._kept: dict[str, Found | None] = {}

    def to_language(self) -> str:
        return self._language.code

    def gettext(self, message: str) -> str:
        found = self._find(message)
        return found[0][0] if found else message

    def ngettext(self, one: str, many: str, number: int) -> str:
        found = self._find(one)
        if not found:
            return one if number == 1 else many
        forms, catalogue = found
        form = _plural_of(catalogue)(number) if catalogue else 0
        return forms[min(form, len(forms) - 1)]

    def _find(self, message: str) -> Found | None:
        if message in self._kept:
            return self._kept[message]
        if len(self._kept) >= self.KEPT:
            self._kept.clear()
        result = self._look(message)
        self._kept[message] = result
        return result

    def _look(self, message: str) -> Found | None:
        if months := self._language.months:
            context, _sign, name = message.partition(CONTEXT)
            if context == "alt. month" and name in MONTH_NAMES:
                return [months.split()[MONTH_NAMES.index(name)]], None
        for catalogue in self._files:
            if forms := catalogue.find(message):
                small = self._language.small_names and message.rpartition(CONTEXT)[2] in NAMES_OF_TIME
                return [form.lower() for form in forms] if small else forms, catalogue
        return None


def install() -> None:
    """Before anything is said. Django keeps translations by language and makes none that it has."""
    for code, _name in settings.LANGUAGES:
        trans_real._translations[code] = MappedTranslation(LANGUAGES[code])  # type: ignore[attr-defined]


def _places(code: str) -> Iterator[Path]:
    folders = [
        *map(Path, settings.LOCALE_PATHS),
        *(Path(app.path) / "locale" for app in apps.get_app_configs()),
        Path(trans_real.__file__).parents[2] / "conf" / "locale",
    ]
    yield from (folder / code / "LC_MESSAGES" / "django.mo" for folder in folders)


@cache
def _mapped(file: Path) -> CompiledCatalogue | None:
    return CompiledCatalogue(file) if file.exists() else None


@cache
def _plural_of(catalogue: CompiledCatalogue) -> Plural:
    """Worked out when it is first needed: many languages are never counted in."""
    header = (catalogue.find("") or [""])[0]
    rule = re.search(r"plural=([^;\n]+)", header)
    return gettext.c2py(rule[1]) if rule else _one


def _one(number: int) -> int:
    return int(number != 1)


def of_scripts(language: str) -> CompiledCatalogue | None:
    """What scripts say; nothing for the language they are written in."""
    return _mapped(Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "djangojs.mo")
