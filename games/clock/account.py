"""The time account of a seat and the turn in progress: how much is left, and what a stretch of time costs.

`charge` subtracts thinking time. A turn may be charged in several stretches (pauses, corrections); the sum is
the same as charging it at once, because the rest of delay, period and move is stored in between.
"""

from dataclasses import dataclass

from .terms import Terms


@dataclass(frozen=True, slots=True)
class Account:
    """The time of one seat. `over_ms` is what the turn in progress has used of the current period."""

    main_ms: int
    periods: int = 0
    over_ms: int = 0
    spent_ms: int = 0

    @classmethod
    def open(cls, terms: Terms) -> "Account":
        return cls(terms.main_ms, terms.periods)

    def left_ms(self, terms: Terms) -> int:
        """Return main time and all periods."""
        return self.main_ms + self.periods * terms.period_ms - self.over_ms


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn in progress: its seat, the time it has used, and the rest of its delay and its limit."""

    seat: str
    spent_ms: int = 0
    delay_ms: int = 0
    move_ms: int | None = None

    @classmethod
    def begin(cls, seat: str, terms: Terms) -> "Turn":
        return cls(seat, 0, terms.delay_ms, terms.move_ms)


def allowance_ms(terms: Terms, account: Account, turn: Turn) -> int | None:
    """Return how long the seat may still think in this turn, until the earlier flag; None without limit."""
    limits = []
    if terms.has_main:
        limits.append(turn.delay_ms + account.left_ms(terms))
    if turn.move_ms is not None:
        limits.append(turn.move_ms)
    return min(limits, default=None)


def charge(terms: Terms, account: Account, turn: Turn, time_ms: int) -> tuple[Account, Turn]:
    """Charge more thinking, at most the allowance: first to the delay, then to main time, then to periods."""
    cost_ms = time_ms - min(time_ms, turn.delay_ms)
    over_ms = account.over_ms
    periods = account.periods
    if terms.period_ms:
        over_ms += cost_ms - min(cost_ms, account.main_ms)
        periods -= over_ms // terms.period_ms
        over_ms %= terms.period_ms
    return (
        Account(max(0, account.main_ms - cost_ms), periods, over_ms, account.spent_ms + time_ms),
        Turn(
            turn.seat,
            turn.spent_ms + time_ms,
            max(0, turn.delay_ms - time_ms),
            None if turn.move_ms is None else turn.move_ms - time_ms,
        ),
    )
