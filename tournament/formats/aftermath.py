"""What follows from a bracket: the final places, and the matches that a corrected result affects."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import groupby

from .bracket import (
    Bracket,
    BracketMatch,
    BracketPlan,
    BracketState,
    LoserOf,
    Seeded,
    WinnerOf,
    compute_bracket,
)
from .series import MatchRecord


def placings(plan: BracketPlan, bracket: Bracket) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """List (rank, entrants who share it), best first, of all who are out or have won.

    Ranks are the champion, then by how far each came; entrants who go out at the same stage share a rank.
    Those who are still playing rank before all of them.
    """
    field = {
        source.entrant for place in plan.places for source in place.sources if isinstance(source, Seeded)
    }
    fed = {source for place in plan.places for source in place.sources}
    stages = {place.id: place.stage for place in plan.places}
    out: dict[int, tuple[int, int]] = {}
    for match in bracket.matches:
        if match.state is not BracketState.FINISHED:
            continue
        for entrant in match.entrants:
            if entrant is None:
                continue
            won = entrant == match.winner
            advances = (WinnerOf(match.place) if won else LoserOf(match.place)) in fed
            both_out = match.winner is None
            decides = match.place in plan.deciders and bracket.champion is not None
            if both_out or decides or not advances:
                out[entrant] = (stages[match.place], 1 if won else 0)
    if bracket.champion is not None:
        out[bracket.champion] = (max(stages.values()) + 1, 1)
    ordered = sorted(out, key=lambda entrant: (out[entrant], -entrant), reverse=True)
    ranks: list[tuple[int, tuple[int, ...]]] = []
    ahead = 0 if bracket.over else len(field - out.keys())
    for _, group in groupby(ordered, key=out.__getitem__):
        sharing = tuple(group)
        ranks.append((ahead + 1, sharing))
        ahead += len(sharing)
    return tuple(ranks)


class BracketEffect(StrEnum):
    """What a changed result does to a match."""

    CORRECTED = "corrected"
    """Another entrant wins it."""
    REOPENED = "reopened"
    """It was begun or finished with entrants who are no longer in it."""
    REFILLED = "refilled"
    """It was not begun; other entrants will meet, or fewer are known."""
    UNNEEDED = "unneeded"
    """It is no longer needed: the reset of a grand final."""


def find_affected(
    plan: BracketPlan, before: Mapping[str, MatchRecord], after: Mapping[str, MatchRecord]
) -> tuple[tuple[str, BracketEffect], ...]:
    """List the places that a change of records affects, in playing order, to be shown before the change."""
    then: dict[str, BracketMatch] = {match.place: match for match in compute_bracket(plan, before).matches}
    now: dict[str, BracketMatch] = {match.place: match for match in compute_bracket(plan, after).matches}
    touched: list[tuple[str, BracketEffect]] = []
    for place in plan.places:
        old, new = then.get(place.id), now.get(place.id)
        if old is None and new is None:
            continue
        if new is None:
            touched.append((place.id, BracketEffect.UNNEEDED))
        elif old is None or old.entrants != new.entrants:
            begun = (
                old is not None
                and old.state in (BracketState.RUNNING, BracketState.FINISHED)
                and not old.walkover
            )
            touched.append((place.id, BracketEffect.REOPENED if begun else BracketEffect.REFILLED))
        elif (old.winner, old.loser, old.state) != (new.winner, new.loser, new.state):
            touched.append((place.id, BracketEffect.CORRECTED))
    return tuple(touched)
