"""Measure how many seconds of processor time pairing takes.

Swiss rounds of many sizes, odd and even, with and without forbidden pairs; bbpPairings where it is installed;
the least harm; and a bracket.
"""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tournament.formats import double_knockout, dutch, engine, least_harm
from tournament.formats.bracket import compute_bracket
from tournament.formats.pairing import Pairing, pair
from tournament.formats.swiss import SwissRound, propose
from tournament.scores import Entrant, Meeting, Outcome

SIZES = (50, 100, 200, 500)
ROUNDS = (1, 3, 7)
PLANNED = 9
KEPT_APART = 0.1  # forbidden pairs, as a share of the field: what a few clubs and families make
LEAST_HARM_UP_TO = 200
LARGEST_BRACKET = 100


def run(say: Callable[[str], None]) -> None:
    for size in SIZES:
        for count in (size, size + 1):
            say(f"Swiss of {count}: {'; '.join(_rounds(count))}")
        if size <= LARGEST_BRACKET:
            bracket = cpu_s(partial(compute_bracket, double_knockout.plan(field(size)), {}))
            say(f"double knockout of {size}: {bracket:.3f} s")


def _rounds(count: int) -> list[str]:
    told = []
    for asked in questions(count):
        apart = replace(asked, forbidden=kept_apart(count))
        figures = [
            f"{cpu_s(partial(dutch.pair_round, asked)):.3f} s",
            f"{cpu_s(partial(dutch.pair_round, apart)):.3f} s with pairs kept apart",
        ]
        if engine.find_bbp():
            figures.append(f"bbpPairings {wall_s(partial(engine.pair_with_bbp, asked)):.3f} s")
        if count <= LEAST_HARM_UP_TO:
            figures.append(f"least harm {cpu_s(partial(least_harm.solve, asked)):.3f} s")
        told.append(f"round {asked.number} {', '.join(figures)}")
    return told


def field(size: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(number, number, 2000 - number) for number in range(1, size + 1))


def kept_apart(size: int) -> frozenset[frozenset[int]]:
    chance = random.Random(size)
    return frozenset(pair(*chance.sample(range(1, size + 1), 2)) for _ in range(int(size * KEPT_APART)))


def questions(size: int) -> list[SwissRound]:
    """Yield the rounds to pair, from one tournament that is paired by the rules with random results."""
    chance = random.Random(size)
    history: list[Meeting] = []
    found = []
    for number in range(1, max(ROUNDS) + 1):
        asked = SwissRound(number, PLANNED, field(size), tuple(history))
        if number in ROUNDS:
            found.append(asked)
        history += (
            Meeting(number, p.first, p.second, outcome(p, chance)) for p in propose(asked, engine.solve)
        )
    return found


def outcome(pairing: Pairing, chance: random.Random) -> Outcome:
    return pairing.bye or chance.choice([Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW])


def cpu_s(act: Callable[[], object]) -> float:
    began = time.process_time()
    act()
    return time.process_time() - began


def wall_s(act: Callable[[], object]) -> float:
    """Measure wall time, for work in another process."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began
