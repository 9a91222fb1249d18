"""Brackets: a plan of places fed by seeds, winners and losers, and the state that follows from results.

The state is not stored. A record counts only for the two entrants it was made for, so a corrected result
reopens the matches that followed from the old one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from .reasons import Reason
from .series import MatchRecord, MatchTerms, Series, compute_series


class BracketState(StrEnum):
    LOCKED = "locked"
    """Neither entrant is known."""
    WAITING = "waiting"
    """One is known."""
    READY = "ready"
    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Seeded:
    entrant: int
    seed: int


@dataclass(frozen=True, slots=True)
class WinnerOf:
    place: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    place: str


@dataclass(frozen=True, slots=True)
class Nobody:
    """The missing opponent of a bye."""


Source = Seeded | WinnerOf | LoserOf | Nobody


@dataclass(frozen=True, slots=True)
class BracketPlace:
    """Where two entrants will meet. `stage` ranks the entrant who goes out here: later is better."""

    id: str
    round: int
    stage: int
    title: Reason
    sources: tuple[Source, Source]
    terms: MatchTerms
    unless_first_wins: str | None = None
    """Played only if the second-named entrant won that place: the reset of a grand final."""


@dataclass(frozen=True, slots=True)
class BracketPlan:
    """All places, each after those that feed it; of the `deciders` the last one played decides."""

    places: tuple[BracketPlace, ...]
    deciders: tuple[str, ...]

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers of the matches as shown on pages, from 1."""
        return {place.id: number for number, place in enumerate(self.places, 1)}


def without_byes(places: Iterable[BracketPlace]) -> tuple[BracketPlace, ...]:
    """Remove places with only one entrant, who then moves on to the next place."""
    passed: dict[Source, Source] = {}
    kept: list[BracketPlace] = []
    for place in places:
        one, other = (passed.get(source, source) for source in place.sources)
        if Nobody() in (one, other):
            passed[WinnerOf(place.id)] = one if other == Nobody() else other
            passed[LoserOf(place.id)] = Nobody()
        else:
            kept.append(replace(place, sources=(one, other)))
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One place at this moment. `entrants` are None while unknown, or if none came through."""

    place: str
    number: int
    round: int
    title: Reason
    comes_from: tuple[Reason, Reason]
    entrants: tuple[int | None, int | None]
    state: BracketState
    series: Series | None
    winner: int | None
    loser: int | None
    walkover: bool
    reason: Reason | None
    """Why this entrant starts, why there is nothing to play, or what the match depends on."""
    only_if_reset: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    matches: tuple[BracketMatch, ...]
    champion: int | None
    over: bool

    def at(self, place: str) -> BracketMatch:
        return next(match for match in self.matches if match.place == place)


@dataclass(frozen=True, slots=True)
class _Slot:
    """The entrant who comes out of a source: not `known` yet, an entrant, or known to be none."""

    known: bool
    entrant: int | None = None


_OPEN = _Slot(known=False)
_EMPTY = _Slot(known=True)


def compute_bracket(plan: BracketPlan, records: Mapping[str, MatchRecord]) -> Bracket:
    """Compute the bracket after these records. Records for places or entrants that do not fit are ignored."""
    slots: dict[Source, _Slot] = {Nobody(): _EMPTY}
    starts: dict[int, list[bool]] = {}
    matches: list[BracketMatch] = []
    numbers = plan.numbers
    for place in plan.places:
        if place.unless_first_wins is not None:
            decisive = next(match for match in matches if match.place == place.unless_first_wins)
            if decisive.state is BracketState.FINISHED and decisive.winner in (None, decisive.entrants[0]):
                continue
        for source in place.sources:
            if isinstance(source, Seeded):
                slots[source] = _Slot(True, source.entrant)
        here = (slots[place.sources[0]], slots[place.sources[1]])
        match = _match(place, numbers, here, records.get(place.id), starts)
        matches.append(match)
        finished = match.state is BracketState.FINISHED
        slots[WinnerOf(place.id)] = _Slot(True, match.winner) if finished else _OPEN
        slots[LoserOf(place.id)] = _Slot(True, match.loser) if finished else _OPEN
    decider = next(match for match in reversed(matches) if match.place in plan.deciders)
    over = all(match.state is BracketState.FINISHED for match in matches)
    return Bracket(tuple(matches), decider.winner, over)


def _match(
    place: BracketPlace,
    numbers: dict[str, int],
    here: tuple[_Slot, _Slot],
    record: MatchRecord | None,
    starts: dict[int, list[bool]],
) -> BracketMatch:
    entrants = (here[0].entrant, here[1].entrant)
    blank = BracketMatch(
        place=place.id,
        number=numbers[place.id],
        round=place.round,
        title=place.title,
        comes_from=(
            _describe(numbers, place.sources[0], here[0]),
            _describe(numbers, place.sources[1], here[1]),
        ),
        entrants=entrants,
        state=BracketState.LOCKED,
        series=None,
        winner=None,
        loser=None,
        walkover=False,
        reason=Reason("only-if-reset") if place.unless_first_wins else None,
        only_if_reset=place.unless_first_wins is not None,
    )
    one, other = entrants
    if not (here[0].known and here[1].known):
        return blank if one is other is None else replace(blank, state=BracketState.WAITING)
    if one is None or other is None:
        alone = one if other is None else other
        return replace(
            blank, state=BracketState.FINISHED, winner=alone, walkover=True, reason=Reason("walkover")
        )
    if record is None or record.entrants != {one, other}:
        record = MatchRecord(frozenset((one, other)))
    one_starts, reason = _who_starts(one, other, numbers[place.id], starts)
    series = compute_series(one, other, record, place.terms, one_starts=one_starts)
    for game in record.games:
        if game.outcome is None or game.outcome.over_the_board:
            starts.setdefault(game.first, []).append(True)
            starts.setdefault(game.second, []).append(False)
    if not series.over:
        state = BracketState.RUNNING if record.games else BracketState.READY
        return replace(blank, state=state, series=series, reason=reason)
    losers = {one, other} - {series.winner}
    loser = losers.pop() if len(losers) == 1 else None
    return replace(
        blank, state=BracketState.FINISHED, series=series, winner=series.winner, loser=loser, reason=None
    )


def _who_starts(one: int, other: int, number: int, starts: dict[int, list[bool]]) -> tuple[bool, Reason]:
    """Choose who starts a match: who has started less in this bracket, otherwise who was second last time."""
    past, other_past = starts.get(one, []), starts.get(other, [])
    balance = 2 * sum(past) - len(past)
    other_balance = 2 * sum(other_past) - len(other_past)
    if balance != other_balance:
        return balance < other_balance, Reason("start-balance")
    if past and other_past and past[-1] != other_past[-1]:
        return not past[-1], Reason("start-alternates-matches")
    return number % 2 == 1, Reason("start-turns")


def _describe(numbers: dict[str, int], source: Source, slot: _Slot) -> Reason:
    if isinstance(source, Seeded):
        return Reason("seeded", seed=source.seed)
    if isinstance(source, WinnerOf | LoserOf) and slot == _EMPTY:
        return Reason("nobody-from", number=numbers[source.place])
    if isinstance(source, WinnerOf):
        return Reason("winner-of", number=numbers[source.place])
    if isinstance(source, LoserOf):
        return Reason("loser-of", number=numbers[source.place])
    raise TypeError(source)
