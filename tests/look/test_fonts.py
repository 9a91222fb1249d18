"""The served typeface has every letter that any catalogue uses, so no text falls back to another face.

The files are read as browsers do (WOFF 2), decompressed by the node of the scripts' tests.
"""

import re
import struct
import subprocess
import unicodedata
from functools import cache
from pathlib import Path

import pytest

from games.languages import LANGUAGES, TABLE
from tests.js.nodejs import node
from tests.tools.translations import catalogues

ROOT = Path(__file__).resolve().parents[2]
CSS = ROOT / "static" / "css" / "tokens.css"
UNPACK = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(0)))"
KNOWN = {0: "cmap", 10: "glyf", 11: "loca", 28: "GSUB"}  # table numbers of WOFF 2 that are used here
# Letters of names that may be missing in catalogues: the alphabet of each language.
ALPHABETS = {
    "en": "", "de": "äöüß", "nl": "áéíóúëïöü", "fr": "àâæçéèêëîïôœùûüÿ", "es": "áéíóúüñ", "it": "àèéìòù",
    "pt": "áâãàçéêíóôõú", "da": "æøå", "nb": "æøå", "sv": "åäö", "fi": "åäöšž", "is": "áðéíóúýþæö",
    "hu": "áéíóöőúüű", "ro": "ăâîșț", "cs": "áčďéěíňóřšťúůýž", "sk": "áäčďéíĺľňóôŕšťúýž", "sl": "čšž",
    "hr": "čćđšž", "sr": "абвгдђежзијклљмнњопрстћуфхцчџш", "bg": "абвгдежзийклмнопрстуфхцчшщъьюя",
}  # fmt: skip


def tables_of(file: Path) -> dict[str, bytes]:
    data = file.read_bytes()
    assert data[:4] == b"wOF2"
    count, packed = struct.unpack_from(">H", data, 12)[0], struct.unpack_from(">I", data, 20)[0]
    place, found = 48, []
    for _table in range(count):
        number, version = data[place] & 63, data[place] >> 6
        place += 1
        if number == 63:
            place += 4
        length, place = _number(data, place)
        if version != 3 if number in (10, 11) else version:
            length, place = _number(data, place)
        found.append((KNOWN.get(number, ""), length))
    unpacked = subprocess.run(
        [node(), "-e", UNPACK], input=data[place : place + packed], capture_output=True, check=True
    )
    tables, start = {}, 0
    for name, length in found:
        tables[name] = unpacked.stdout[start : start + length]
        start += length
    return tables


def _number(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    while True:
        value = value << 7 | data[place] & 127
        place += 1
        if data[place - 1] < 128:
            return value, place


def letters_in(cmap: bytes) -> set[int]:
    found = set()
    for row in range(struct.unpack_from(">H", cmap, 2)[0]):
        start = struct.unpack_from(">I", cmap, 8 + 8 * row)[0]
        kind = struct.unpack_from(">H", cmap, start)[0]
        if kind == 4:
            count = struct.unpack_from(">H", cmap, start + 6)[0] // 2
            ends = struct.unpack_from(f">{count}H", cmap, start + 14)
            begins = struct.unpack_from(f">{count}H", cmap, start + 16 + 2 * count)
            found |= {
                letter for first, last in zip(begins, ends, strict=True) for letter in range(first, last + 1)
            }
        elif kind == 12:
            for group in range(struct.unpack_from(">I", cmap, start + 12)[0]):
                first, last, _glyph = struct.unpack_from(">III", cmap, start + 16 + 12 * group)
                found |= set(range(first, last + 1))
    return found


@cache
def faces() -> list[tuple[str, set[int], set[int], bytes]]:
    """Return each file with the range it is asked for, the letters it has, and what it can substitute."""
    found = []
    for name, ranges in re.findall(
        r'url\("\.\./fonts/([\w-]+\.woff2)"\).*?unicode-range:([^;]+);', CSS.read_text(), re.S
    ):
        asked = set()
        for first, last in re.findall(r"U\+(\w+)(?:-(\w+))?", ranges):
            asked |= set(range(int(first, 16), int(last or first, 16) + 1))
        tables = tables_of(ROOT / "static" / "fonts" / name)
        found.append((name, asked, letters_in(tables["cmap"]), tables.get("GSUB", b"")))
    return found


def lacking(text: str) -> set[str]:
    """Return the letters and digits of the text that are missing in all files responsible for them."""
    return {
        letter
        for letter in set(text)
        if unicodedata.category(letter)[0] in "LN"
        and not any(ord(letter) in asked and ord(letter) in has for _name, asked, has, _gsub in faces())
    }


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_letter_of_a_language_is_in_the_typeface(code):
    alphabet = ALPHABETS[code]
    text = LANGUAGES[code].name + alphabet + alphabet.upper()
    for domain in ("django", "djangojs"):
        po = catalogues.CatalogueFiles(ROOT / "tournament" / "locale", code, domain).po
        for message in catalogues.read(po, code, domain):
            text += "".join(catalogues.forms(message.string)) if message.id else ""
    assert lacking(text) == set()


def test_nobody_loads_what_they_do_not_need():
    latin, extended, more, cyrillic = (asked for _name, asked, _has, _gsub in faces())
    assert set(map(ord, "абвђљъ")) <= cyrillic
    assert not cyrillic & (latin | extended | more)
    assert {chr(letter) for letter in latin & extended} == set()
    assert {chr(letter) for letter in latin & more} == set("†")
    assert not extended & more
    letters = "".join(ALPHABETS.values())
    assert not {letter for letter in letters + letters.upper() if ord(letter) in more}


def test_digits_have_one_width():
    assert all(b"tnum" in gsub for _name, _asked, has, gsub in faces() if ord("0") in has)


def test_names_of_languages_are_written_in_it():
    assert lacking("".join(language.name for language in TABLE)) == set()
