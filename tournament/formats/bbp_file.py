"""A Swiss round as the tournament report file that pairing programs read (TRF16 with the XX and BB lines)."""

from tournament.formats.history import Card
from tournament.formats.swiss import Pairs, SwissRound
from tournament.formats.values import Outcome, Points, Result

_MARKS: dict[Outcome | None, tuple[str, str]] = {
    None: ("=", "="),
    Outcome.FIRST_WINS: ("1", "0"),
    Outcome.DRAW: ("=", "="),
    Outcome.SECOND_WINS: ("0", "1"),
    Outcome.FIRST_FORFEITS: ("-", "+"),
    Outcome.SECOND_FORFEITS: ("+", "-"),
    Outcome.BOTH_FORFEIT: ("-", "-"),
    Outcome.BYE: ("U", ""),
    Outcome.HALF_BYE: ("H", ""),
    Outcome.ABSENT: ("Z", ""),
    Outcome.FREE: ("Z", ""),
}
_SITS_OUT = "  0000 - Z"


def can_say(points: Points) -> bool:
    """The file knows no own value for a win by forfeit or a half-point bye."""
    return points.forfeit_win == points.win and points.half_bye == points.draw


def write(question: SwissRound) -> str:
    """The whole field, seeds as running numbers; who sits out this round has its column filled already."""
    numbers = {entrant.id: number for number, entrant in enumerate(question.entrants, 1)}
    book = question.cards()
    past = _columns(question, numbers)
    present = {entrant.id for entrant in question.present}
    lines = ["012 Fiveline", f"XXR {max(question.planned, question.number)}"]
    lines.append(f"XXC {'white1' if question.odd_seeds_start else 'black1'}")
    lines += _point_lines(question.points)
    for entrant in question.entrants:
        columns = past[entrant.id] + ([] if entrant.id in present else [_SITS_OUT])
        lines.append(_player_line(numbers[entrant.id], entrant.rating, book[entrant.id], columns))
    for couple in sorted(sorted(numbers[entrant] for entrant in couple) for couple in question.forbidden):
        lines.append(f"XXP {couple[0]} {couple[1]}")
    return "\n".join(lines) + "\n"


def read_pairs(question: SwissRound, text: str) -> Pairs:
    """The program's answer: how many pairs, then one a line, white first, 0 for the bye."""
    ids = {number: entrant.id for number, entrant in enumerate(question.entrants, 1)}
    rows = [line.split() for line in text.split("\n")[1:] if line.strip()]
    return tuple((ids[int(white)], ids[int(black)] if int(black) else None) for white, black in rows)


def _columns(question: SwissRound, numbers: dict[int, int]) -> dict[int, list[str]]:
    columns = {entrant: [_SITS_OUT] * (question.number - 1) for entrant in numbers}

    def put(result: Result, entrant: int, opponent: int | None, colour: str, mark: str) -> None:
        number = "0000" if opponent is None else f"{numbers[opponent]:4d}"
        columns[entrant][result.round - 1] = f"  {number} {colour} {mark}"

    for result in question.results:
        if result.round >= question.number:
            continue
        mark, other_mark = _MARKS[result.outcome]
        if result.second is None:
            put(result, result.first, None, "-", mark)
            continue
        put(result, result.first, result.second, "w", mark)
        put(result, result.second, result.first, "b", other_mark)
    return columns


def _player_line(number: int, rating: int, card: Card, columns: list[str]) -> str:
    """Columns 5-8 number, 15-47 name, 49-52 rating, 81-84 points, 86-89 rank, then ten a round."""
    name, score = f"Entrant {number}", _points(card.score)
    return f"001 {number:4d}      {name:<33} {rating:4d}{'':28}{score:>4} {number:4d}{''.join(columns)}"


def _point_lines(points: Points) -> list[str]:
    values = {
        "BBW": points.win,
        "BBD": points.draw,
        "BBL": points.loss,
        "BBU": points.bye,
        "BBZ": points.absent,
    }
    values["BBF"] = points.forfeit_loss
    return [f"{code} {_points(value):>4}" for code, value in values.items()]


def _points(doubled: int) -> str:
    return f"{doubled // 2}.{5 * (doubled % 2)}"
