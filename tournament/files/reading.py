"""Decode bytes of any origin into text, within limits; recognise usual encodings, refuse all others."""

import codecs
import json
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.translation import gettext_noop

from games.faults import Counted, Fault, Phrase

MEGABYTE = 1024 * 1024
MOST_BYTES = 5 * MEGABYTE  # a tournament of nine rounds at a hundred boards, with every game, has under 3 MB
MOST_LINES = 20_000
LONGEST_LINE = 20_000
DEEPEST = 24  # of brackets within brackets; our own files have 7
MOST_DIGITS = 18
# A string is skipped as a whole: brackets in it do not count. The last one may lack its end.
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)

# Byte order marks; below, the encodings that a user can choose. Spreadsheets write those of Windows.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# English, translated at the edge.
ENCODINGS = {
    "utf-8": gettext_noop("Unicode (UTF-8)"),
    "cp1252": gettext_noop("Western Europe (Windows)"),
    "cp1250": gettext_noop("Central and Eastern Europe (Windows)"),
    "cp1251": gettext_noop("Cyrillic (Windows)"),
    "mac-roman": gettext_noop("Western Europe (old Macs)"),
    "utf-16": gettext_noop("Unicode (UTF-16)"),
}
AUTOMATIC = ""
_CONTROLS = {chr(code) for code in range(32)} - set("\t\n\r\f")


class BadFile(Fault):
    """A file that cannot be read, or not in this way; the user who sent it can correct it."""

    sentences: ClassVar[dict[str, str | Counted]] = {
        "empty": "There is nothing in it.",
        "too-big": "This is too big: at most {most} MB are read.",
        "not-text": "This is not a text file. Save it as plain text or CSV, in UTF-8 if you can choose.",
        "encoding": "This is not {encoding}. Choose another encoding, or save the file as UTF-8.",
        "not-recognised": "The encoding of this file is not recognised. Choose it, or save it as UTF-8.",
        "too-many-lines": Counted(
            "There is more than {most} line.", "There are more than {most} lines.", by="most"
        ),
        "long-line": Counted(
            "Line {line}: longer than {most} character.",
            "Line {line}: longer than {most} characters.",
            by="most",
        ),
        "at": "Line {line}, column {column}: {reason}",
        "json": "Line {line}, column {column}: this is not JSON.",
        "json-deep": Counted(
            "Line {line}, column {column}: more than {most} bracket within each other.",
            "Line {line}, column {column}: more than {most} brackets within each other.",
            by="most",
        ),
        "json-twice": "“{name}” is given twice in the same place.",
        "json-number": "There is a number that is no number or has too many digits.",
        "wrong-file": "This is not an event of Fiveline.",
        "version": "This event was written by a newer version ({version}). Bring Fiveline up to date first.",
        "shape": "{place}: {reason}",
        "contradiction": "The file contradicts itself: {reason}",
    }


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text, and the encoding of its bytes."""

    text: str
    encoding: str

    def read_as(self, encoding: str) -> "DecodedText":
        """Decode the same bytes in another encoding, so that the file need not be sent again."""
        try:
            data = self.text.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            raise BadFile("encoding", encoding=encoding_name(encoding)) from None
        return decode_file(data, encoding)


def decode(data: bytes, encoding: str = AUTOMATIC) -> str:
    """Decode a file and return the text alone."""
    return decode_file(data, encoding).text


def decode_file(data: bytes, encoding: str = AUTOMATIC) -> DecodedText:
    """Decode UTF-8, UTF-16 with its mark, and otherwise the encoding of Windows; make line ends plain."""
    if len(data) > MOST_BYTES:
        raise BadFile("too-big", most=MOST_BYTES // MEGABYTE)
    found = _decode(data, encoding)
    return DecodedText(check_text(found.text), found.encoding)


def encoding_name(encoding: str) -> Phrase:
    return Phrase(ENCODINGS.get(encoding, encoding))


def check_text(text: str) -> str:
    """Return a text from a file or a form with plain line ends; refuse characters that people do not type."""
    if len(text) > MOST_BYTES:
        raise BadFile("too-big", most=MOST_BYTES // MEGABYTE)
    text = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff")
    if not text.strip():
        raise BadFile("empty")
    if not _CONTROLS.isdisjoint(text) or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadFile("not-text")
    return text


def split_lines(text: str) -> list[str]:
    """Split a text into lines; refuse too many or too long ones."""
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise BadFile("too-many-lines", most=MOST_LINES)
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise BadFile("long-line", line=number, most=LONGEST_LINE)
    return lines


def _decode(data: bytes, encoding: str) -> DecodedText:
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return _try(data.removeprefix(mark) if marked == "utf-8" else data, marked)
    if encoding:
        if encoding not in ENCODINGS:
            raise BadFile("encoding", encoding=encoding)
        return _try(data, encoding)
    if b"\0" in data:
        raise BadFile("not-text")
    # Nearly all bytes are valid cp1252, so it comes last.
    for likely in ("utf-8", "cp1252"):
        with suppress(BadFile):
            return _try(data, likely)
    raise BadFile("not-recognised")


def _try(data: bytes, encoding: str) -> DecodedText:
    try:
        return DecodedText(data.decode(encoding), encoding)
    except UnicodeDecodeError:
        raise BadFile("encoding", encoding=encoding_name(encoding)) from None


def parse_json(text: str) -> Any:
    """Parse JSON within limits of depth and digits; refuse a name that occurs twice."""
    _check_depth(text)
    try:
        return json.loads(
            text,
            object_pairs_hook=_refuse_duplicates,
            parse_constant=_refuse_number,
            parse_int=_bounded_int,
            parse_float=_refuse_number,
        )
    except json.JSONDecodeError as error:
        raise BadFile("json", line=error.lineno, column=error.colno) from None


def _check_depth(text: str) -> None:
    depth = 0
    for found in _STRING_OR_BRACKET.finditer(text):
        if found[0] in "[{":
            depth += 1
        elif found[0] in "]}":
            depth -= 1
        if depth > DEEPEST:
            line = text.count("\n", 0, found.start()) + 1
            column = found.start() - text.rfind("\n", 0, found.start())
            raise BadFile("json-deep", line=line, column=column, most=DEEPEST)


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadFile("json-twice", name=name[:40])
        found[name] = value
    return found


def _bounded_int(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadFile("json-number")
    return int(digits)


def _refuse_number(text: str) -> Any:
    raise BadFile("json-number")
