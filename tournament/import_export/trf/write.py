"""Write a report as text."""

from collections.abc import Iterator
from datetime import date

from tournament.scores import CLASSIC, EntrantRound, Scoring, report_points_text

from . import columns
from .columns import LineField
from .values import MOST_POINTS, BadReport, ReportPlayer, TournamentReport

_COLOURS = {True: "w", False: "b", None: "-"}
_NO_OPPONENT = "0000"


def write(report: TournamentReport) -> str:
    """Write a report; refuse a scoring that the format cannot express."""
    scoring = report.scoring
    # The format knows values for win, draw, loss, allocated bye and absence, and no others.
    known = (scoring.draw, scoring.win, 0)
    can_say = (scoring.half_bye, scoring.forfeit_win, scoring.forfeit_loss) == known
    if not can_say or any(player.points > MOST_POINTS for player in report.players):
        raise BadReport("scoring", text=scoring)
    lines = [*_head(report), *map(_player, report.players), *_tail(report)]
    # TRF26, remark 1: a carriage return ends each line; the line feed is for all other programs.
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _head(report: TournamentReport) -> Iterator[str]:
    values: tuple[tuple[str, object], ...] = (
        ("012", _one_line(report.name)),
        ("022", _one_line(report.city)),
        ("032", report.federation),
        ("042", _date(report.starts_on)),
        ("052", _date(report.ends_on)),
        ("062", len(report.players)),
        ("072", sum(player.rating > 0 for player in report.players)),
        ("092", _one_line(report.kind)),
        ("102", _one_line(report.arbiter)),
        ("122", _one_line(report.control)),
        ("132", _days(report.round_dates)),
        ("142", report.rounds),
        ("152", {True: "W", False: "B", None: ""}[report.odd_seeds_start]),
        ("162", _scoring(report.scoring)),
        ("182", _one_line(report.program)),
        ("192", report.system),
        ("202", ",".join(report.tiebreaks)),
        ("212", ",".join(("PTS", *report.tiebreaks)) if report.tiebreaks else ""),
        ("222", report.coded_control),
        # Pairing programs older than TRF26 know these two instead of 142 and 152.
        ("XXR", report.rounds),
        ("XXC", {True: "white1", False: "black1", None: ""}[report.odd_seeds_start]),
    )
    return (f"{code} {value}" for code, value in values if value != "")


def _player(player: ReportPlayer) -> str:
    line = [" "] * (columns.OPPONENT.first - 1)
    line[0:3] = "001"
    _put(line, columns.NUMBER, str(player.number).rjust(4))
    _put(line, columns.NAME, _one_line(player.name))
    _put(line, columns.RATING, str(player.rating or "").rjust(4))
    _put(line, columns.BIRTH, f"{player.birth_year}/00/00" if player.birth_year else "")
    _put(line, columns.POINTS, report_points_text(player.points).rjust(4))
    _put(line, columns.RANK, str(player.rank or "").rjust(4))
    return "".join(line) + "".join(map(_round, player.rounds))


def _round(entrant_round: EntrantRound) -> str:
    opponent = _NO_OPPONENT if entrant_round.opponent is None else f"{entrant_round.opponent:4d}"
    return f"{opponent} {_COLOURS[entrant_round.started]} {entrant_round.result.report_letter}  "


def _tail(report: TournamentReport) -> Iterator[str]:
    for bye in report.byes:
        yield f"240 {bye.result} {bye.round:03d} {_numbers_text(bye.numbers)}"
    for pair in report.forbidden:
        yield f"260 {pair.first_round:03d} {pair.last_round:03d} {_numbers_text(pair.numbers)}"
    if report.annulled:
        yield f"XXA {_numbers_text(report.annulled)}"


def _scoring(scoring: Scoring) -> str:
    """Write only the values that differ from the usual: readers need not know all the letters."""
    usual = Scoring.of(scoring.win, scoring.draw, scoring.loss)
    values = {"W": (scoring.win, CLASSIC.win), "D": (scoring.draw, CLASSIC.draw)}
    values |= {"L": (scoring.loss, CLASSIC.loss), "P": (scoring.bye, usual.bye)}
    unusual = {letter: given for letter, (given, default) in values.items() if given != default}
    text = "    ".join(f"{letter}{report_points_text(value):>4}" for letter, value in unusual.items())
    # From column 6 on, as the format wants it.
    return f" {text}" if text else ""


def _days(days: tuple[date | None, ...]) -> str:
    """Write dates in the columns of the rounds; the code and a blank are before them."""
    line = [" "] * (columns.DAY.first - 1 + columns.ROUND_WIDTH * len(days))
    for index, day in enumerate(days):
        _put(line, columns.DAY.in_round(index), day.strftime("%y/%m/%d") if day else "")
    return "".join(line)[4:].rstrip() if any(days) else ""


def _date(day: date | None) -> str:
    return day.strftime("%Y/%m/%d") if day else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _put(line: list[str], field: LineField, text: str) -> None:
    """Write a text into its columns, and cut what is too long."""
    width = field.last - field.first + 1
    line[field.first - 1 : field.last] = text.ljust(width)[:width]


def _numbers_text(numbers: tuple[int, ...]) -> str:
    return " ".join(f"{number:4d}" for number in numbers)
