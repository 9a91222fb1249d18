"""The next round to be drawn: rows that follow from the format, perhaps a question for the Swiss engine."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from .pairing import Pairing, PairingRow
from .swiss_round import SwissRound


@dataclass(frozen=True, slots=True)
class RoundDraw:
    """All rows of the round; with a `question`, only the rows that it leaves out."""

    rows: tuple[PairingRow, ...]
    question: SwissRound | None = None

    @property
    def engine_question(self) -> SwissRound | None:
        """The question for the engine, without the entrants of locked pairings."""
        if self.question is None:
            return None
        locked = frozenset(entrant for row in self.rows if row.locked for entrant in row.pairing.entrants)
        return replace(self.question, paired_by_hand=locked)

    def with_answer(self, pairings: tuple[Pairing, ...]) -> tuple[PairingRow, ...]:
        """Combine the engine's answer with the existing rows, boards by score and then seed."""
        if self.question is None:
            return self.rows
        kept = {entrant for row in self.rows for entrant in row.pairing.entrants}
        rows = [
            *(row for row in self.rows if not row.withdrawn),
            *(PairingRow(each) for each in pairings if not kept & set(each.entrants)),
        ]
        games = sorted(
            (row for row in rows if row.pairing.second is not None), key=_board_order(self.question)
        )
        numbered = [
            replace(row, pairing=replace(row.pairing, board=board)) for board, row in enumerate(games, 1)
        ]
        byes = [row for row in rows if row.pairing.second is None]
        return (*numbered, *byes, *(row for row in self.rows if row.withdrawn))


def _board_order(question: SwissRound) -> Callable[[PairingRow], tuple[int, int, int]]:
    """Return the sort key of boards: higher score, lower score, seed."""
    book = question.cards()
    seeds = {entrant.id: entrant.seed for entrant in question.entrants}

    def key(row: PairingRow) -> tuple[int, int, int]:
        high, low = sorted(row.pairing.entrants, key=lambda pk: (-book[pk].score, seeds[pk]))
        return (-book[high].score, -book[low].score, seeds[high])

    return key
