"""One seat's ledger and the turn in progress: how much is left, and what a stretch of time costs.

The one place where time is subtracted. A turn may be charged in several stretches (pauses, corrections); the
sum is the same as charging it at once, because what is left of delay, period and move is kept in between.
"""

from dataclasses import dataclass

from .terms import Terms


@dataclass(frozen=True, slots=True)
class Account:
    """Time of one seat. `over_ms` is what the turn in progress has used of the current period."""

    main_ms: int
    periods: int = 0
    over_ms: int = 0
    spent_ms: int = 0

    @classmethod
    def opened(cls, terms: Terms) -> "Account":
        return cls(terms.main_ms, terms.periods)

    def left_ms(self, terms: Terms) -> int:
        """Main time and all periods."""
        return self.main_ms + self.periods * terms.period_ms - self.over_ms


@dataclass(frozen=True, slots=True)
class Turn:
    """Who is on the move, what the turn has used so far, and what is left of its delay and its limit."""

    seat: str
    spent_ms: int = 0
    delay_ms: int = 0
    move_ms: int | None = None

    @classmethod
    def begun(cls, seat: str, terms: Terms) -> "Turn":
        return cls(seat, 0, terms.delay_ms, terms.move_ms)


def allowance_ms(terms: Terms, account: Account, turn: Turn) -> int | None:
    """How long the seat may still think in this turn; None without any limit. The earlier flag counts."""
    limits = []
    if terms.has_main:
        limits.append(turn.delay_ms + account.left_ms(terms))
    if turn.move_ms is not None:
        limits.append(turn.move_ms)
    return min(limits, default=None)


def charge(terms: Terms, account: Account, turn: Turn, time_ms: int) -> tuple[Account, Turn]:
    """Both after more thinking, at most the allowance: first the delay, then main time, then periods."""
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
