"""Swiss by the FIDE Dutch system (C.04.3 as in force since February 2026): the question, the checks, the
reasons.

The pairing itself is one function handed in (`Solve`), so that the program behind it can be replaced; what
it answers is believed only after `fault_in` has found nothing. Who starts is settled here, by the rule.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from tournament.scores import (
    CLASSIC,
    Entrant,
    InvalidField,
    Meeting,
    Outcome,
    Past,
    Scoring,
    check_field,
    halves_text,
)

from . import who_starts
from .pairing import NoLegalPairing, Pair, Pairing, pair
from .reasons import Reason
from .swiss_cards import SwissCard, cards

Pairs = tuple[tuple[int, int | None], ...]


@dataclass(frozen=True, slots=True)
class SwissRound:
    """Everything the pairing of round `number` depends on.

    `entrants` are all who ever took part, withdrawn ones too: their past counts for their opponents. A late
    entry simply is there now, with no results. `half_byes` and `absent` sit out this round; `forbidden` pairs
    never meet, `avoided` ones only if there is no other way. `odd_seeds_start` is the lot drawn for the first
    board.
    """

    number: int
    planned: int
    entrants: tuple[Entrant, ...]
    meetings: tuple[Meeting, ...] = ()
    withdrawn: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()
    half_byes: frozenset[int] = frozenset()
    forbidden: frozenset[Pair] = frozenset()
    avoided: frozenset[Pair] = frozenset()
    odd_seeds_start: bool = True
    scoring: Scoring = CLASSIC

    def __post_init__(self) -> None:
        field_ = check_field(self.entrants, at_least=0)
        object.__setattr__(self, "entrants", field_)
        known = {entrant.id for entrant in field_}
        named = {each.first for each in self.meetings}
        named |= {each.second for each in self.meetings if each.second is not None}
        for stranger in sorted((named | self.withdrawn | self.absent | self.half_byes) - known):
            raise InvalidField("unknown-entrant", entrant=stranger)

    @property
    def present(self) -> tuple[Entrant, ...]:
        """Who is to be paired, strongest seed first."""
        away = self.withdrawn | self.absent | self.half_byes
        return tuple(entrant for entrant in self.entrants if entrant.id not in away)

    def cards(self) -> dict[int, SwissCard]:
        return cards(self.past, self.scoring)

    @property
    def past(self) -> Past:
        """The rounds before this one."""
        return Past.of((entrant.id for entrant in self.entrants), self.number - 1, self.meetings)

    def keeping_apart(self, pairs: Iterable[Pair]) -> "SwissRound":
        """The same round with `pairs` forbidden as well, and nothing merely avoided."""
        return replace(self, forbidden=self.forbidden | frozenset(pairs), avoided=frozenset())

    def is_top_scorer(self, card: SwissCard) -> bool:
        """Over half of what could be scored: in the last round exempt from the limits on starts (C.04.3,
        1.7)."""
        return self.number >= self.planned and 2 * card.score > self.scoring.win * (self.number - 1)


Solve = Callable[[SwissRound], Pairs]


def propose(question: SwissRound, solve: Solve) -> tuple[Pairing, ...]:
    """The pairings of one round: games by board, then the byes; everyone not withdrawn exactly once.

    No rematch, no forbidden pair, at most one allocated bye (or win by forfeit) each, nobody a third time
    running or more than two apart in starting: else NoLegalPairing. Same question and same solver, same
    answer.
    """
    if len(question.present) < 2:
        raise NoLegalPairing("too-few", round=question.number, count=len(question.present))
    return accept(question, solve(question))


def accept(question: SwissRound, pairs: Pairs) -> tuple[Pairing, ...]:
    """An engine's answer as pairings, if it keeps the rules."""
    if fault_in(question, pairs):
        raise NoLegalPairing("no-legal-pairing", round=question.number)
    return dress(question, pairs)


