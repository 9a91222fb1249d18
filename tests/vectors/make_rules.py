"""Write rules.json, the cases that the rules in the browser must answer like these.

    python -m tests.vectors.make_rules

Texts are read or refused; positions have their moves; a game is a rule set, a position and steps. A step is
a move by the seat on turn, a call (`X calls`) or a pass (`--`), and the game after it, or why not.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.faults import Fault
from games.rules import CELLS, PASS, Edge, Move, Play, Position, RuleSet, Seat
from tests.vectors.writing import block, document

PATH = Path(__file__).with_name("rules.json")
SEED = 2026
GAMES = 60
LONGEST_GAME = 40

MOVES = [
    "c1E",
    "a1N!",
    "c1E.N",
    "e5W.S!",
    "c1",
    "",
    "c1EE",
    "C1E",
    "f1E",
    "a6E",
    "c1X",
    "c1e",
    "c1E.X",
    "c1E.n!",
    "--",
]
POSITIONS = [
    "...../...../..X../...../O.... X",
    "...../..N../...../.W.../..... E",
    *(
        "",
        "X",
        "...../...../...../..... X",
        "...../...../...../...../....  X",
        "...../...../...../...../.....X",
    ),
    *(
        "...../...../...../...../..... Q",
        "...../...../...../...../..... ",
        "...../...../...../...../...... X",
    ),
    *(
        "...../...../..N../...../..... X",
        "...../...../..X../...../..... N",
        "...../...../..?../...../..... N",
    ),
]
RULE_SETS = [
    "",
    "announce=required",
    "repetition=2",
    "repetition=0 move_limit=6",
    " draw_offers=off  conferring=silent game_limit=arbiter first_symbol=circle repetition=off",
    *("announce", "announce=", "announce=later", "repetition=1", "repetition=-1", "repetition=12345"),
    *("repetition=3 repetition=3", "luck=on", "move_limit=x", "draw_offers=yes"),
]
PLAYED_RULES = ["", "announce=required", "repetition=0 move_limit=6", "announce=required repetition=2"]


def vectors(seed: int = SEED, games: int = GAMES) -> dict[str, list[Any]]:
    rng = random.Random(seed)
    return {
        "moves": [_read(text, Move.parse) for text in MOVES],
        "rules": [_read(text, RuleSet.parse) for text in RULE_SETS],
        "positions": [
            *(_read(text, Position.parse) for text in POSITIONS),
            *(_position(random_position(rng, seats)) for seats in (2, 4) for _ in range(games // 4)),
        ],
        "refused": [_refused(rng) for _ in range(2 * games)],
        "games": [_game(rng, number) for number in range(games)],
    }


def _read(text: str, parse: Callable[[str], object]) -> dict[str, Any]:
    try:
        return {"text": text, "written": str(parse(text))}
    except Fault as fault:
        return {"text": text, **_no(fault)}


def _no(fault: Fault) -> dict[str, Any]:
    return {"refused": fault.code, "said": str(fault)}


def near_a_line(rng: random.Random, seats: int) -> Position:
    """Place four of five in the bottom row, so that lines are made, called and missed."""
    seat = rng.choice(Seat.of(seats))
    return Position.parse(f"...../...../...../...../{4 * seat.value}. {seat.value}")


def random_position(rng: random.Random, seats: int) -> Position:
    """Make any position from empty to full; a few cubes of one seat leave others nothing to take."""
    if rng.random() < 0.3:
        return near_a_line(rng, seats)
    table = Seat.of(seats)
    marks = rng.choices(table, k=rng.randint(1, seats))
    blank = rng.choice([0.0, 0.05, 0.5, 0.9])
    cubes = ["." if rng.random() < blank else rng.choice(marks).value for _ in CELLS]
    ranks = "/".join("".join(cubes[start : start + 5]) for start in range(0, 25, 5))
    return Position.parse(f"{ranks} {rng.choice(table).value}")


def _position(position: Position) -> dict[str, Any]:
    moves = " ".join(str(move) for move in position.moves())
    return {"text": str(position), "written": str(position), "moves": moves, "blanks": position.blanks}


def random_move(rng: random.Random) -> Move:
    dots = [None, None, *Seat.of(4)]
    return Move(rng.choice(CELLS), rng.choice(list(Edge)), rng.choice(dots), rng.random() < 0.1)


def _refused(rng: random.Random) -> dict[str, Any]:
    """Make any move in any position: mostly illegal, each for its own reason."""
    position, move = random_position(rng, rng.choice([2, 4])), random_move(rng)
    try:
        after = {"after": str(position.play(move))}
    except Fault as fault:
        after = _no(fault)
    return {"position": str(position), "move": str(move), **after}


def _game(rng: random.Random, number: int) -> dict[str, Any]:
    seats = 2 if number % 2 else 4
    begun = Position.initial(seats) if number % 3 else random_position(rng, seats)
    rules = PLAYED_RULES[number // 2 % len(PLAYED_RULES)]
    play = Play.begin(begun, RuleSet.parse(rules))
    steps: list[dict[str, Any]] = []
    while play.outcome is None and len(steps) < LONGEST_GAME:
        asked = _ask(rng, play)
        try:
            play = _take(play, asked)
        except Fault as fault:
            steps.append({"do": asked, **_no(fault)})
        else:
            steps.append({"do": asked, **_standing(play)})
    return {"rules": rules, "position": str(begun), "steps": steps}


def _ask(rng: random.Random, play: Play) -> str:
    chance = rng.random()
    if chance < 0.06:
        return str(random_move(rng))
    if chance < 0.09 or play.must_pass:
        return PASS
    if chance < 0.12 or (play.uncalled and chance < 0.6):
        return f"{rng.choice(Seat.of(play.position.seats))} calls"
    shuffling = [move for move in play.position.moves() if play.position.cube(move.cell) is not None]
    move = rng.choice(shuffling if shuffling and chance < 0.5 else play.position.moves())
    return str(move.with_call() if chance > 0.97 else move)


def _take(play: Play, asked: str) -> Play:
    if asked == PASS:
        return play.after_pass()
    if asked.endswith(" calls"):
        return play.call(Seat(asked[0]))
    return play.move(Move.parse(asked), by=play.position.seat)


def _standing(play: Play) -> dict[str, Any]:
    return {
        "position": str(play.position),
        "quiet": play.quiet,
        "seen": len(play.seen),
        "uncalled": [" ".join(line) for line in play.uncalled],
        "outcome": str(play.outcome) if play.outcome else None,
        "lines": [" ".join(line) for line in play.outcome.lines] if play.outcome else [],
    }


def written(seed: int = SEED, games: int = GAMES) -> str:
    return document({name: block(cases) for name, cases in vectors(seed, games).items()})


if __name__ == "__main__":
    PATH.write_text(written(), encoding="utf-8")
