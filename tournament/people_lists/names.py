"""Names of people as lists and forms write them: find the family name, and correct capitals."""

import re
from dataclasses import dataclass

_PARTICLES = {
    *("af", "av", "da", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el", "la", "le"),
    *("ten", "ter", "tot", "van", "von", "zu", "zum", "zur"),
}
_LETTERS = re.compile(r"[^\W\d_]+")
SHORT_CAPITALS = 2  # `AJ` is a first name in capitals on purpose


@dataclass(frozen=True, slots=True)
class PersonName:
    first_name: str
    family_name: str = ""

    @property
    def key(self) -> str:
        return str(self).casefold()

    def __str__(self) -> str:
        return f"{self.first_name} {self.family_name}".strip()


def read_name(text: str) -> PersonName:
    """Read `Mira Novak` or `Novak, Mira`; without a comma all words but the last are first names."""
    text = " ".join(text.split())
    family, comma, first = text.partition(",")
    if comma and first.strip():
        return PersonName(first.strip(), family.strip())
    *first_names, last = text.split(" ")
    return PersonName(" ".join(first_names), last) if first_names else PersonName(last)


def read_listed_name(text: str) -> PersonName:
    """Read a name of a list, where capitals may mark the family name: `PETERSEN Lars`, `Lars VAN DIJK`."""
    words = text.split()
    capitals = _find_capitals(words)
    count = capitals.count(True)
    if "," not in text and 0 < count < len(words):
        if all(capitals[:count]):
            text = f"{' '.join(words[:count])}, {' '.join(words[count:])}"
        elif all(capitals[-count:]):
            text = f"{' '.join(words[-count:])}, {' '.join(words[:-count])}"
    return tidy_name(read_name(text))


def tidy_name(name: PersonName) -> PersonName:
    """Turn `LARS PETERSEN` and `lars petersen` into `Lars Petersen`; leave names in mixed letters alone."""
    first_names = name.first_name.split()
    words = [*first_names, *name.family_name.split()]
    letters = "".join(_LETTERS.findall(" ".join(words)))
    if letters.islower() or (letters.isupper() and len(letters) > SHORT_CAPITALS):
        changes = [True] * len(words)
    else:
        changes = _find_capitals(words)
    tidied = [
        _capitalise(word, is_first=place == 0) if changes[place] else word for place, word in enumerate(words)
    ]
    return PersonName(" ".join(tidied[: len(first_names)]), " ".join(tidied[len(first_names) :]))


def _find_capitals(words: list[str]) -> list[bool]:
    """Mark words in capitals; a short one counts only beside a longer one, a single letter never."""
    capitals = {word for word in words if "".join(_LETTERS.findall(word)).isupper()}
    if max(map(len, capitals), default=0) <= SHORT_CAPITALS:
        return [False] * len(words)
    return [word in capitals and len(word) > 1 for word in words]


def _capitalise(word: str, *, is_first: bool) -> str:
    if not is_first and word.casefold() in _PARTICLES:
        return word.lower()
    return _LETTERS.sub(lambda part: part[0][:1].upper() + part[0][1:].lower(), word)
