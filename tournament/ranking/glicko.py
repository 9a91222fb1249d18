"""Glicko-2 for one player and one period, after Mark Glickman's "Example of the Glicko-2 system".

The steps, and the letters in them, are the paper's. Nothing is rounded here.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Step 1: the recommended start of an unrated player. A deviation never grows beyond it.
START_VALUE, START_DEVIATION, START_VOLATILITY = 1500.0, 350.0, 0.06
# How far volatility may change in a period: reasonable from 0.3 to 1.2, and this in the paper's own example.
TAU = 0.5
# The bound that lichess.org uses for its question mark.
PROVISIONAL_DEVIATION = 110.0
_SCALE = 173.7178
_CONVERGENCE = 0.000001


@dataclass(frozen=True, slots=True)
class Rating:
    value: float = START_VALUE
    deviation: float = START_DEVIATION
    volatility: float = START_VOLATILITY

    @property
    def provisional(self) -> bool:
        return self.deviation > PROVISIONAL_DEVIATION

    def __str__(self) -> str:
        return f"{self.value:.0f}{'?' if self.provisional else ''}"


def after_rest(before: Rating) -> Rating:
    """Update a rating after a period without a game (step 6): the same value, a larger deviation."""
    phi = math.hypot(before.deviation / _SCALE, before.volatility)
    return Rating(before.value, min(phi * _SCALE, START_DEVIATION), before.volatility)


def after_games(before: Rating, faced: Sequence[tuple[Rating, float]]) -> Rating:
    """Update a rating after the games of a period (steps 2 to 8).

    Each opponent has the rating from before the period, with the score of 1, 0.5 or 0.
    """
    phi = before.deviation / _SCALE
    information = surprise = 0.0
    for opponent, score in faced:
        g = 1 / math.sqrt(1 + 3 * (opponent.deviation / _SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (before.value - opponent.value) / _SCALE))
        information += g**2 * expected * (1 - expected)
        surprise += g * (score - expected)
    v = 1 / information
    volatility = _volatility(before.volatility, phi**2, v, (v * surprise) ** 2)
    phi = 1 / math.sqrt(1 / (phi**2 + volatility**2) + information)
    return Rating(before.value + phi**2 * surprise * _SCALE, min(phi * _SCALE, START_DEVIATION), volatility)


def _volatility(sigma: float, phi2: float, v: float, delta2: float) -> float:
    """Find the new volatility (step 5): the zero of f, by the Illinois variant of false position."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        growth = math.exp(x)
        return growth * (delta2 - phi2 - v - growth) / (2 * (phi2 + v + growth) ** 2) - (x - a) / TAU**2

    upper = a
    if delta2 > phi2 + v:
        lower = math.log(delta2 - phi2 - v)
    else:
        lower = a - TAU
        while f(lower) < 0:
            lower -= TAU
    at_upper, at_lower = f(upper), f(lower)
    while abs(lower - upper) > _CONVERGENCE:
        between = upper + (upper - lower) * at_upper / (at_lower - at_upper)
        at_between = f(between)
        if at_between * at_lower <= 0:
            upper, at_upper = lower, at_lower
        else:
            at_upper /= 2
        lower, at_lower = between, at_between
    return math.exp(upper / 2)
