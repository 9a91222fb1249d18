"""Check the typography of a language: quotation marks, no-break spaces, letters."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

from games.languages import Language
from tests.tools.translations.marks import FIELDS, TAGS, Fault

HARD = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
FIELD = "\ue000"  # in place of a field, where only its position matters
QUOTES = re.compile("[“”„‟«»‹›‘’‚\"'`´]")
APOSTROPHE = re.compile(rf"(?<=\w)’|(?<={FIELD})’|’(?=\w)")
UNITS = r"(?:min|s|h|ms|px|[kMG]B|мин|с|ч)"
NUMBER_AND_UNIT = re.compile(rf"(?<=\d) {UNITS}(?![\w(])")
FIELD_AND_UNIT = re.compile(rf"({FIELDS.pattern}) {UNITS}(?![\w(])")
PERCENT = re.compile(rf"(?<=[\d{FIELD}])([ {HARD}]?)%")
ORDINAL = re.compile(rf"(?<=[\d{FIELD}])\. (?=[^\W\d_])(\w)")
# French has a space before high marks at the end of something; not before the colon of a time or an address.
HIGH = re.compile(rf"(?P<before>^|[^{HARD}])(?P<sign>[:;?!»])(?=$|[\s).,…”»])|«(?![{HARD}])")
CEDILLAS = re.compile("[ŞşŢţ]")  # Romanian has comma below: ș ț


def faults(ids: Sequence[str], strings: Sequence[str], language: Language) -> Iterator[Fault]:
    english = " ".join(TAGS.sub("", text) for text in ids)
    with_unit = set(FIELD_AND_UNIT.findall(english))
    for string in strings:
        words = TAGS.sub("", string)
        yield from _quotes(english, FIELDS.sub(FIELD, words), language)
        yield from _spaces(words, with_unit, language)
        yield from _letters(FIELDS.sub(" ", words), language)


def _quotes(english: str, text: str, language: Language) -> Iterator[Fault]:
    # Straight quotation marks are part of a quoted text if the English has them: [Event "…"]
    spared = '"' if '"' in english else ""
    text = APOSTROPHE.sub("", text) if not _balanced(text, language, spared) else text
    strange = {mark for mark in QUOTES.findall(text) if mark not in "".join(language.quotes) + spared}
    if strange:
        yield "quotes", f"{' '.join(sorted(strange))} is not how {language.name} quotes: {language.quotes[0]}"
    elif not _balanced(text, language, spared):
        yield "quotes", "a quotation is opened or closed once too often"


def _balanced(text: str, language: Language, spared: str) -> bool:
    marks = "".join(mark for mark in QUOTES.findall(text) if mark not in spared)
    while any(pair in marks for pair in language.quotes):
        for pair in language.quotes:
            marks = marks.replace(pair, "")
    return not marks


def _spaces(words: str, with_unit: set[str], language: Language) -> Iterator[Fault]:
    marked = FIELDS.sub(FIELD, words)
    if NUMBER_AND_UNIT.search(words) or with_unit & set(FIELD_AND_UNIT.findall(words)):
        yield "no-break", "an ordinary space between a number and its unit"
    if any(
        space not in ("", *HARD) or bool(space) == (language.percent == "%")
        for space in PERCENT.findall(marked)
    ):
        yield "no-break", f"percent is written 50{language.percent} (no-break space where there is one)"
    if language.ordinal_point and any(letter.islower() for letter in ORDINAL.findall(marked)):
        yield "no-break", "an ordinary space behind an ordinal (“3. x”)"
    if language.code == "fr" and HIGH.search(marked):
        yield "no-break", "no no-break space before : ; ? ! », or after «"


def _letters(words: str, language: Language) -> Iterator[Fault]:
    if language.code == "ro" and CEDILLAS.search(words):
        yield "letters", "ş or ţ with cedilla; Romanian has ș and ț"
    if unicodedata.normalize("NFC", words) != words:
        yield "letters", "letters put together from parts (not NFC)"
    mixed = [
        word for word in re.findall(r"[^\W\d_]+", words) if len({_script(letter) for letter in word}) > 1
    ]
    if mixed:
        yield "letters", f"letters of two scripts in one word: {', '.join(mixed)}"


@cache
def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0] if letter.isascii() or ord(letter) > 0x36F else "LATIN"
