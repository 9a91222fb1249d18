"""The games of one knockout match: best of n, then the agreed steps while it is drawn.

Computed, never stored.
"""

from dataclasses import dataclass
from enum import StrEnum

from tournament.scores import CLASSIC, InvalidField, Outcome

from .reasons import Reason


class StepKind(StrEnum):
    REPLAY = "replay"
    SHORTER = "shorter"
    ARMAGEDDON = "armageddon"
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class DecidingStep:
    """One step to decide a drawn match: `percent` of the time control, or times for the two seats."""

    kind: StepKind
    games: int = 1
    percent: int = 100
    first_ms: int | None = None
    second_ms: int | None = None


DRAWN_MATCH = (
    DecidingStep(StepKind.REPLAY),
    DecidingStep(StepKind.SHORTER, games=2, percent=50),
    DecidingStep(StepKind.ARMAGEDDON, first_ms=300_000, second_ms=240_000),
    DecidingStep(StepKind.LOTS),
)
"""TOURNAMENTS, "Drawn knockout match": replay, two games at half time, 5:00 against 4:00 and the draw,
lots."""


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """How a match is decided; if `drawn` leaves it open, by lots."""

    best_of: int = 1
    drawn: tuple[DecidingStep, ...] = DRAWN_MATCH

    def __post_init__(self) -> None:
        if self.best_of < 1:
            raise InvalidField("best-of", games=self.best_of)


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a match; `outcome` is None while it runs."""

    first: int
    second: int
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """What has happened in a match between two entrants; counts only while its place in the bracket has them.

    `forfeited` leave the match as a whole; `awarded` is a ruling, or the lot.
    """

    entrants: frozenset[int]
    games: tuple[GameResult, ...] = ()
    forfeited: frozenset[int] = frozenset()
    awarded: int | None = None


@dataclass(frozen=True, slots=True)
class NextGame:
    """The game to be started now: number within the match, who starts, on which terms."""

    number: int
    first: int
    second: int
    step: DecidingStep | None
    second_wins_draw: bool
    title: Reason


@dataclass(frozen=True, slots=True)
class Series:
    """The state of a match. Over with `winner` None means that both forfeited."""

    points: tuple[int, int]
    """Doubled, in the order of the two entrants, of the games that counted."""
    over: bool = False
    winner: int | None = None
    next_game: NextGame | None = None
    wants_lots: bool = False

    @property
    def title(self) -> Reason | None:
        if self.next_game is not None:
            return self.next_game.title
        return Reason("lots") if self.wants_lots else None


def compute_series(
    one: int, other: int, record: MatchRecord, terms: MatchTerms, *, one_starts: bool
) -> Series:
    """Compute the match so far. The start alternates from game to game, through all steps.

    `one_starts` is about the first game. A match ends as soon as a lead cannot be made up within the present
    step. Games after that are ignored, so a corrected early game may make later ones irrelevant. A game that
    both forfeit ends it for both.
    """
    totals = {one: 0, other: 0}

    def now(*, over: bool = False, winner: int | None = None, **rest: NextGame | bool | None) -> Series:
        return Series((totals[one], totals[other]), over, winner, **rest)  # type: ignore[arg-type]

    if record.forfeited:
        left = {one, other} - record.forfeited
        return now(over=True, winner=left.pop() if len(left) == 1 else None)
    if record.awarded is not None:
        return now(over=True, winner=record.awarded)

    played = 0
    starter = one if one_starts else other
    for step in (None, *terms.drawn):
        if step is not None and step.kind is StepKind.LOTS:
            break
        games = terms.best_of if step is None else step.games
        gained = {one: 0, other: 0}
        for number in range(1, games + 1):
            if played == len(record.games):
                second = other if starter == one else one
                return now(next_game=_next(played + 1, starter, second, step, number, games))
            game = record.games[played]
            played += 1
            starter = game.second
            if game.outcome is None:
                return now()
            if game.outcome is Outcome.BOTH_FORFEIT:
                return now(over=True)
            for entrant, points in zip((game.first, game.second), _worth(game.outcome, step), strict=True):
                gained[entrant] += points
                totals[entrant] += points
            if abs(gained[one] - gained[other]) > 2 * (games - number):
                return now(over=True, winner=one if gained[one] > gained[other] else other)
    return now(wants_lots=True)


def final_scores(best_of: int) -> tuple[tuple[int, int], ...]:
    """List how a best of n can end without a draw, doubled: the clearest first, then the other side's.

    >>> final_scores(3)
    ((4, 0), (4, 2), (2, 4), (0, 4))
    """
    needed = best_of // 2 + 1
    won = [(2 * needed, 2 * lost) for lost in range(best_of - needed + 1)]
    return (*won, *((other, one) for one, other in reversed(won)))


def games_to_score(gained: tuple[int, int], wanted: tuple[int, int]) -> tuple[Outcome, ...] | None:
    """List game outcomes, seen from the first-named, that lead from one doubled score to another.

    None if none do. A score does not say who won which game: the winner wins the last ones, so that none
    comes too late, and there are as few draws as possible.
    """
    first, second = (after - before for before, after in zip(gained, wanted, strict=True))
    if first < 0 or second < 0 or (first + second) % 2:
        return None
    draws = first % 2
    first_wins, second_wins = (Outcome.FIRST_WINS,) * (first // 2), (Outcome.SECOND_WINS,) * (second // 2)
    drawn = (Outcome.DRAW,) * draws
    if wanted[0] >= wanted[1]:
        return (*second_wins, *drawn, *first_wins)
    return (*first_wins, *drawn, *second_wins)


def _worth(outcome: Outcome, step: DecidingStep | None) -> tuple[int, int]:
    if outcome is Outcome.DRAW and step is not None and step.kind is StepKind.ARMAGEDDON:
        return (0, 2)
    return CLASSIC.shares(outcome)


def _next(
    played: int, first: int, second: int, step: DecidingStep | None, number: int, games: int
) -> NextGame:
    armageddon = step is not None and step.kind is StepKind.ARMAGEDDON
    if step is None:
        title = Reason("game-of", number=number, games=games) if games > 1 else Reason("only-game")
    elif step.kind is StepKind.SHORTER:
        title = Reason("shorter", number=number, games=games, percent=step.percent)
    else:
        title = Reason(step.kind.value)
    return NextGame(played, first, second, step, armageddon, title)
