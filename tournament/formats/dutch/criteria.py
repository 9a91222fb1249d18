"""The worth of a pair in a bracket: one number for each question of C.04.3 (C6 to C21).

The first number is the most important, larger is better. All questions apply to a pair of the bracket, only
C8 to a pair with a contender of the next bracket. Questions about scores "in descending order" are one
number for each score.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.formats.swiss_cards import Float
from tournament.formats.who_starts import Strength

from .contenders import Profile, StartWish

Worth = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One number of a worth: the criterion by its code, and the score it is about, if any."""

    code: str
    score: int | None = None


def must_yield_imbalance(one: StartWish, other: StartWish) -> bool:
    """Check C10: both are more than one apart the same way, so one of them gets three apart."""
    return one.imbalance > 1 and other.imbalance > 1 and one.start == other.start


def must_repeat_thrice(one: StartWish, other: StartWish) -> bool:
    """Check C11: both are due the same, and who yields (5.2.2: the less imbalanced) gets it a third time."""
    if one.start != other.start or not one.strength is other.strength is Strength.ABSOLUTE:
        return False
    if one.imbalance == other.imbalance:
        return one.repeats and other.repeats
    return min(one, other, key=lambda wish: wish.imbalance).repeats


def one_wish_fails(one: StartWish, other: StartWish) -> bool:
    """Check C12: both are due the same."""
    return one.start is not None and one.start == other.start


def a_strong_wish_fails(one: StartWish, other: StartWish) -> bool:
    """Check C13: both are due the same, one strongly; two absolute wishes belong to C10 and C11."""
    strengths = {one.strength, other.strength}
    return (
        one_wish_fails(one, other) and min(strengths) >= Strength.STRONG and strengths != {Strength.ABSOLUTE}
    )


_COLOURS: tuple[tuple[str, Callable[[StartWish, StartWish], bool]], ...] = (
    ("C10", must_yield_imbalance),
    ("C11", must_repeat_thrice),
    ("C12", one_wish_fails),
    ("C13", a_strong_wish_fails),
)


@dataclass(frozen=True, slots=True)
class Criteria:
    """The questions of one bracket.

    `moved` are the scores of those moved down into it, `score` is that of its residents.
    """

    moved: tuple[int, ...]
    score: int

    @property
    def questions(self) -> tuple[Question, ...]:
        floating = tuple(dict.fromkeys((*self.moved, self.score)))
        return (
            Question("C6"),
            *(Question("C7", score) for score in self.moved),
            Question("C8"),
            *(Question("C8", score) for score in floating),
            Question("C9"),
            *(Question(code) for code, _ in _COLOURS),
            *(Question(code) for code in ("C14", "C15", "C16", "C17")),
            *(Question(code, score) for code in ("C18", "C19", "C20", "C21") for score in self.moved),
        )

    def in_bracket(self, higher: Profile, lower: Profile) -> Worth:
        """Rate a pair of this bracket; only `higher` can have been moved down."""
        moved_down = higher.score > self.score
        wishes = higher.wish, lower.wish
        spread = self._by_score(higher.score) if moved_down else self._by_score(None)
        none = self._by_score(None)
        floats: list[int] = []
        far: list[int] = []
        for mine, theirs in ((higher.last, lower.last), (higher.before, lower.before)):
            # C14, C16: residents who floated down stay. C15, C17: no second float up.
            stays = (theirs is Float.DOWN) + (not moved_down and mine is Float.DOWN)
            up_again = moved_down and theirs is Float.UP
            floats += (stays, -up_again)
            # C18 to C21: those who float again do so by as little as possible.
            far += spread if mine is Float.DOWN else none
            far += (-each for each in spread) if up_again else none
        return (
            1,
            *spread,
            *(0,) * (2 + len(self._floating)),
            *(-fails(*wishes) for _, fails in _COLOURS),
            *floats,
            *far,
        )

    def in_next(self, higher: Profile | None) -> Worth:
        """Rate a pair of the next bracket (C8), with one who floats down to it or (None) of its residents."""
        floated = [int(higher is not None and higher.score == score) for score in self._floating]
        return self._padded((*(0,) * (1 + len(self.moved)), 1, *floated))

    def bye(self, games: int) -> Worth:
        """Rate a bye (C9): the contender with the most games has the fewest unplayed ones."""
        return self._padded((*(0,) * (2 + len(self.moved) + len(self._floating)), games))

    @property
    def nothing(self) -> Worth:
        return self._padded(())

    @property
    def _floating(self) -> tuple[int, ...]:
        return (*self.moved, self.score)

    def _by_score(self, score: int | None) -> tuple[int, ...]:
        return tuple(int(score == each) for each in self.moved)

    def _padded(self, worth: Sequence[int]) -> Worth:
        whole = 1 + len(self.moved) + 1 + len(self._floating) + 1 + len(_COLOURS) + 4 + 4 * len(self.moved)
        return (*worth, *(0,) * (whole - len(worth)))
