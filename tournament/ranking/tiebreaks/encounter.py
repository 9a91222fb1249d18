"""Direct encounter (FIDE C.07, article 6): only the games that tied entrants played among themselves."""

from collections.abc import Sequence
from dataclasses import replace
from math import lcm
from typing import NamedTuple

from tournament.ranking.sheet import ScoreSheet
from tournament.ranking.tiebreaks.working import Term, Why, Working
from tournament.scores import EntrantId


class Encounter(NamedTuple):
    """The tied entrants in order, those still equal grouped together, and the working of each."""

    groups: list[list[EntrantId]]
    workings: dict[EntrantId, Working]


class _Place(NamedTuple):
    """Points in the separate standings, and the least and most that the missing games can make of them."""

    entrant: EntrantId
    points: int
    least: int
    most: int
    met_all: bool
    working: Working


def direct_encounter(sheet: ScoreSheet, tied: Sequence[EntrantId]) -> Encounter:
    """Rank tied entrants (C.07 6.2 and 6.3); repeat for every smaller group until nothing more is decided."""
    places = _separate_standings(sheet, tied)
    workings = {place.entrant: place.working for place in places}
    ranked: list[list[EntrantId]] = []
    for group in _split(places):
        if 1 < len(group) < len(tied):
            again = direct_encounter(sheet, group)
            ranked += again.groups
            workings |= {who: replace(workings[who], then=then) for who, then in again.workings.items()}
        else:
            ranked.append(group)
    return Encounter(ranked, workings)


def _split(places: list[_Place]) -> list[list[EntrantId]]:
    if all(place.met_all for place in places):
        return _by_points(places)
    return _certain_leaders(places)


def _by_points(places: list[_Place]) -> list[list[EntrantId]]:
    """Group entrants by points, if each met all others (C.07 6.2)."""
    groups: dict[int, list[EntrantId]] = {}
    for place in places:
        groups.setdefault(place.points, []).append(place.entrant)
    return [groups[points] for points in sorted(groups, reverse=True)]


def _certain_leaders(places: list[_Place]) -> list[list[EntrantId]]:
    """Put first who leads with any result of the missing games; then second, and so on (C.07 6.3)."""
    rest = sorted(places, key=lambda place: -place.least)
    leaders: list[list[EntrantId]] = []
    while len(rest) > 1 and rest[0].least > max(place.most for place in rest[1:]):
        leaders.append([rest.pop(0).entrant])
    left = {place.entrant for place in rest}
    return [*leaders, [place.entrant for place in places if place.entrant in left]]


def _separate_standings(sheet: ScoreSheet, tied: Sequence[EntrantId]) -> list[_Place]:
    """Compute the points of tied entrants from the games among them."""
    among = set(tied)
    games = {entrant: _games_among(sheet, entrant, among) for entrant in tied}
    # C.07 6.1.2: those who met more than once count with their average, so points get a common denominator.
    scale = lcm(*(len(scores) for met in games.values() for scores in met.values()))
    return [_place(sheet, entrant, games[entrant], len(tied), scale) for entrant in tied]


def _games_among(sheet: ScoreSheet, entrant: EntrantId, among: set[EntrantId]) -> dict[EntrantId, list[int]]:
    """Collect points by opponent (C.07 6.1.1). Forfeits are not games here, except where 15.2 says so."""
    games: dict[EntrantId, list[int]] = {}
    for _, entrant_round, points in sheet.counted[entrant]:
        opponent = entrant_round.opponent
        if opponent is not None and opponent in among and entrant_round.result in sheet.games:
            games.setdefault(opponent, []).append(points)
    return games


def _place(
    sheet: ScoreSheet,
    entrant: EntrantId,
    games: dict[EntrantId, list[int]],
    tied: int,
    scale: int,
) -> _Place:
    terms = tuple(
        Term(sum(scores) * scale // len(scores), Why.ENCOUNTER, opponent=opponent)
        for opponent, scores in games.items()
    )
    points = sum(term.amount for term in terms)
    missing = tied - 1 - len(games)
    return _Place(
        entrant,
        points,
        points + missing * sheet.loss * scale,
        points + missing * sheet.win * scale,
        not missing,
        Working("DE", terms, unit=2 * scale),
    )
