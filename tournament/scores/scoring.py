"""How many points a result is worth. Points are doubled integers: a half point is 1.

>>> print(Scoring.read("3-1-0 bye=1"), Scoring.read("1-0.5-0"))
3-1-0 bye=1 1-½-0
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Self

from games.faults import Fault

from .outcome import Outcome
from .round_result import RoundResult
from .text import halves_text

Worth = Mapping[RoundResult, int]


class InvalidScoring(Fault):
    sentences = {
        "form": "“{text}” is not a scoring such as 1-½-0 or 3-1-0 bye=1.",
        "special": "“{text}” is none of bye, half-bye, forfeit-win and forfeit-loss.",
        "order": "A win must be worth more than a loss, and a draw must lie between them.",
    }


@dataclass(frozen=True)
class Scoring:
    """The doubled points of each result, with a text form such as `3-1-0 bye=1`."""

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
        """Make a scoring; byes and forfeits that are not given follow from wins and draws."""
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
    @lru_cache(maxsize=64)
    def read(cls, text: str) -> Self:
        """Parse the text form of a scoring. Cached, because every table of a tournament asks for the same."""
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

    @cached_property
    def worth(self) -> Worth:
        """The doubled points of every result. Absences and missing results give none."""
        return _every_result(
            {
                RoundResult.WIN: self.win,
                RoundResult.DRAW: self.draw,
                RoundResult.LOSS: self.loss,
                RoundResult.FORFEIT_WIN: self.forfeit_win,
                RoundResult.FORFEIT_LOSS: self.forfeit_loss,
                RoundResult.PAIRING_BYE: self.bye,
                RoundResult.FULL_BYE: self.win,
                RoundResult.HALF_BYE: self.half_bye,
            }
        )

    def shares(self, outcome: Outcome | None) -> tuple[int, int]:
        """Return the points of `first` and `second`; a draft needs an unknown outcome to count as a draw."""
        result, other = outcome.results if outcome else (RoundResult.DRAW, RoundResult.DRAW)
        return self.worth[result], 0 if other is None else self.worth[other]


@lru_cache(maxsize=64)
def worth_in_games(boards: int) -> Worth:
    """Return the game points of matches without known boards: half for a bye, all or none for a forfeit."""
    return _every_result(
        {
            RoundResult.WIN: 2 * boards,
            RoundResult.DRAW: boards,
            RoundResult.FORFEIT_WIN: 2 * boards,
            RoundResult.FULL_BYE: 2 * boards,
            RoundResult.PAIRING_BYE: boards,
            RoundResult.HALF_BYE: boards,
        }
    )


def _every_result(points: dict[RoundResult, int]) -> Worth:
    """Complete the table of points: results that are not listed give none."""
    return dict.fromkeys(RoundResult, 0) | points


class Score(StrEnum):
    """The two scores of a team match (C.07 11.1). Without teams there is only the first."""

    MATCH = "MP"
    GAME = "GP"


_SPECIALS = {
    "bye": "bye",
    "half-bye": "half_bye",
    "forfeit-win": "forfeit_win",
    "forfeit-loss": "forfeit_loss",
}
_POINTS = re.compile(r"(?P<whole>\d{1,3})?(?P<half>½|[.,]5)?(?:[.,]0)?")

CLASSIC = Scoring.of(2, 1, 0)


def _read_points(part: str, text: str) -> int:
    match = _POINTS.fullmatch(part)
    if not part or not match or not (match["whole"] or match["half"]):
        raise InvalidScoring("form", text=text)
    return 2 * int(match["whole"] or 0) + bool(match["half"])
