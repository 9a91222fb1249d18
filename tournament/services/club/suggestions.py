"""Who should play whom on a club evening: those who are free, who met least, who played least, equals."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.models import Evening, Player, RatingKind
from tournament.services.club import evenings, ladder, ratings
from tournament.services.club.played_games import PlayedGame

UNRATED = 1500  # where a player without a rating is taken to stand


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Two who could play now, the one who started less often first; `met` is how often they met tonight."""

    first: Player
    second: Player
    met: int
    apart: int  # in rating


def suggestions(evening: Evening) -> list[Suggestion]:
    """Who should play whom: those who are free, first who met least, then who played least, then equals."""
    present = list(evening.present.filter(erased_ms=None, merged_into=None).order_by("pk"))
    busy = ladder.at_play(evening.ladder_ids)
    free = [player for player in present if player.pk not in busy]
    strength = ratings.for_seeding(free, RatingKind.TWO)
    return suggest(free, evenings.games_of([evening]), strength)


def suggest(
    free: Sequence[Player], games: Iterable[PlayedGame], strength: Mapping[int, int]
) -> list[Suggestion]:
    """Pairs of the free players, each in one of them; greedy, because an evening has few."""
    met: dict[frozenset[int], int] = defaultdict(int)
    count: dict[int, int] = defaultdict(int)
    starts: dict[int, int] = defaultdict(int)
    for game in games:
        for pk in game.players:
            count[pk] += 1
        for pk in game.starters:
            starts[pk] += 1
        for starter in game.starters:
            for opponent in game.others:
                met[frozenset((starter, opponent))] += 1
    pairs = []
    for one, other in combinations(free, 2):
        apart = abs((strength.get(one.pk) or UNRATED) - (strength.get(other.pk) or UNRATED))
        known = met[frozenset((one.pk, other.pk))]
        pairs.append((known, count[one.pk] + count[other.pk], apart, one, other))
    chosen: list[Suggestion] = []
    taken: set[int] = set()
    ordered = sorted(pairs, key=lambda pair: (*pair[:3], pair[3].pk, pair[4].pk))
    for known, _count, apart, one, other in ordered:
        if taken.isdisjoint({one.pk, other.pk}):
            taken |= {one.pk, other.pk}
            first, second = sorted((one, other), key=lambda player: starts[player.pk])
            chosen.append(Suggestion(first, second, known, apart))
    return chosen
