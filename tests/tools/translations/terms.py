"""Term lists (`locale/terms.toml`, `locale/<code>/terms.toml`): one word for one thing in a language.

The English list says which words are terms. If a text has a term, its translation must have the word of that
language, or the list must name the text as an exception with a reason.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.tools.translations.marks import Fault, plain

NAME = "terms.toml"


class BadTermList(Exception):
    """The list cannot be used; the message says what to change."""


@dataclass(frozen=True, slots=True)
class EnglishTerms:
    """The English terms. `forms`: spellings in lower case. `meant_otherwise`: texts where it is no term."""

    forms: Mapping[str, str]
    meant_otherwise: Mapping[str, frozenset[str]]
    pattern: re.Pattern[str]

    @property
    def names(self) -> set[str]:
        return set(self.forms.values())

    def in_text(self, text: str) -> set[str]:
        found = self.pattern.findall(plain(text).lower())
        return {self.forms[each] for each in found} - self.meant_otherwise.get(text, frozenset())


@dataclass(slots=True)
class TermList:
    """The terms of a language. Words are regular expressions, searched anywhere in a text, in either case."""

    place: str
    words: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    wrong: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    never: re.Pattern[str] | None = None
    exceptions: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def faults(self, english: EnglishTerms, ids: Sequence[str], strings: Sequence[str]) -> Iterator[Fault]:
        for term in sorted(set.intersection(*(english.in_text(text) for text in ids))):
            for string in strings:
                words = plain(string)
                if term in self.words and not self.words[term].search(words):
                    yield term, f"“{term}” is not said as {self.words[term].pattern.replace('|', ', ')}"
                if term in self.wrong and (found := self.wrong[term].search(words)):
                    yield term, f"“{term}” is not to be called “{found[0]}”"
        for string in strings:
            if self.never and (found := self.never.search(plain(string))):
                yield "never", f"“{found[0]}” is not to be used"

    def gaps(self, english: EnglishTerms, texts: set[str]) -> Iterator[str]:
        """Yield the terms without a word, and the exceptions without a text."""
        for term in sorted(english.names - set(self.words)):
            yield f"no word for “{term}”"
        for term in sorted((set(self.words) | set(self.wrong)) - english.names):
            yield f"“{term}” is no term of the English list"
        for text in sorted(set(self.exceptions) - texts):
            yield f"an exception for a text that no longer exists, delete it: {text!r}"


def english_terms(folder: Path) -> EnglishTerms:
    table = _table(folder / NAME)
    forms = {form.lower(): term for term, all_forms in table["forms"].items() for form in all_forms}
    # The longest first: a "draw offer" is not a "draw".
    words = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")
    return EnglishTerms(forms, _by_text(table.get("meant_otherwise", []), folder / NAME), pattern)


def term_list(file: Path) -> TermList:
    if not file.exists():
        return TermList(file.name)
    table = _table(file)
    if unknown := set(table) - {"words", "wrong", "never", "exceptions"}:
        raise BadTermList(f"{file}: unknown part {', '.join(sorted(unknown))}.")
    return TermList(
        str(file),
        {term: _pattern(words, file) for term, words in table.get("words", {}).items()},
        {term: _pattern(words, file) for term, words in table.get("wrong", {}).items()},
        _pattern(table["never"], file) if table.get("never") else None,
        _by_text(table.get("exceptions", []), file),
    )


def _table(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise BadTermList(f"{file} cannot be read: {wrong}") from wrong


def _pattern(words: Sequence[str], file: Path) -> re.Pattern[str]:
    try:
        return re.compile("|".join(words), re.IGNORECASE)
    except re.error as wrong:
        raise BadTermList(f"{file}: {words} is no regular expression: {wrong}") from wrong


def _by_text(rows: Sequence[Mapping[str, Any]], file: Path) -> dict[str, frozenset[str]]:
    for row in rows:
        if set(row) != {"msgid", "of", "why"} or not row["why"]:
            raise BadTermList(f"{file}: an exception has msgid, of and why: {dict(row)}")
    return {row["msgid"]: frozenset(row["of"]) for row in rows}
