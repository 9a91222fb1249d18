"""The order of names wherever people look one up: É stands with E and Ø with O, whatever the database."""

from typing import Protocol
from unicodedata import combining, normalize

# Letters that Unicode does not take apart into a plain one and its mark.
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)


class NamedPerson(Protocol):
    pk: int
    first_name: str
    family_name: str

    @property
    def full_name(self) -> str: ...


def plain(name: str) -> str:
    """In small letters with their marks taken off, also for file names: É is e, and Ł is l."""
    folded = normalize("NFKD", name.casefold().translate(_LETTERS))
    return "".join(sign for sign in folded if not combining(sign))


def by_first_name(person: NamedPerson) -> tuple[str, int]:
    return plain(person.full_name), person.pk


def by_family_name(person: NamedPerson) -> tuple[str, str, int]:
    return plain(person.family_name), plain(person.first_name), person.pk
