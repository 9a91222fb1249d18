"""A round as people read it: who meets whom on which board, how it went, what is being played."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from games import sorting
from games.referee import UNDER_WAY, Status
from tournament.models import Entrant, Match, MatchGame, Round, RoundStatus, Step
from tournament.services.results import verdicts
from tournament.services.stages import stage_record
from tournament.services.stages.stage_record import StageRecord
from tournament.services.tables import seating
from tournament.views.public import results


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A game of a match: its number within it, where it is played, and its live game if it has one."""

    number: int
    step: str
    names: tuple[str, str]
    scores: tuple[str, str]
    table: str
    code: str
    status: str


@dataclass(frozen=True, slots=True)
class PairingSide:
    entrant: Entrant
    symbol: str
    score: str
    won: bool


@dataclass(frozen=True, slots=True)
class PairingLine:
    """A match, or a bye: then there is one side only, and `match` says which kind of bye."""

    match: Match
    sides: tuple[PairingSide, ...]
    boards: tuple[BoardLine, ...]
    how: str = ""  # in short how it was decided, where the score does not say so
    note: str = ""  # the same with the winner named

    @property
    def forfeited(self) -> bool:
        return verdicts.is_forfeit(self.match)

    @property
    def status(self) -> str:
        """over, else what its most lively board does: running, paused, waiting; empty without live games."""
        if self.match.outcome:
            return "over"
        known = {board.status for board in self.boards}
        return next((status for status in (*UNDER_WAY, Status.WAITING) if status in known), "")

    @property
    def tables(self) -> str:
        return ", ".join(dict.fromkeys(board.table for board in self.boards if board.table))

    @property
    def code(self) -> str:
        """The game to look at: the one being played, else the last one."""
        codes = [board.code for board in self.boards if board.code]
        going = [board.code for board in self.boards if board.code and board.status in UNDER_WAY]
        return (going or codes[-1:] or [""])[0]


@dataclass(frozen=True, slots=True)
class SeatOnBoard:
    """One entrant's line of the list by name."""

    side: PairingSide
    line: PairingLine
    opponent: PairingSide | None

    @property
    def letter(self) -> str:
        """The first of the name that the list is ordered by."""
        return sorting.plain(self.side.entrant.public_name)[:1]


@dataclass(frozen=True, slots=True)
class RoundPage:
    round: Round
    meetings: tuple[PairingLine, ...]
    byes: tuple[PairingLine, ...]

    @property
    def decided(self) -> int:
        return sum(line.match.is_decided for line in self.meetings)

    @property
    def playing(self) -> int:
        return sum(line.status in UNDER_WAY for line in self.meetings)

    @property
    def closed(self) -> bool:
        return self.round.status == RoundStatus.CLOSED

    def by_name(self) -> list[SeatOnBoard]:
        """Everybody in the order of their public names, with board and opponent."""
        seats = [
            SeatOnBoard(side, line, next((other for other in line.sides if other is not side), None))
            for line in (*self.meetings, *self.byes)
            for side in line.sides
        ]
        return sorted(seats, key=lambda seat: sorting.plain(seat.side.entrant.public_name))


def round_page(record: StageRecord, number: int) -> RoundPage:
    """A drawn round of the stage. One query beside those of `stage_record.read`."""
    round_ = next(each for each in record.drawn if each.number == number)
    matches = record.matches_by_round.get(number, [])
    lines = lines_of(record, matches)
    return RoundPage(
        round_,
        tuple(line for line in lines if not line.match.is_bye),
        tuple(line for line in lines if line.match.is_bye),
    )


def lines_of(record: StageRecord, matches: Sequence[Match]) -> list[PairingLine]:
    boards = _boards(record, matches)
    started, second = symbols(record)
    return [_line(record, match, tuple(boards.get(match.pk, ())), started, second) for match in matches]


def symbols(record: StageRecord) -> tuple[str, str]:
    """The symbol of who starts, and of the other."""
    starts_with_crosses = seating.starting_seat(record.stage) in "XN"
    return ("X", "O") if starts_with_crosses else ("O", "X")


def _line(
    record: StageRecord, match: Match, boards: tuple[BoardLine, ...], started: str, second: str
) -> PairingLine:
    if match.second is None:
        return PairingLine(match, (PairingSide(match.first, "", "", False),), boards)
    scores, wins = results.scores(record, match), stage_record.wins_of(match)
    names = (match.first.public_name, match.second.public_name)
    sides = (
        PairingSide(match.first, started, scores[0], wins[0]),
        PairingSide(match.second, second, scores[1], wins[1]),
    )
    how = results.note(record, match)
    return PairingLine(match, sides, boards, how, results.note_with_winner(record, match, names))


def _boards(record: StageRecord, matches: Sequence[Match]) -> dict[int, list[BoardLine]]:
    by_id = {match.pk: match for match in matches}
    rows = (
        MatchGame.objects.filter(match__in=by_id)
        .exclude(step=Step.HOUSE)
        .select_related("table", "game", "starter_player", "second_player")
        .defer("game__state")
        .order_by("number")
    )
    found: dict[int, list[BoardLine]] = defaultdict(list)
    for row in rows:
        found[row.match_id].append(_board(by_id[row.match_id], row))
    return dict(found)


def _board(match: Match, row: MatchGame) -> BoardLine:
    """Names and scores in the order of the match, whoever starts on this board."""
    starts = row.starter_id == match.first_id
    players = (row.starter_player, row.second_player)
    starter, second = (player.public_name if player else "" for player in players)
    scores = results.SCORES[row.outcome]
    game = row.game if row.game and not row.game.voided else None
    return BoardLine(
        number=row.number,
        step=row.step,
        names=(starter, second) if starts else (second, starter),
        scores=scores if starts else scores[::-1],
        table=str(row.table) if row.table else "",
        code=game.code if game else "",
        status=game.status if game else "",
    )
