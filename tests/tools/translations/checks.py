"""Check the translations of a catalogue: fields and tags as in the English, typography, and terms.

A text that is not translated yet is no violation: pages show it in English.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages import Catalog, Message

from games.languages import Language
from tests.tools.translations import marks, plurals, typography
from tests.tools.translations.catalogues import forms
from tests.tools.translations.terms import EnglishTerms, TermList


@dataclass(frozen=True, slots=True)
class Violation:
    file: Path
    msgid: str
    what: str

    def line(self, root: Path) -> str:
        file = self.file.relative_to(root) if self.file.is_relative_to(root) else self.file
        return ": ".join([str(file), *([repr(self.msgid)] if self.msgid else []), self.what])


def violations(
    file: Path, catalog: Catalog, language: Language, english: EnglishTerms, terms: TermList
) -> Iterator[Violation]:
    wanted = plurals.header(language)
    if catalog.plural_forms.replace(" ", "") != wanted.replace(" ", ""):
        yield Violation(file, "", f"Plural-Forms is not {wanted}")
    for message in catalog:
        if message.id:
            for what in _of_message(message, language, english, terms):
                yield Violation(file, _name(message), what)


def _of_message(
    message: Message, language: Language, english: EnglishTerms, terms: TermList
) -> Iterator[str]:
    ids, strings = forms(message.id), forms(message.string)
    if message.fuzzy:
        yield "fuzzy"
    if not all(strings):
        return
    number = language.plurals if len(ids) > 1 else 1
    if len(strings) != number:
        yield f"{len(strings)} plural forms instead of {number}"
        return
    excepted = terms.exceptions.get(ids[0], frozenset())
    found = [
        *marks.faults(ids, strings, language),
        *typography.faults(ids, strings, language),
        *terms.faults(english, ids, strings),
    ]
    yield from dict.fromkeys(what for name, what in found if name not in excepted)
    if for_nothing := sorted(excepted - {name for name, _what in found}):
        yield f"an exception for nothing: {', '.join(for_nothing)}"


def _name(message: Message) -> str:
    context = f"{message.context}: " if message.context else ""
    return context + forms(message.id)[0]
