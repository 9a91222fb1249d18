"""Points and tie-breaks as people read them: halves as ½, finer parts as decimals of the reader's language.

What programs read (CSV, JSON, reports) is written by `scores.text`.
"""

from fractions import Fraction

from django.utils.formats import get_format

from tournament.ranking.tiebreaks.working import Working
from tournament.scores import amount_text, halves_text


def amount(value: Fraction) -> str:
    return decimal(value) if value.denominator > 2 else halves_text(int(2 * value))


def decimal(value: Fraction) -> str:
    return amount_text(value).replace(".", get_format("DECIMAL_SEPARATOR"))


def tiebreak(working: Working | None) -> str:
    """An average keeps its decimals, so that a column of averages reads alike."""
    if working is None:
        return "–"
    return amount(working.value) if working.divisor == 1 else decimal(working.value)
