"""Check the text that people type: only characters that can be seen, and in a name a letter or digit.

Characters that cannot be seen make two names look alike, turn the text around them or control a terminal.
"""

from typing import ClassVar
from unicodedata import category

from django.core.exceptions import BadRequest

from games.faults import Fault

_LINES = "\n\r\t"
# Joined letters need these two, in Persian and in many an emoji.
_JOINERS = "\u200c\u200d"
# Letters and blanks by their category, but nothing to see.
_EMPTY = "\u115f\u1160\u2800\u3164\uffa0"
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


class BadText(Fault, BadRequest):
    """Text that is not allowed. A page answers it with 400, unless a form shows it beside the field."""

    sentences: ClassVar[dict[str, str]] = {
        "unseen-sign": "“{shown}” holds a sign that cannot be seen ({sign}). Type it again without it.",
        "no-letter": "A name needs at least one letter or digit.",
    }


def check(text: str, *, lines: bool = False, name: bool = False) -> None:
    """Raise BadText for characters that cannot be seen; `lines` may be several, a `name` needs a letter."""
    allowed = _JOINERS + _LINES if lines else _JOINERS
    for character in text:
        if character in _EMPTY or (category(character) in _UNSEEN and character not in allowed):
            seen = "".join(each for each in text if category(each) not in _UNSEEN)
            raise BadText("unseen-sign", shown=seen[:40], sign=f"U+{ord(character):04X}")
    if name and text and not any(each.isalnum() for each in text):
        raise BadText("no-letter")
