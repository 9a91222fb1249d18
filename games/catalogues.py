"""Compiled catalogues (.mo), mapped: of twenty languages only what is asked for comes into memory.

Such a file is sorted by its originals, so a text is found by halving. A context stands before its original,
behind the original of a plural stands its second form.
"""

import mmap
import struct
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

LITTLE, BIG = b"\xde\x12\x04\x95", b"\x95\x04\x12\xde"
CONTEXT = "\x04"


class CompiledCatalogue:
    def __init__(self, file: Path) -> None:
        with file.open("rb") as opened:
            self._data = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        if self._data[:4] not in (LITTLE, BIG):
            raise ValueError(f"{file} is no compiled catalogue.")
        self._pair = struct.Struct("<II" if self._data[:4] == LITTLE else ">II")
        _version, self._count = self._pair.unpack_from(self._data, 4)
        self._originals, self._translations = self._pair.unpack_from(self._data, 12)

    def find(self, original: str) -> list[str] | None:
        """Its forms, one or all of a plural; `original` with its context before it."""
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

    def _text(self, table: int, place: int) -> bytes:
        length, start = self._pair.unpack_from(self._data, table + 8 * place)
        return self._data[start : start + length]


@cache
def of_scripts(language: str) -> CompiledCatalogue | None:
    """What scripts say; nothing for the language they are written in."""
    file = Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "djangojs.mo"
    return CompiledCatalogue(file) if file.exists() else None
