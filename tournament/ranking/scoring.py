"""How many points an outcome is worth. Points are doubled integers: a half point is 1.

>>> print(Scoring.read("3-1-0 bye=1"), Scoring.read("1-0.5-0"))
3-1-0 bye=1 1-½-0
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from games.faults import Fault
from tournament.halves import halves_text
from tournament.ranking.results import Result


class InvalidScoring(Fault):
    sentences = {
        "form": "“{text}” is not a scoring such as 1-½-0 or 3-1-0 bye=1.",
        "special": "“{text}” is none of bye, half-bye, forfeit-win and forfeit-loss.",
        "order": "A win must be worth more than a loss, and a draw must lie between them.",
    }


@dataclass(frozen=True, slots=True)
class Scoring:
    win: int
    draw: int
    loss: int
    bye: int
    half_bye: int
    forfeit_win: int
    forfeit_loss: int

    def __post_init__(self) -> None:
        if not (0 <= self.loss <= self.draw <= self.win and self.loss < self.win):
            raise InvalidScoring("order")

    @classmethod
    def of(
        cls,
        win: int,
        draw: int,
        loss: int,
        *,
        bye: int | None = None,
        half_bye: int | None = None,
        forfeit_win: int | None = None,
        forfeit_loss: int = 0,
    ) -> Self:
        """A scoring whose byes and forfeits follow from wins and draws unless told otherwise."""
        return cls(
            win,
            draw,
            loss,
            win if bye is None else bye,
            draw if half_bye is None else half_bye,
            win if forfeit_win is None else forfeit_win,
            forfeit_loss,
        )

    @classmethod
    def read(cls, text: str) -> Self:
        basis, *specials = text.split() or [""]
        values = [_read_points(part, text) for part in basis.split("-")]
        if len(values) != 3:
            raise InvalidScoring("form", text=text)
        named: dict[str, int] = {}
        for special in specials:
            name, _, value = special.partition("=")
            if name not in _SPECIALS:
                raise InvalidScoring("special", text=special)
            named[_SPECIALS[name]] = _read_points(value, text)
        return cls.of(*values, **named)

    def __str__(self) -> str:
        usual = Scoring.of(self.win, self.draw, self.loss)
        basis = "-".join(halves_text(points) for points in (self.win, self.draw, self.loss))
        specials = [
            f" {name}={halves_text(getattr(self, field))}"
            for name, field in _SPECIALS.items()
            if getattr(self, field) != getattr(usual, field)
        ]
        return basis + "".join(specials)

    def table(self) -> dict[Result, int]:
        """Doubled points per result. Absence and missing results are worth nothing."""
        return {
            **dict.fromkeys(Result, 0),
            Result.WIN: self.win,
            Result.DRAW: self.draw,
            Result.LOSS: self.loss,
            Result.FORFEIT_WIN: self.forfeit_win,
            Result.FORFEIT_LOSS: self.forfeit_loss,
            Result.PAIRING_BYE: self.bye,
            Result.FULL_BYE: self.win,
            Result.HALF_BYE: self.half_bye,
        }


_SPECIALS = {
    "bye": "bye",
    "half-bye": "half_bye",
    "forfeit-win": "forfeit_win",
    "forfeit-loss": "forfeit_loss",
}
_POINTS = re.compile(r"(?P<whole>\d{1,3})?(?P<half>½|[.,]5)?(?:[.,]0)?")

CLASSIC = Scoring.of(2, 1, 0)
THREE_POINTS = Scoring.of(6, 2, 0)
MATCH_POINTS = Scoring.of(4, 2, 0, bye=2)  # team matches: a bye is one match point


def _read_points(part: str, text: str) -> int:
    match = _POINTS.fullmatch(part)
    if not part or not match or not (match["whole"] or match["half"]):
        raise InvalidScoring("form", text=text)
    return 2 * int(match["whole"] or 0) + bool(match["half"])


def points_text(doubled: int) -> str:
    """Points as programs read them.

    >>> points_text(29), points_text(4)
    ('14.5', '2')
    """
    return amount_text(Fraction(doubled, 2))


def amount_text(amount: Fraction) -> str:
    """Exact where two decimals suffice, else rounded half up to two.

    >>> amount_text(Fraction(29, 2)), amount_text(Fraction(61, 4)), amount_text(Fraction(2, 3))
    ('14.5', '15.25', '0.67')
    """
    hundredths = (200 * amount.numerator + amount.denominator) // (2 * amount.denominator)
    whole, rest = divmod(hundredths, 100)
    return f"{whole}.{rest:02}".rstrip("0").rstrip(".") if rest else str(whole)
