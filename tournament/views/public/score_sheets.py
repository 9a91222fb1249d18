"""Score sheets: one for each board of a round, with a column for everybody who moves there."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.models import Step
from tournament.services.stages.stage_record import StageRecord
from tournament.services.tables import seating
from tournament.views.public.pairings import PairingLine, RoundPage
from tournament.views.public.pairings_by_name import members_in

TURNS = "NESW"  # in this order four players move


@dataclass(frozen=True, slots=True)
class SheetSeat:
    """Who writes in a column: `seat` is empty where the symbol says it all."""

    symbol: str
    name: str
    seat: str = ""


@dataclass(frozen=True, slots=True)
class PrintedScoreSheet:
    """`seats` in the order of moving, who starts first."""

    label: str
    title: str
    seats: tuple[SheetSeat, ...]


def score_sheets(record: StageRecord, page: RoundPage) -> Iterator[PrintedScoreSheet]:
    if record.stage.tournament.seats == 4:
        yield from (_of_four(record, page, line) for line in page.meetings)
        return
    for line in page.meetings:
        one, other = line.sides
        boards = [board for board in line.boards if board.step == Step.BOARD]
        for board in boards:
            # The first-named team starts on odd boards.
            names = board.names if board.number % 2 else board.names[::-1]
            if all(names):
                both = (SheetSeat(one.symbol, names[0]), SheetSeat(other.symbol, names[1]))
                yield PrintedScoreSheet(f"{line.match.board}.{board.number}", line.title, both)
        if not boards:
            seats = tuple(SheetSeat(side.symbol, side.entrant.public_name) for side in line.sides)
            yield PrintedScoreSheet(str(line.match.board), line.title, seats)


def _of_four(record: StageRecord, page: RoundPage, line: PairingLine) -> PrintedScoreSheet:
    members = members_in(record, page.round.number)
    found: dict[str, SheetSeat] = {}
    for side, seats in zip(line.sides, seating.seats_by_start(record.stage), strict=True):
        names = [player.public_name for player in members.get(side.entrant.pk, ())]
        names += [side.entrant.public_name] * (len(seats) - len(names))
        found |= {seat: SheetSeat(side.symbol, name, seat) for seat, name in zip(seats, names, strict=False)}
    return PrintedScoreSheet(str(line.match.board), line.title, tuple(found[seat] for seat in TURNS))
