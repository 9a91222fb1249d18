"""Check what a translation has in common with the English: fields, tags, mnemonics, spaces and ends.

Each check yields its name and what is wrong. An exception in the term list uses this name.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from games.languages import Language
from tests.tools.translations import plurals

# {name}, {} and %(name)s, %s, which a translation must have as well.
FIELDS = re.compile(r"\{\w*\}|%\(\w+\)[a-z]|%[sd]")
TAGS = re.compile(r"</?[a-z][^<>]*>")
ENDS = {".": ".", "…": "…", ":": ":", "?": "?", "!": "!", ";": ";", ",": ","}
CLOSING = '”“’‘»«›‹")]'

Fault = tuple[str, str]


def plain(text: str, instead: str = " ") -> str:
    """Return only the words: without tags, and with `instead` in place of each field."""
    return FIELDS.sub(instead, TAGS.sub("", text))


def faults(ids: Sequence[str], strings: Sequence[str], language: Language) -> Iterator[Fault]:
    yield from _fields(ids, strings, language)
    for string in strings:
        yield from _in_common(ids, string)
        if _says_itself_again(string):
            yield "twice", "its beginning stands in it twice"
        if "  " in string and not any("  " in text for text in ids):
            yield "spaces", "two spaces behind each other"


def _fields(ids: Sequence[str], strings: Sequence[str], language: Language) -> Iterator[Fault]:
    # The singular may leave the number out ("one move"), in either language, unless other numbers use that
    # form, too (21). A field that the original lacks is always wrong.
    found = [set(FIELDS.findall(text)) for text in ids]
    allowed, needed = set.union(*found), set.intersection(*found)
    for form, string in enumerate(strings):
        alone = len(strings) == 1 or plurals.stands_for_one_number(language, form)
        wanted = needed if alone else allowed
        fields = set(FIELDS.findall(string))
        if fields - allowed or wanted - fields:
            differing = ", ".join(sorted((fields - allowed) | (wanted - fields)))
            yield "fields", f"other fields than the original ({differing})"


def _in_common(ids: Sequence[str], string: str) -> Iterator[Fault]:
    if Counter(TAGS.findall(string)) not in [Counter(TAGS.findall(text)) for text in ids]:
        yield "tags", "other tags than the original"
    if string.count("&") not in [text.count("&") for text in ids]:
        yield "mnemonics", "another number of & than the original"
    for where, ending in (("begins", str.lstrip), ("ends", str.rstrip)):
        if (ending(string) != string) not in [ending(text) != text for text in ids]:
            yield "spaces", f"{where} with a space where the original does not, or the other way round"
    end, wanted = _end(string), {_end(text) for text in ids}
    if end not in wanted:
        yield "punctuation", f"ends with “{end}” where the original ends with “{min(wanted)}”"


def _end(text: str) -> str:
    last = TAGS.sub("", text).rstrip().rstrip(CLOSING).rstrip().replace("...", "…")[-1:]
    return ENDS.get(last, "")


def _says_itself_again(text: str) -> bool:
    """Find two versions of a sentence that a merge joined without a space between them."""
    opening = text[:20]
    return len(opening) == 20 and any(
        text[at - 1 : at].strip() for at in range(20, len(text)) if text.startswith(opening, at)
    )
