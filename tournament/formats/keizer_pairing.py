"""Keizer pairing: from the top of the table down, each meets the next lower player that is allowed.

Every player who is present is paired once. The limits (rounds between two meetings, meetings in all, starts
in a row) hold as long as all can be paired within them. Otherwise the least important gives way first, and
every pairing that breaks a limit says so; forbidden pairs never meet.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from tournament.scores import OVER_THE_BOARD, History, Outcome, RoundResult

from .keizer_options import KeizerOptions
from .matching import lightest_matching
from .pairing import NoLegalPairing, Pair, Pairing, pair
from .reasons import Reason

Couple = tuple[int, int]


@dataclass(slots=True)
class KeizerCard:
    """A player's past rounds: the rounds of each meeting, by opponent; starts; byes."""

    met: dict[int, list[int]] = field(default_factory=dict)
    started: dict[int, bool] = field(default_factory=dict)
    """By opponent, whether this player started in the last meeting."""
    starts: list[bool] = field(default_factory=list)
    byes: int = 0

    @property
    def balance(self) -> int:
        """Starts minus seconds."""
        return 2 * sum(self.starts) - len(self.starts)

    def in_a_row(self, *, start: bool) -> int:
        """Count how often in a row, up to the last game, the player started (or was second)."""
        count = 0
        for each in reversed(self.starts):
            if each is not start:
                break
            count += 1
        return count


def keizer_cards(history: History) -> dict[int, KeizerCard]:
    """Build the cards. Only games over the board are meetings; a missing result is a game in progress."""
    book = {int(entrant): KeizerCard() for entrant in history.rows}
    for entrant, row in history.rows.items():
        card = book[int(entrant)]
        for number, each in enumerate(row, 1):
            card.byes += each.result is RoundResult.PAIRING_BYE
            if each.opponent is None or each.result not in OVER_THE_BOARD | {RoundResult.PENDING}:
                continue
            card.met.setdefault(int(each.opponent), []).append(number)
            card.started[int(each.opponent)] = bool(each.started)
            card.starts.append(bool(each.started))
    return book


@dataclass(frozen=True, slots=True)
class KeizerLimits:
    """The limits of meetings and starts. `avoided` pairs are kept apart as long as possible."""

    between: int
    meetings: int
    in_a_row: int
    avoided: frozenset[Pair] = frozenset()

    @classmethod
    def of(cls, options: KeizerOptions, avoided: frozenset[Pair] = frozenset()) -> "KeizerLimits":
        return cls(options.between, options.meetings, options.in_a_row, avoided)

    def relaxed(self) -> Iterable["KeizerLimits"]:
        """Yield these limits, then wider ones.

        First `avoided` gives way, then starts, then the rounds between, and last how often two may meet.
        """
        yield self
        wider = replace(self, avoided=frozenset())
        yield wider
        wider = replace(wider, in_a_row=NO_LIMIT)
        yield wider
        for between in reversed(range(self.between)):
            wider = replace(wider, between=between)
            yield wider
        yield replace(wider, meetings=NO_LIMIT)


NO_LIMIT = 10_000


@dataclass(frozen=True, slots=True)
class KeizerRoundQuestion:
    """The players to be paired, best place first, and what is known about them."""

    number: int
    present: tuple[int, ...]
    book: Mapping[int, KeizerCard]
    limits: KeizerLimits
    forbidden: frozenset[Pair] = frozenset()
    odd_boards_start: bool = True
    """The lot for starts that nothing else decides: the higher placed on odd boards, or on even ones."""

    def faults(self, one: int, other: int, limits: KeizerLimits) -> tuple[Reason, ...]:
        """List the limits that a meeting would break."""
        mine, theirs = self.book[one], self.book[other]
        met = mine.met.get(other, [])
        found = []
        if met and self.number - met[-1] <= limits.between:
            found.append(Reason("met-lately", round=met[-1], between=limits.between))
        if len(met) >= limits.meetings:
            found.append(Reason("met-often", count=len(met), most=limits.meetings))
        if pair(one, other) in limits.avoided:
            found.append(Reason("together-after-all"))
        if not any(_may_start(mine, theirs, limits, start=start) for start in (True, False)):
            found.append(Reason("starts-in-a-row", most=limits.in_a_row))
        return tuple(found)


def _may_start(mine: KeizerCard, theirs: KeizerCard, limits: KeizerLimits, *, start: bool) -> bool:
    return mine.in_a_row(start=start) < limits.in_a_row and theirs.in_a_row(start=not start) < limits.in_a_row


