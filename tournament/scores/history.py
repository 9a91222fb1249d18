"""All rounds of one table: what happened to each entrant in each round, and the points that follow.

Every round of a history agrees with the opponent's of the same round. The history decides which rounds count,
and computes points and the number of wins, draws and losses. A history has a text form:

>>> print(History.read("A: B>1 U\\nB: A<0 Z"))
A: B>1 U
B: A<0 Z
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple, Self

from games.faults import Counted, Fault

from .outcome import Meeting
from .round_result import OVER_THE_BOARD, PAIRED, EntrantId, EntrantRound, RoundResult
from .scoring import Score, Scoring, worth_in_games


class InvalidHistory(Fault):
    sentences = {
        "cell": "Line {line}: “{text}” is not a result such as B>1, C<= or U.",
        "line": "Line {line} does not look like “A: B>1 C<=”.",
        "twice": "{entrant} is listed twice.",
        "uneven": Counted(
            "{entrant} has {count} round where the others have {rounds}.",
            "{entrant} has {count} rounds where the others have {rounds}.",
        ),
        "opponent-missing": "Round {round}: {entrant} has a game but no opponent.",
        "opponent-unwanted": "Round {round}: {entrant} has an opponent in a round without a pairing.",
        "opponent-unknown": "Round {round}: {entrant} met {opponent}, who is not in this event.",
        "disagree": "Round {round}: {entrant} and {opponent} do not tell the same about their meeting.",
        "game-points": (
            "Round {round}: {entrant} and {opponent} have more half points than there are ({total})."
        ),
        "annulled-unknown": "{entrant} is annulled but not in this event.",
        "annulled-swiss": "Results are annulled in round robins only; in a Swiss they stand.",
    }


class System(StrEnum):
    """Whether pairings are made round by round or fixed from the start, as C.07 15 treats unplayed rounds."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"


class Tally(NamedTuple):
    """The numbers of counted games won, drawn and lost over the board."""

    won: int
    drawn: int
    lost: int


