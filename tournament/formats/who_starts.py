"""Who starts ("White"): what each entrant is due, and how wishes are settled (FIDE C.04.3, 1.6 and 5.2)."""

from dataclasses import dataclass
from enum import IntEnum

from tournament.formats.reasons import Reason
from tournament.formats.swiss_cards import SwissCard


class Strength(IntEnum):
    """How much a start, or a second turn, is due (C.04.3, 1.6.2)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Due:
    """What an entrant is due; `start` None means either."""

    start: bool | None
    strength: Strength


def start_due(card: SwissCard) -> Due:
    """Compute what an entrant is due from the past starts."""
    if not card.starts:
        return Due(None, Strength.NONE)
    last = card.starts[-1]
    if card.starts[-2:] == [last, last]:
        return Due(not last, Strength.ABSOLUTE)
    if card.balance:
        strength = Strength.ABSOLUTE if abs(card.balance) > 1 else Strength.STRONG
        return Due(card.balance < 0, strength)
    return Due(not last, Strength.MILD)


def may_start(card: SwissCard, *, start: bool) -> bool:
    """Check a start: never three times the same in a row, never more than two apart."""
    return card.starts[-2:] != [start, start] and abs(card.balance + (1 if start else -1)) <= 2


@dataclass(frozen=True, slots=True)
class Ranked:
    """A card with the pairing number (`SwissRound.pairing_numbers`), which ranks equal scores."""

    card: SwissCard
    number: int

    @property
    def rank(self) -> tuple[int, int]:
        return (-self.card.pairing_score, self.number)


def choose_starter(one: Ranked, other: Ranked, *, odd_seeds_start: bool) -> tuple[int, int, Reason]:
    """Choose (starts, second, why). `odd_seeds_start` is the lot drawn before round one (C.04.3, 5.1)."""
    higher, lower = sorted((one, other), key=lambda player: player.rank)
    high, low = start_due(higher.card), start_due(lower.card)
    # 5.2.1: both wishes, where they agree.
    if high.start is not None and low.start is not None and high.start != low.start:
        return _seat(higher, lower, high.start, Reason("start-both"))
    # 5.2.2: the stronger wish; of two absolute ones the one further apart.
    weights = [(wish.strength, abs(player.card.balance)) for wish, player in ((high, higher), (low, lower))]
    if weights[0] != weights[1]:
        stronger, weaker = (higher, lower) if weights[0] > weights[1] else (lower, higher)
        wish = start_due(stronger.card).start
        return _seat(stronger, weaker, bool(wish), _due_reason(stronger.card, start=bool(wish)))
    # 5.2.3: turned round from the last time one started and the other did not.
    both_starts = zip(reversed(higher.card.starts), reversed(lower.card.starts), strict=False)
    for back, (started, other_started) in enumerate(both_starts, 1):
        if started != other_started:
            reason = Reason("start-alternates", round=higher.card.start_rounds[-back])
            return _seat(higher, lower, not started, reason)
    # 5.2.4: the wish of the higher ranked.
    if high.start is not None:
        return _seat(higher, lower, high.start, Reason("start-higher"))
    # 5.2.5: by the parity of the higher ranked's number.
    starts = (higher.number % 2 == 1) == odd_seeds_start
    return _seat(higher, lower, starts, Reason("start-lot"))


def _seat(player: Ranked, opponent: Ranked, starts: bool, reason: Reason) -> tuple[int, int, Reason]:
    ids = player.card.entrant, opponent.card.entrant
    return (*ids, reason) if starts else (ids[1], ids[0], reason)


def _due_reason(card: SwissCard, *, start: bool) -> Reason:
    return Reason("start-due" if start else "second-due", starts=sum(card.starts), games=len(card.starts))