def pair_top_down(question: KeizerRoundQuestion) -> tuple[Pairing, ...]:
    """Pair by board, the highest places first, then the bye; raise NoLegalPairing if that is impossible."""
    for limits in question.limits.relaxed():
        found = _pair_within(question, limits)
        if found is not None:
            couples, sits_out = found
            games = [_game(question, board, couple) for board, couple in enumerate(couples, 1)]
            return (*games, *([] if sits_out is None else [_bye(question, sits_out)]))
    raise NoLegalPairing("forbidden", round=question.number)


def _pair_within(
    question: KeizerRoundQuestion, limits: KeizerLimits
) -> tuple[list[Couple], int | None] | None:
    """Find all pairs within the limits, and the bye; None if there are none."""

    def may_meet(one: int, other: int) -> bool:
        return pair(one, other) not in question.forbidden and not question.faults(one, other, limits)

    allowed = {pair(*both) for both in combinations(question.present, 2) if may_meet(*both)}
    rest = list(question.present)
    sits_out = None
    if len(rest) % 2:
        # The lowest place sits out, of those who have done so least often.
        places = {entrant: place for place, entrant in enumerate(rest)}
        in_turn = sorted(rest, key=lambda entrant: (question.book[entrant].byes, -places[entrant]))
        free = (each for each in in_turn if _can_pair_all(_without(rest, each), allowed))
        sits_out = next(free, None)
        if sits_out is None:
            return None
        rest = _without(rest, sits_out)
    elif not _can_pair_all(rest, allowed):
        return None
    couples: list[Couple] = []
    while rest:
        top = rest[0]
        others = (other for other in rest[1:] if pair(top, other) in allowed)
        # The next below with whom the rest can still be paired, so that no player is left over.
        opponent = next(other for other in others if _can_pair_all(_without(rest, top, other), allowed))
        couples.append((top, opponent))
        rest = _without(rest, top, opponent)
    return couples, sits_out


def _without(entrants: Sequence[int], *gone: int) -> list[int]:
    return [entrant for entrant in entrants if entrant not in gone]


def _can_pair_all(entrants: Sequence[int], allowed: set[Pair]) -> bool:
    """Check that all can be paired: first in turn from the top and from the bottom, then exactly."""
    if _can_pair_in_turn(entrants, allowed) or _can_pair_in_turn(entrants[::-1], allowed):
        return True
    edges = {
        (i, j): 0
        for (i, one), (j, other) in combinations(enumerate(entrants), 2)
        if pair(one, other) in allowed
    }
    return lightest_matching(len(entrants), edges) is not None


def _can_pair_in_turn(entrants: Sequence[int], allowed: set[Pair]) -> bool:
    """Pair each with the next allowed one; False if that fails."""
    rest = list(entrants)
    while rest:
        first = rest.pop(0)
        opponent = next((other for other in rest if pair(first, other) in allowed), None)
        if opponent is None:
            return False
        rest.remove(opponent)
    return True


def _game(question: KeizerRoundQuestion, board: int, couple: Couple) -> Pairing:
    higher, lower = couple
    places = {entrant: place for place, entrant in enumerate(question.present, 1)}
    passed_over = places[lower] - places[higher] - 1
    reasons = [Reason("places", higher=places[higher], lower=places[lower])]
    if passed_over:
        reasons.append(Reason("passed-over", count=passed_over))
    first, second, why = _choose_starter(question, board, higher, lower)
    reasons += (why, *question.faults(higher, lower, question.limits))
    return Pairing(board, first, second, None, tuple(reasons))


def _choose_starter(
    question: KeizerRoundQuestion, board: int, higher: int, lower: int
) -> tuple[int, int, Reason]:
    """Choose who starts: who was second in their last meeting, otherwise who has started less often."""
    mine, theirs = question.book[higher], question.book[lower]
    free = [start for start in (True, False) if _may_start(mine, theirs, question.limits, start=start)] or [
        True,
        False,
    ]

    def seat(start: bool, reason: Reason) -> tuple[int, int, Reason]:
        return (higher, lower, reason) if start else (lower, higher, reason)

    if len(free) == 1:
        return seat(free[0], Reason("start-in-a-row", most=question.limits.in_a_row))
    if lower in mine.started:
        return seat(not mine.started[lower], Reason("start-swapped", round=mine.met[lower][-1]))
    if mine.balance != theirs.balance:
        return seat(mine.balance < theirs.balance, Reason("start-balance"))
    lately = (mine.starts[-1:], theirs.starts[-1:])
    if lately[0] != lately[1] and all(lately):
        return seat(not mine.starts[-1], Reason("start-alternates-matches"))
    return seat((board % 2 == 1) == question.odd_boards_start, Reason("start-turns"))


def _bye(question: KeizerRoundQuestion, entrant: int) -> Pairing:
    had = question.book[entrant].byes
    return Pairing(None, entrant, None, Outcome.BYE, (Reason("bye-lowest", had=had),))