@dataclass(frozen=True, slots=True)
class History:
    """The results of one table: an `EntrantRound` per entrant and round, `NOT_ENTERED` before a late entry.

    The table is a stage, or one group of it: an annulment concerns the games of that table.
    """

    rows: Mapping[EntrantId, tuple[EntrantRound, ...]]
    system: System = System.SWISS
    annulled: frozenset[EntrantId] = frozenset()
    boards: int = 1  # of a team match

    def __post_init__(self) -> None:
        _check(self)

    @classmethod
    def of(
        cls,
        entrants: Iterable[EntrantId],
        rounds: int,
        meetings: Iterable[Meeting],
        otherwise: Mapping[tuple[EntrantId, int], RoundResult] | None = None,
        *,
        system: System = System.SWISS,
        annulled: frozenset[EntrantId] = frozenset(),
        boards: int = 1,
    ) -> Self:
        """Build a history from the meetings of the first `rounds` rounds.

        An entrant without a meeting in a round gets the result that `otherwise` has for (entrant, round), and
        counts as not entered if there is none.
        """
        results = otherwise or {}
        rows = {
            each: [
                EntrantRound(results.get((each, number), RoundResult.NOT_ENTERED))
                for number in range(1, rounds + 1)
            ]
            for each in entrants
        }
        for meeting in meetings:
            if meeting.round > rounds:
                continue
            index, first, second = meeting.round - 1, meeting.first, meeting.second
            result, other = meeting.outcome.results if meeting.outcome else (RoundResult.PENDING,) * 2
            if second is None or other is None:
                rows[first][index] = EntrantRound(result)
                continue
            points, other_points = meeting.game_points or (None, None)
            rows[first][index] = EntrantRound(result, second, True, points)
            rows[second][index] = EntrantRound(other, first, False, other_points)
        return cls({entrant: tuple(row) for entrant, row in rows.items()}, system, annulled, boards)

    @property
    def rounds(self) -> int:
        return max(map(len, self.rows.values()), default=0)

    def is_complete(self, rounds: int | None = None) -> bool:
        """Check that no result is missing in the first `rounds` rounds (all of them if None)."""
        known = (
            each.result is not RoundResult.PENDING for row in self.rows.values() for each in row[:rounds]
        )
        return all(known)

    # ---- the rounds that count, and their points

    def counted_rounds(
        self, entrant: EntrantId, after_round: int | None = None
    ) -> tuple[EntrantRound | None, ...]:
        """Return an entrant's rounds, with None for each that does not count.

        Missing results, games of or against annulled entrants, and free rounds do not count.
        """
        row = self.rows[entrant][:after_round]
        if entrant in self.annulled:
            return (None,) * len(row)
        return tuple(
            None
            if each.result is RoundResult.PENDING
            or each.result is RoundResult.FREE
            or each.opponent in self.annulled
            else each
            for each in row
        )

    def points_by_round(
        self,
        entrant: EntrantId,
        scoring: Scoring,
        after_round: int | None = None,
        score: Score = Score.MATCH,
    ) -> tuple[int, ...]:
        """Return doubled points by round; for teams match points, unless `score` asks for game points."""
        counting = self.counted_rounds(entrant, after_round)
        if score is Score.MATCH:
            worth = scoring.worth
            return tuple(worth[each.result] if each else 0 for each in counting)
        worth = worth_in_games(self.boards)
        return tuple(
            0 if each is None else worth[each.result] if each.game_points is None else each.game_points
            for each in counting
        )

    def points(self, entrant: EntrantId, scoring: Scoring, after_round: int | None = None) -> int:
        """Add up doubled points until a round (all rounds if None)."""
        return sum(self.points_by_round(entrant, scoring, after_round))

    def running_points(self, entrant: EntrantId, scoring: Scoring) -> tuple[int, ...]:
        """Return the total of doubled points after each round."""
        return tuple(accumulate(self.points_by_round(entrant, scoring)))

    def tally(self, entrant: EntrantId, after_round: int | None = None) -> Tally:
        """Count the games won, drawn and lost over the board."""
        results = Counter(each.result for each in self.counted_rounds(entrant, after_round) if each)
        return Tally(*(results[each] for each in (RoundResult.WIN, RoundResult.DRAW, RoundResult.LOSS)))

    # ---- changed histories

    def with_annulled(self, gone: Iterable[EntrantId], scheduled_games: int) -> Self:
        """Annul those of the `gone` who played under half of their games, if this is a round robin."""
        if self.system is System.SWISS:
            return self
        left_early = frozenset(
            entrant
            for entrant in gone
            if entrant in self.rows and is_annulled_by_withdrawal(self.rows[entrant], scheduled_games)
        )
        return replace(self, annulled=left_early) if left_early else self

    def until(self, rounds: int) -> Self:
        """Return the history of the first `rounds` rounds."""
        if rounds >= self.rounds:
            return self
        return replace(self, rows={entrant: row[:rounds] for entrant, row in self.rows.items()})

    def with_missing_drawn(self) -> Self:
        """Return the history with every missing result as a draw, on which a draft of pairings is based."""
        if self.is_complete():
            return self
        draw, pending = RoundResult.DRAW, RoundResult.PENDING
        rows = {
            entrant: tuple(
                EntrantRound(draw, each.opponent, each.started) if each.result is pending else each
                for each in row
            )
            for entrant, row in self.rows.items()
        }
        return replace(self, rows=rows)

    def with_last_round_drawn(self, rounds: int) -> Self:
        """Return the first `rounds` rounds, with every pairing of the last of them as a draw."""
        return replace(
            self, rows={entrant: _last_drawn(row[:rounds], self.boards) for entrant, row in self.rows.items()}
        )

    # ---- text

    @classmethod
    def read(
        cls,
        text: str,
        system: System = System.SWISS,
        annulled: frozenset[EntrantId] = frozenset(),
        boards: int = 1,
    ) -> Self:
        """Parse one line per entrant: `A: B>1 C<= U`. Entrants read from text have text ids."""
        rows: dict[EntrantId, tuple[EntrantRound, ...]] = {}
        for number, line in enumerate(text.strip().splitlines(), 1):
            entrant, colon, row = line.partition(":")
            entrant = entrant.strip()
            if not colon or not entrant or re.search(r"[\s<>~]", entrant):
                raise InvalidHistory("line", line=number)
            if entrant in rows:
                raise InvalidHistory("twice", entrant=entrant)
            rows[entrant] = tuple(_read_round(word, number) for word in row.split())
        return cls(rows, system, annulled, boards)

    def __str__(self) -> str:
        return "\n".join(f"{entrant}: {' '.join(map(str, row))}" for entrant, row in self.rows.items())