def pairs_sharing_a_key(entrants: Iterable[Entrant]) -> frozenset[Pair]:
    """Clubmates and families, to be forbidden or avoided as the organiser chooses."""
    return frozenset(
        pair(one.id, other.id)
        for one, other in combinations(entrants, 2)
        if one.keeps_apart & other.keeps_apart
    )


def may_meet(question: SwissRound, one: SwissCard, other: SwissCard) -> bool:
    """The absolute criteria for a pair: no rematch (C1), not forbidden, a legal start for both (C3)."""
    if other.entrant in one.opponents or pair(one.entrant, other.entrant) in question.forbidden:
        return False
    if question.is_top_scorer(one) or question.is_top_scorer(other):
        return True
    return any(
        who_starts.may(one, start=start) and who_starts.may(other, start=not start) for start in (True, False)
    )


def fault_in(question: SwissRound, pairs: Pairs) -> str | None:
    """What is wrong with these pairs, in one word for the log; None if nothing."""
    paired = [entrant for couple in pairs for entrant in couple if entrant is not None]
    if sorted(paired) != sorted(entrant.id for entrant in question.present):
        return "incomplete"
    book = question.cards()
    byes = [one for one, other in pairs if other is None]
    if len(byes) != len(paired) % 2:
        return "byes"
    if any(book[entrant].won_without_playing for entrant in byes):
        return "second-bye"
    for one, other in pairs:
        if other is not None and not may_meet(question, book[one], book[other]):
            return "rematch" if other in book[one].opponents else "not-allowed"
    return None


def dress(
    question: SwissRound, pairs: Pairs, extra: dict[Pair, tuple[Reason, ...]] | None = None
) -> tuple[Pairing, ...]:
    """Starts, boards and reasons for pairs found by whatever means; then the byes of this round."""
    book = question.cards()
    seeds = {entrant.id: entrant.seed for entrant in question.entrants}
    extra = extra or {}

    def board_order(couple: tuple[int, int]) -> tuple[int, int, int]:
        scores = sorted((book[entrant].score for entrant in couple), reverse=True)
        leader = min(couple, key=lambda entrant: (-book[entrant].score, seeds[entrant]))
        return (-scores[0], -scores[1], seeds[leader])

    games = sorted(((one, other) for one, other in pairs if other is not None), key=board_order)
    pairings: list[Pairing] = []
    for board, (one, other) in enumerate(games, 1):
        first, second, why = who_starts.settle(
            who_starts.Ranked(book[one], seeds[one]),
            who_starts.Ranked(book[other], seeds[other]),
            odd_seeds_start=question.odd_seeds_start,
        )
        reasons = (_score_reason(book[first], book[second]), why, *extra.get(pair(one, other), ()))
        if pair(one, other) in question.avoided:
            reasons += (Reason("together-after-all"),)
        pairings.append(Pairing(board, first, second, None, reasons))
    for one, opponent in pairs:
        if opponent is None:
            allocated = extra.get(frozenset((one,))) or (
                Reason("bye-allocated", points=halves_text(book[one].score)),
            )
            pairings.append(Pairing(None, one, None, Outcome.BYE, allocated))
    return (*pairings, *_byes(question))


def _score_reason(first: SwissCard, second: SwissCard) -> Reason:
    if first.score == second.score:
        return Reason("same-score", points=halves_text(first.score))
    low, high = sorted((first.score, second.score))
    return Reason("across", higher=halves_text(high), lower=halves_text(low))


def _byes(question: SwissRound) -> list[Pairing]:
    """Those who sit out by their own wish. Who is both absent and asked for a half point is absent."""
    byes: list[Pairing] = []
    for entrant in question.entrants:
        if entrant.id in question.withdrawn:
            continue
        if entrant.id in question.absent:
            byes.append(Pairing(None, entrant.id, None, Outcome.ABSENT, (Reason("absent"),)))
        elif entrant.id in question.half_byes:
            byes.append(Pairing(None, entrant.id, None, Outcome.HALF_BYE, (Reason("half-bye"),)))
    return byes
