"""A tie-break, and how its value came about: the terms that were added, those that were cut, and why.

The value is not stored beside its terms; it is their sum.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from games.faults import Fault
from tournament.ranking.sheet import ScoreSheet
from tournament.scores import EntrantId, Score, System, amount_text

Write = Callable[[Fraction], str]


class Why(StrEnum):
    """What a term of a working is."""

    ROUND_COUNTS = "round-counts"
    ROUND_POINTS = "round-points"
    RUNNING_TOTAL = "running-total"
    OPPONENT = "opponent"
    DUMMY = "dummy"
    PRODUCT = "product"
    DUMMY_PRODUCT = "dummy-product"
    BUCHHOLZ = "buchholz"
    STRONG_OPPONENT = "strong-opponent"
    ENCOUNTER = "encounter"
    RATING = "rating"
    AVERAGE_RATING = "average-rating"
    SCORE_SHARE = "score-share"
    PERFORMANCE = "performance"


# Sentences are templates, translated at the edge, where {opponent} becomes a name.
SENTENCES: dict[str, str] = {
    Why.ROUND_COUNTS: "Round {round}: {amount}.",
    Why.ROUND_POINTS: "Round {round}: {amount} scored.",
    Why.RUNNING_TOTAL: "After round {round}: {amount}.",
    Why.OPPONENT: "Round {round}: {opponent} scored {amount}.",
    Why.DUMMY: "Round {round}, not played: a dummy opponent with {amount}.",
    Why.PRODUCT: "Round {round}: {opponent} scored {score}, times {points} scored against them: {amount}.",
    Why.DUMMY_PRODUCT: "Round {round}, not played: a dummy opponent with {score}, times {points}: {amount}.",
    Why.BUCHHOLZ: "Round {round}: {opponent} has a Buchholz of {amount}.",
    Why.STRONG_OPPONENT: "Round {round}: {amount} against {opponent}, who scored at least half.",
    Why.ENCOUNTER: "{amount} against {opponent}.",
    Why.RATING: "Round {round}: {opponent} is rated {amount}.",
    Why.AVERAGE_RATING: "The rated opponents have {amount} on average.",
    Why.SCORE_SHARE: "Points against them: {points}, games: {games} ({share} %): {amount}.",
    Why.PERFORMANCE: "Round {round}: {opponent} has a performance of {amount}.",
}


class Term(NamedTuple):
    """One addend, in the unit of its working.

    `score` and `points` (doubled) are the factors of a product, `games` and `share` are for sentences.
    """

    amount: int
    why: str
    round: int | None = None
    opponent: EntrantId | None = None
    score: int | None = None
    points: int | None = None
    voluntary: bool = False  # from a voluntarily unplayed round, C.07 16.1.2
    cut: bool = False
    games: int | None = None
    share: Fraction | int | None = None


@dataclass(frozen=True)
class Working:
    """The terms of a tie-break. Its value is their sum in units of 1/`unit`, divided by `divisor`.

    Terms that are cut do not count; `rounded` means to a whole number, a half up. `then` is the next pass of
    a direct encounter, among those whom this one left tied; or the working on which this one is based.
    `sentences` are those of its terms, if they are not the usual ones.
    """

    code: str
    terms: tuple[Term, ...]
    unit: int = 2
    divisor: int = 1
    then: "Working | None" = None
    rounded: bool = False
    sentences: Mapping[str, str] | None = None

    @cached_property
    def value(self) -> Fraction:
        exact = Fraction(sum(term.amount for term in self.terms if not term.cut), self.unit * self.divisor)
        return Fraction((2 * exact + 1) // 2) if self.rounded else exact

    @property
    def value_text(self) -> str:
        return amount_text(self.value)

    @property
    def template(self) -> str:
        """The line to translate; its fields are filled from `params`."""
        if not self.terms:
            return "{name} {value}"
        return "{name} {value} = {terms}" if self.divisor == 1 else "{name} {value} = ({terms}) / {divisor}"

    def params(self, name: str, write: Write = amount_text) -> dict[str, str]:
        """Return the fields of `template`, each as text."""
        return {
            "name": name,
            "value": write(self.value),
            "terms": " + ".join(self.term_text(term, write) for term in self.terms).replace("+ -", "− "),
            "divisor": str(self.divisor),
        }

    def term_text(self, term: Term, write: Write = amount_text) -> str:
        """Write a term; one that was cut is in brackets."""
        text = write(Fraction(term.amount, self.unit))
        return f"({text})" if term.cut else text

    def sentence(self, term: Term, write: Write = amount_text) -> tuple[str, dict[str, object]]:
        """Return template and fields that explain a term; `opponent` is still an id."""
        return (SENTENCES if self.sentences is None else self.sentences)[term.why], {
            "round": term.round,
            "opponent": term.opponent,
            "amount": write(Fraction(term.amount, self.unit)),
            "score": write(Fraction(term.score or 0, 2)),
            "points": write(Fraction(term.points or 0, 2)),
            "games": term.games,
            "share": term.share,
        }

    def __str__(self) -> str:
        text = self.template.format(**self.params(self.code))
        return f"{text}; then {self.then}" if self.then else text


class UnknownTieBreak(Fault):
    """A code that names no tie-break, or one that cannot be used here."""

    sentences = {
        "unknown": "There is no tie-break “{tiebreak}”.",
        "twice": "The tie-break {tiebreak} is in the list twice.",
        "no-game-points": "{tiebreak} cannot be counted in game points.",
        "not-in-swiss": "{tiebreak} is for round robins only.",
        "not-in-round-robin": "{tiebreak} is not for round robins: there everybody has the same opponents.",
    }


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A number that ranks, with its working.

    The working is None for the direct encounter, which is about a tied group and not about one entrant.
    `article` is of C.07; a figure of a format has none.
    """

    code: str
    name: str
    explanation: str
    article: str
    working: Callable[[ScoreSheet, EntrantId], Working] | None
    systems: frozenset[System] = frozenset(System)
    game_points: bool = False  # whether `:GP` makes sense for it
    score: Score | None = None  # None: the score that ranks first

    def __str__(self) -> str:
        return self.code

    def require(self, system: System) -> None:
        """Refuse a tie-break that C.07 does not allow in this system."""
        if system not in self.systems:
            raise UnknownTieBreak(f"not-in-{system}", tiebreak=self.code)