def is_annulled_by_withdrawal(row: Iterable[EntrantRound], scheduled_games: int) -> bool:
    """Check whether a round robin annuls a withdrawn entrant: under half of the scheduled games played."""
    return 2 * sum(each.result in OVER_THE_BOARD for each in row) < scheduled_games


def _last_drawn(row: tuple[EntrantRound, ...], boards: int) -> tuple[EntrantRound, ...]:
    if not row or row[-1].result not in PAIRED:
        return row
    last = row[-1]
    game_points = None if last.game_points is None else boards
    return (*row[:-1], EntrantRound(RoundResult.DRAW, last.opponent, last.started, game_points))


def _read_round(text: str, line: int) -> EntrantRound:
    found = EntrantRound.read(text)
    if found is None:
        raise InvalidHistory("cell", line=line, text=text)
    return found


def _check(history: History) -> None:
    for entrant in history.annulled:
        if entrant not in history.rows:
            raise InvalidHistory("annulled-unknown", entrant=entrant)
        if history.system is System.SWISS:
            raise InvalidHistory("annulled-swiss")
    rounds = history.rounds
    for entrant, row in history.rows.items():
        if len(row) != rounds:
            raise InvalidHistory("uneven", entrant=entrant, count=len(row), rounds=rounds)
    for entrant, row in history.rows.items():
        for index, each in enumerate(row):
            fault = _find_fault(history, entrant, index, each)
            if fault:
                raise InvalidHistory(
                    fault, round=index + 1, entrant=entrant, opponent=each.opponent, total=2 * history.boards
                )


def _find_fault(history: History, entrant: EntrantId, index: int, mine: EntrantRound) -> str | None:
    if mine.opponent is None:
        return "opponent-missing" if mine.result in PAIRED else None
    if mine.result not in PAIRED:
        return "opponent-unwanted"
    if mine.opponent not in history.rows:
        return "opponent-unknown"
    theirs = history.rows[mine.opponent][index]
    if not _agree(entrant, mine, theirs):
        return "disagree"
    return None if _game_points_add_up(mine, theirs, history.boards) else "game-points"


def _agree(entrant: EntrantId, mine: EntrantRound, theirs: EntrantRound) -> bool:
    """Check that both sides of a meeting name each other, opposite results and opposite starts."""
    return (
        theirs.opponent == entrant != mine.opponent
        and theirs.result in mine.result.opposites
        and (mine.started is None) == (theirs.started is None)
        and (mine.started is None or mine.started is not theirs.started)
    )


def _game_points_add_up(mine: EntrantRound, theirs: EntrantRound, boards: int) -> bool:
    """Check that both sides together have no more game points than the match has.

    Boards that both sides forfeit leave points unclaimed, so a match may total less than its boards.
    """
    if mine.game_points is None or theirs.game_points is None:
        return mine.game_points is theirs.game_points
    return mine.game_points + theirs.game_points <= 2 * boards
