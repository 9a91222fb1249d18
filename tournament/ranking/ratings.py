"""Strength over time: Glicko-2 for two players, OpenSkill for partners at a table of four.

Ratings are a fold over results: the same results in the same periods give exactly the same numbers.
Only games over the board are rated.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openskill.models import PlackettLuce

from tournament.ranking.glicko import Rating, after_games, after_rest
from tournament.scores import EntrantId

# Three quarters of the start: eight equals with changing partners get there in 10 to 20 games each.
PROVISIONAL_SIGMA = 6.25
# Rounded after every period, so that stored ratings equal those that are calculated again.
_DIGITS, _VOLATILITY_DIGITS = 4, 8


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A game of two players; `score` is the first player's, doubled: 2, 1 or 0."""

    first: EntrantId
    second: EntrantId
    score: int


def rate_period(ratings: Mapping[EntrantId, Rating], games: Iterable[RatedGame]) -> dict[EntrantId, Rating]:
    """Compute all ratings after a period, each from the ratings before it.

    Players without a game keep their value and become less certain (step 6 of the paper).
    """
    faced = _faced(games)
    return {
        player: _after(ratings.get(player, Rating()), faced.get(player, []), ratings)
        for player in dict.fromkeys((*ratings, *faced))
    }


def _faced(games: Iterable[RatedGame]) -> dict[EntrantId, list[tuple[EntrantId, int]]]:
    """Collect (opponent, doubled score) of every game, by player."""
    faced: dict[EntrantId, list[tuple[EntrantId, int]]] = {}
    for game in games:
        faced.setdefault(game.first, []).append((game.second, game.score))
        faced.setdefault(game.second, []).append((game.first, 2 - game.score))
    return faced


def _after(before: Rating, faced: list[tuple[EntrantId, int]], ratings: Mapping[EntrantId, Rating]) -> Rating:
    # Sorted, because adding floats in another order may change the last digit.
    met = sorted(
        ((ratings.get(who, Rating()), score / 2) for who, score in faced),
        key=lambda each: (each[0].value, each[0].deviation, each[1]),
    )
    after = after_games(before, met) if met else after_rest(before)
    return Rating(
        round(after.value, _DIGITS),
        round(after.deviation, _DIGITS),
        round(after.volatility, _VOLATILITY_DIGITS),
    )


@dataclass(frozen=True, slots=True)
class PartnerRating:
    """A player's part in a pair (Weng and Lin's Plackett-Luce model); `value` is a cautious estimate."""

    mu: float = 25.0
    sigma: float = round(25 / 3, _DIGITS)

    @property
    def value(self) -> float:
        return self.mu - 3 * self.sigma

    @property
    def provisional(self) -> bool:
        return self.sigma > PROVISIONAL_SIGMA


@dataclass(frozen=True, slots=True)
class PartnerGame:
    """A game of two pairs; `score` is the first pair's, doubled."""

    first: tuple[EntrantId, EntrantId]
    second: tuple[EntrantId, EntrantId]
    score: int


def rate_partners(
    games: Iterable[PartnerGame], start: Mapping[EntrantId, PartnerRating] | None = None
) -> dict[EntrantId, PartnerRating]:
    """Compute ratings after games in the order they were played: each game changes the ratings at once."""
    model = PlackettLuce()
    ratings = dict(start or {})
    for game in games:
        sides = (game.first, game.second)
        before = [[ratings.get(who, PartnerRating()) for who in side] for side in sides]
        teams = [[model.rating(rating.mu, rating.sigma) for rating in side] for side in before]
        after = model.rate(teams, scores=[float(game.score), float(2 - game.score)])
        for side, rated in zip(sides, after, strict=True):
            for who, rating in zip(side, rated, strict=True):
                ratings[who] = PartnerRating(round(rating.mu, _DIGITS), round(rating.sigma, _DIGITS))
    return ratings
