"""Changes of a draft by hand: swap two entrants, swap the start on a board, and warn before publishing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tournament.formats.pairing import Pairing, pair
from tournament.formats.reasons import Reason
from tournament.formats.swiss_cards import SwissCard
from tournament.formats.swiss_round import SwissRound
from tournament.scores import InvalidField, Meeting, Outcome

Draft = tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Concern:
    """A warning about the entrants named. Never a refusal: the arbiter decides."""

    entrants: tuple[int, ...]
    reason: Reason


def swap_entrants(draft: Draft, one: int, other: int) -> Draft:
    """Exchange two entrants, seats and byes included; mark the changed pairings as set by hand."""
    known = {entrant for pairing in draft for entrant in pairing.entrants}
    for entrant in (one, other):
        if entrant not in known:
            raise InvalidField("unknown-entrant", entrant=entrant)
    places = {one: other, other: one}

    def changed(pairing: Pairing) -> Pairing:
        second = pairing.second
        return replace(
            pairing,
            first=places.get(pairing.first, pairing.first),
            second=None if second is None else places.get(second, second),
            reasons=(Reason("by-hand"),),
        )

    return tuple(changed(p) if places.keys() & set(p.entrants) else p for p in draft)


def swap_start(draft: Draft, board: int) -> Draft:
    """Let the other entrant start on this board."""

    def turned(pairing: Pairing) -> Pairing:
        if pairing.board != board or pairing.second is None:
            return pairing
        return replace(
            pairing, first=pairing.second, second=pairing.first, reasons=(*pairing.reasons, Reason("by-hand"))
        )

    return tuple(turned(pairing) for pairing in draft)


def missing_results(meetings: Iterable[Meeting]) -> tuple[Concern, ...]:
    """Warn about meetings without a result."""
    return tuple(
        Concern(
            (each.first,) if each.second is None else (each.first, each.second),
            Reason("warn-result-missing", round=each.round),
        )
        for each in meetings
        if each.outcome is None
    )


def find_warnings(draft: Iterable[Pairing], question: SwissRound) -> tuple[Concern, ...]:
    """Warn about rematches, starts, second byes, pairs to keep apart and missing results.

    Starts: three in a row, or more than two apart.
    """
    book = question.cards()
    found = [*missing_results(each for each in question.meetings if each.round < question.number)]
    for pairing in draft:
        found += (Concern(entrants, reason) for entrants, reason in _about(pairing, question, book))
    return tuple(found)


def _about(
    pairing: Pairing, question: SwissRound, book: dict[int, SwissCard]
) -> Iterator[tuple[tuple[int, ...], Reason]]:
    first = book[pairing.first]
    if pairing.second is None:
        if pairing.bye is Outcome.BYE and first.won_without_playing:
            yield (first.entrant,), Reason("warn-second-bye")
        return
    second = book[pairing.second]
    both = (first.entrant, second.entrant)
    if second.entrant in first.opponents:
        yield both, Reason("warn-rematch", round=first.opponents[second.entrant])
    if pair(*both) in question.forbidden:
        yield both, Reason("warn-forbidden")
    if pair(*both) in question.avoided:
        yield both, Reason("warn-avoided")
    for card, start in ((first, True), (second, False)):
        if card.starts[-2:] == [start, start]:
            yield (card.entrant,), Reason("warn-third-start" if start else "warn-third-second")
        if abs(card.balance + (1 if start else -1)) > 2:
            yield (card.entrant,), Reason("warn-too-many-starts" if start else "warn-too-few-starts")
