"""Read and write text in tests: entrants are letters (A is id 1 and seed 1), results as on a slip."""

import string

from tournament.formats.pairing import Pairing
from tournament.scores import Entrant, Meeting, Outcome

OUTCOMES = {
    "1-0": Outcome.FIRST_WINS,
    "=": Outcome.DRAW,
    "0-1": Outcome.SECOND_WINS,
    "-+": Outcome.FIRST_FORFEITS,
    "+-": Outcome.SECOND_FORFEITS,
    "--": Outcome.BOTH_FORFEIT,
    "bye": Outcome.BYE,
    "half": Outcome.HALF_BYE,
    "absent": Outcome.ABSENT,
    "?": None,
}


def number(letter: str) -> int:
    return string.ascii_uppercase.index(letter) + 1


def letter(entrant: int) -> str:
    return string.ascii_uppercase[entrant - 1]


def field(letters: str | int) -> tuple[Entrant, ...]:
    """Make entrants: `field("ACB")` is seeded A, C, B; `field(8)` numbers entrants from 1."""
    ids = range(1, letters + 1) if isinstance(letters, int) else map(number, letters)
    return tuple(Entrant(id, seed, 2000 - seed) for seed, id in enumerate(ids, 1))


def results(*rounds: str) -> tuple[Meeting, ...]:
    """Read results, one text a round: "A-B 1-0, C-D =, E bye"."""
    found = []
    for at, text in enumerate(rounds, 1):
        for slip in filter(None, text.split(", ")):
            who, result = slip.split()
            first, _, second = who.partition("-")
            found.append(Meeting(at, number(first), number(second) if second else None, OUTCOMES[result]))
    return tuple(found)


def show(pairings: tuple[Pairing, ...]) -> str:
    """Write pairings in order: "A-C B-D E:bye"."""
    return " ".join(
        f"{letter(p.first)}:{p.bye}" if p.second is None else f"{letter(p.first)}-{letter(p.second)}"
        for p in pairings
    )
