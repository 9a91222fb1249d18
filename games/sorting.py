"""Sort names in the alphabet of the reader, not of the database: for Swedes Å comes at the end, for Germans
with A; for Czechs Ch comes behind H."""

import re
from functools import cache
from typing import Protocol
from unicodedata import combining, normalize

from django.utils.translation import get_language

from games.languages import LANGUAGES

# Letters that Unicode does not take apart into a plain one and its mark.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
# A letter behind its plain one: its number there, 0 for the plain one itself.
Place = tuple[str, int]
Key = tuple[tuple[Place, ...], str]


class NamedPerson(Protocol):
    pk: int
    first_name: str
    family_name: str

    @property
    def full_name(self) -> str: ...


def plain(name: str) -> str:
    """Return the name in small letters without their marks, also for file names: É is e, and Ł is l."""
    folded = normalize("NFKD", name.casefold().translate(_LETTERS))
    return "".join(letter for letter in folded if not combining(letter))


def sort_key(name: str) -> Key:
    """Return what to sort the name by, in the reader's language."""
    return _places_of(name), name.casefold()


def initial(name: str) -> str:
    """Return the plain letter under which the name is listed, in the reader's language."""
    return next((letter for letter, _number in _places_of(name)), "")


def _places_of(name: str) -> tuple[Place, ...]:
    places, pattern = _alphabet(get_language() or "")
    found: list[Place] = []
    for part in pattern.split(normalize("NFC", name.casefold())):
        found += [places[part]] if part in places else [(letter, 0) for letter in plain(part)]
    return tuple(found)


@cache
def _alphabet(language: str) -> tuple[dict[str, Place], re.Pattern[str]]:
    rows = LANGUAGES[language].letters if language in LANGUAGES else ()
    places = {
        letter: (first, number)
        for first, *behind in map(str.split, rows)
        for number, alike in enumerate(behind, 1)
        for letter in alike.split("/")
    }
    longest_first = sorted(places, key=len, reverse=True)
    return places, re.compile(f"({'|'.join(longest_first) or '(?!)'})")


def by_first_name(person: NamedPerson) -> tuple[Key, int]:
    return sort_key(person.full_name), person.pk


def by_family_name(person: NamedPerson) -> tuple[Key, Key, int]:
    return sort_key(person.family_name), sort_key(person.first_name), person.pk
