"""How long pairing takes: a fourth Swiss round by each program at hand, and a bracket."""

import random
import statistics
import time
from collections.abc import Callable
from functools import partial

from tournament.formats import double_knockout, engine, least_harm
from tournament.formats.bracket import compute
from tournament.formats.pairing import Pairing
from tournament.formats.swiss import SwissRound
from tournament.scores import Entrant, Meeting, Outcome

SIZES = (16, 50, 100)
ROUND = 4
RUNS = 3


def run(say: Callable[[str], None]) -> None:
    """The median of a few runs for each size, every program beside our own matching on the same round."""
    for size in SIZES:
        asked = before_round(size, ROUND)
        times = [f"caissify-pairings {median_ms(partial(engine.pair_with_caissify, asked))} ms"]
        if engine.find_bbp():
            times.append(f"bbpPairings {median_ms(partial(engine.pair_with_bbp, asked))} ms")
        times.append(f"our least harm {median_ms(partial(least_harm.solve, asked))} ms")
        bracket = median_ms(partial(compute, double_knockout.plan(field(size)), {}))
        say(f"Swiss round {ROUND} of {size}: {', '.join(times)}; double knockout of {size}: {bracket} ms")


def field(size: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(number, number, 2000 - number) for number in range(1, size + 1))


def before_round(size: int, number: int) -> SwissRound:
    """A tournament so far, its earlier rounds paired legally by the quickest way and won at random."""
    chance = random.Random(size)
    past: list[Meeting] = []
    for at in range(1, number):
        asked = SwissRound(at, 9, field(size), tuple(past))
        past += (Meeting(at, p.first, p.second, outcome(p, chance)) for p in least_harm.propose(asked))
    return SwissRound(number, 9, field(size), tuple(past))


def outcome(pairing: Pairing, chance: random.Random) -> Outcome:
    return pairing.bye or chance.choice([Outcome.FIRST_WINS, Outcome.SECOND_WINS, Outcome.DRAW])


def median_ms(act: Callable[[], object]) -> int:
    taken = []
    for _ in range(RUNS):
        began = time.perf_counter_ns()
        act()
        taken.append((time.perf_counter_ns() - began) // 1_000_000)
    return statistics.median_low(taken)
