"""A pseudo-language: English with accents and brackets, each word two fifths longer."""

import re
from typing import Any

from django.utils.translation.trans_real import DjangoTranslation

KEPT = re.compile(r"(\{\w*\}|%\(\w+\)[a-z]|%[sd%]|<[^>]*>|&\w+;|https?:\S+)")
WORD = re.compile(r"[A-Za-z]+")
ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áčëîñøšůýžÀĆĚÍŇÓŚÜÝŽ")


def pseudo(text: str) -> str:
    parts = KEPT.split(text)
    longer = [part if place % 2 else WORD.sub(_longer, part) for place, part in enumerate(parts)]
    return f"[{''.join(longer)}]" if text.strip() else text


def _longer(word: re.Match[str]) -> str:
    letters = word[0].translate(ACCENTS)
    return letters + ("eln" * len(letters))[: round(0.4 * len(letters))]


class PseudoTranslation(DjangoTranslation):
    def __init__(self) -> None:
        super().__init__("de")

    def gettext(self, message: str) -> str:
        return pseudo(message.rpartition("\x04")[2])

    def ngettext(self, one: str, many: str, number: Any) -> str:
        return pseudo((one if number == 1 else many).rpartition("\x04")[2])
