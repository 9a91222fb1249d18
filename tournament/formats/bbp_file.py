"""A Swiss round as the tournament report file that pairing programs read (TRF16 with the XX and BB lines)."""

from tournament.formats.swiss import Pairs
from tournament.formats.swiss_cards import SwissCard
from tournament.formats.swiss_round import SwissRound
from tournament.scores import EntrantRound, Scoring, report_points_text

_SITS_OUT = "  0000 - Z"


def can_express(scoring: Scoring) -> bool:
    """Check that the file can express a scoring: it has no values for forfeit wins and half-point byes."""
    return scoring.forfeit_win == scoring.win and scoring.half_bye == scoring.draw


def write(question: SwissRound) -> str:
    """Write the whole field, numbered by seed; this round's column is filled for entrants who do not play."""
    numbers = {entrant.id: number for number, entrant in enumerate(question.entrants, 1)}
    book = question.cards()
    history = _columns(question, numbers)
    present = {entrant.id for entrant in question.present}
    lines = ["012 Fiveline", f"XXR {max(question.planned, question.number)}"]
    lines.append(f"XXC {'white1' if question.odd_seeds_start else 'black1'}")
    lines += _point_lines(question.scoring)
    for entrant in question.entrants:
        columns = history[entrant.id] + ([] if entrant.id in present else [_SITS_OUT])
        lines.append(_player_line(numbers[entrant.id], entrant.rating, book[entrant.id], columns))
    for couple in sorted(sorted(numbers[entrant] for entrant in couple) for couple in question.forbidden):
        lines.append(f"XXP {couple[0]} {couple[1]}")
    lines += _accelerations(question, numbers)
    return "\n".join(lines) + "\n"


def read_pairs(question: SwissRound, text: str) -> Pairs:
    """Read the program's answer: how many pairs, then one a line, white first, 0 for the bye."""
    ids = {number: entrant.id for number, entrant in enumerate(question.entrants, 1)}
    rows = [line.split() for line in text.split("\n")[1:] if line.strip()]
    return tuple((ids[int(white)], ids[int(black)] if int(black) else None) for white, black in rows)


def _columns(question: SwissRound, numbers: dict[int, int]) -> dict[int, list[str]]:
    """Write the rounds so far; a missing result counts as a draw."""
    history = question.history.with_missing_drawn()
    return {entrant: [_column(each, numbers) for each in history.rows[entrant]] for entrant in numbers}


def _column(entrant_round: EntrantRound, numbers: dict[int, int]) -> str:
    if entrant_round.opponent is None:
        return f"  0000 - {entrant_round.result.report_letter}"
    colour = "w" if entrant_round.started else "b"
    return f"  {numbers[int(entrant_round.opponent)]:4d} {colour} {entrant_round.result.report_letter}"


def _player_line(number: int, rating: int, card: SwissCard, columns: list[str]) -> str:
    """Write a player: columns 5-8 number, 15-47 name, 49-52 rating, 81-84 points, 86-89 rank; 10 a round."""
    name, score = f"Entrant {number}", report_points_text(card.score)
    return f"001 {number:4d}      {name:<33} {rating:4d}{'':28}{score:>4} {number:4d}{''.join(columns)}"


def _accelerations(question: SwissRound, numbers: dict[int, int]) -> list[str]:
    """Write the virtual points of each entrant by round, this round included."""
    by_round = question.virtual_points()
    accelerated = sorted({entrant for points in by_round for entrant in points})
    return [
        f"XXA {numbers[entrant]:4d}"
        + "".join(f" {report_points_text(points[entrant]):>4}" for points in by_round)
        for entrant in accelerated
    ]


def _point_lines(scoring: Scoring) -> list[str]:
    values = {
        "BBW": scoring.win,
        "BBD": scoring.draw,
        "BBL": scoring.loss,
        "BBU": scoring.bye,
        "BBZ": 0,
        "BBF": scoring.forfeit_loss,
    }
    return [f"{code} {report_points_text(value):>4}" for code, value in values.items()]
