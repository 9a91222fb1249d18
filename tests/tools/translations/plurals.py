"""The plural rules of the languages: which forms are used for one number only."""

import gettext
from collections import Counter
from functools import cache

from games.languages import Language


def header(language: Language) -> str:
    return f"nplurals={language.plurals}; plural={language.plural};"


def stands_for_one_number(language: Language, form: int) -> bool:
    return _numbers_of_forms(language)[form] == 1


@cache
def _numbers_of_forms(language: Language) -> Counter[int]:
    rule = gettext.c2py(language.plural)
    return Counter(int(rule(number)) for number in range(201))
