"""The running clock of one game as a value: every step is handed the time and returns a new clock.

A step that finds the time already gone does not take place: it returns the fallen clock and says who fell.
The first flag stops everything and stays marked until the arbiter reopens the game.

The file is long because it is one value: players, arbiter and arithmetic step on the same few fields.
`static/js/clock/clock.js` mirrors it in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .account import Account, Turn, allowance_ms, charge
from .control import TimeControl
from .faults import ClockRefused
from .terms import HOUR, MINUTE, SIDE_OF, Mode, Terms

# Takes the place of a seat when the limit of the whole game was reached: then no seat has flagged.
GAME = "game"


@dataclass(frozen=True, slots=True)
class ClockStep:
    """The new clock and what happened: time charged to the seat on the move, time given, who fell."""

    clock: Clock
    charged_ms: int = 0
    given: tuple[tuple[str, int], ...] = ()
    fell: str | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of all seats at one instant. `since_ms` is None exactly when no clock runs."""

    control: TimeControl
    seats: tuple[str, ...]
    accounts: tuple[Account, ...]
    turn: Turn
    game_ms: int | None = None
    since_ms: int | None = None
    started: bool = False
    over: bool = False
    fell: str | None = None
    pauses: frozenset[str] = frozenset()

    @classmethod
    def new(cls, control: TimeControl | str, seats: Iterable[str], first: str | None = None) -> Clock:
        """Make a clock that waits for `start`. Seats come in the order of play: "XO" or "NESW"."""
        if isinstance(control, str):
            control = TimeControl.parse(control)
        seats = tuple(seats)
        control.check(len(seats))
        first = seats[0] if first is None else first
        if first not in seats:
            raise ClockRefused("not-a-seat", seat=first)
        accounts = tuple(Account.open(control.terms(seat)) for seat in seats)
        return cls(control, seats, accounts, Turn.begin(first, control.terms(first)), control.game_ms)

    # ---- reading

    @property
    def running(self) -> bool:
        return self.since_ms is not None

    @property
    def deadline_ms(self) -> int | None:
        """Return the instant at which the running flag falls; None when no flag can fall by waiting."""
        allowance = allowance_ms(self.terms(self.turn.seat), self.account(self.turn.seat), self.turn)
        return None if self.since_ms is None or allowance is None else self.since_ms + allowance

    @property
    def game_deadline_ms(self) -> int | None:
        """Return the instant at which the limit of the whole game is reached, if the turn lasts so long."""
        return None if self.since_ms is None or self.game_ms is None else self.since_ms + self.game_ms

    @property
    def next_deadline_ms(self) -> int | None:
        """Return the earlier of the two: when this clock has to be looked at again."""
        instants = [at for at in (self.deadline_ms, self.game_deadline_ms) if at is not None]
        return min(instants, default=None)

    def fallen_seat(self, now_ms: int) -> str | None:
        """Return the seat whose flag has fallen by now, `GAME` if the game's limit came first, or None."""
        return self.charge_until(now_ms).fell if self.running else self.fell

    def elapsed_ms(self, now_ms: int) -> int:
        """Return how long the turn has lasted, without pauses."""
        running_ms = 0 if self.since_ms is None else max(0, now_ms - self.since_ms)
        return self.turn.spent_ms + running_ms

    def instant_ms(self, elapsed_ms: int) -> int:
        """Return the instant at which the turn has lasted so long: for a table that reports time spent."""
        since_ms = self._running_since()
        return since_ms + max(0, elapsed_ms - self.turn.spent_ms)

    def spent_ms(self, seat: str, now_ms: int | None = None) -> int:
        """Return all the time the seat has used, up to the last step or up to now."""
        clock = self if now_ms is None or not self.running else self.charge_until(now_ms).clock
        return clock.account(seat).spent_ms

    def terms(self, seat: str) -> Terms:
        return self.control.by_seat[seat]

    def account(self, seat: str) -> Account:
        return self.accounts[self._index_of(seat)]

    def next_seat(self) -> str:
        return self.seats[(self._index_of(self.turn.seat) + 1) % len(self.seats)]

    # ---- the players' steps

    def start(self, now_ms: int) -> ClockStep:
        """Start the first seat's clock. No increment before the first move."""
        self._refuse_if_over()
        if self.started:
            raise ClockRefused("already-started")
        return ClockStep(replace(self, started=True, since_ms=None if self.pauses else now_ms))

    def press(self, now_ms: int, next_seat: str | None = None, lag_ms: int = 0) -> ClockStep:
        """End the turn: charge it less what the lag quota gives back, add the bonus, start the next clock."""
        self._running_since()
        step = self.charge_until(now_ms, lag_ms)
        if step.fell is not None:
            return step
        seat = self.turn.seat
        increment_ms = self.terms(seat).increment_ms
        account = step.clock.account(seat)
        clock = step.clock._with_account(seat, replace(account, main_ms=account.main_ms + increment_ms))
        clock = clock._with_turn(self.next_seat() if next_seat is None else next_seat)
        given = ((seat, increment_ms),) if increment_ms else ()
        return ClockStep(clock, step.charged_ms, step.given + given)

    def pause(self, now_ms: int, reason: str) -> ClockStep:
        """Stop for one more reason, charged up to now; delay, period and move retain what is unspent."""
        self._refuse_if_over()
        step = self.charge_until(now_ms)
        if step.fell is not None:
            return step
        return replace(step, clock=replace(step.clock, since_ms=None, pauses=self.pauses | {reason}))

    def resume(self, now_ms: int, reason: str | None = None) -> ClockStep:
        """Take one reason away, or all of them; the clock runs on when none is left."""
        self._refuse_if_over()
        if not self.pauses or (reason is not None and reason not in self.pauses):
            raise ClockRefused("not-paused")
        pauses = frozenset() if reason is None else self.pauses - {reason}
        return ClockStep(
            replace(self, pauses=pauses, since_ms=now_ms if self.started and not pauses else None)
        )

    def flag(self, now_ms: int, lag_ms: int = 0) -> ClockStep:
        """Mark the fallen flag, or the game's limit. Refuses while there is time left."""
        self._refuse_if_over()
        step = self.charge_until(now_ms, lag_ms)
        if step.fell is None:
            raise ClockRefused("not-fallen", seat=self.turn.seat)
        return step

    def stop(self, now_ms: int) -> ClockStep:
        """End the game: charge up to now and stop for good."""
        self._refuse_if_over()
        step = self.charge_until(now_ms)
        if step.fell is not None:
            return step
        return replace(step, clock=replace(step.clock, since_ms=None, over=True))

    # ---- the arbiter's steps

    def adjust(
        self,
        now_ms: int,
        seat: str,
        *,
        set_ms: int | None = None,
        add_ms: int = 0,
        periods: int | None = None,
    ) -> ClockStep:
        """Set a seat's time, or add to it (or take away); `GAME` for the limit of the game.

        Changes main time, or the time of this move where there is no other. `step.given` is the difference,
        which `give` applies again after a takeback (not the game's: its limit is not rewound).
        """
        step = self.charge_until(now_ms)
        if step.fell is not None:
            return step
        clock = step.clock
        if periods is not None:
            if seat == GAME or not clock.terms(seat).period_ms:
                raise ClockRefused("no-periods", seat=seat)
            clock = clock._with_account(
                seat, replace(clock.account(seat), periods=max(0, periods), over_ms=0)
            )
        before_ms = clock._adjustable_ms(seat)
        if before_ms is None:
            raise ClockRefused("nothing-to-adjust", seat=seat)
        after_ms = max(0, (before_ms if set_ms is None else set_ms) + add_ms)
        given = ((seat, after_ms - before_ms),) if seat != GAME else ()
        return ClockStep(clock._with_adjustable(seat, after_ms), step.charged_ms, step.given + given)

    def give(self, now_ms: int, gifts: Iterable[tuple[str, int]]) -> ClockStep:
        """Add to several seats at once: the penalties and corrections that a takeback must not undo.

        Skips a seat without time to add to: what was added to one move is gone with that move.
        """
        step = self.charge_until(now_ms)
        if step.fell is not None:
            return step
        clock, given = step.clock, step.given
        for seat, time_ms in gifts:
            if clock._adjustable_ms(seat) is not None:
                more = clock.adjust(now_ms, seat, add_ms=time_ms)
                clock, given = more.clock, given + more.given
        return ClockStep(clock, step.charged_ms, given)

    def penalty(self, now_ms: int, offender: str, time_ms: int | None = None) -> ClockStep:
        """Give each seat opposing this seat or side a minute, or two from an hour up.

        Without main time a penalty is a warning only: nothing is given.
        """
        gifts = []
        for seat in self.seats:
            terms = self.terms(seat)
            if terms.has_main and SIDE_OF[seat] != SIDE_OF[offender]:
                usual_ms = 2 * MINUTE if terms.main_ms >= HOUR else MINUTE
                gifts.append((seat, usual_ms if time_ms is None else time_ms))
        return self.give(now_ms, gifts)

    def set_turn(self, now_ms: int, seat: str) -> ClockStep:
        """Put another seat on the move: the turn so far is charged, and earns no increment."""
        step = self.charge_until(now_ms)
        if step.fell is not None:
            return step
        return replace(step, clock=step.clock._with_turn(seat))

    def take_back(self, now_ms: int, stored: Clock) -> ClockStep:
        """Return to the accounts and the turn stored with an earlier ply. The game's limit is not rewound."""
        step = self.charge_until(now_ms)
        if step.fell is not None:
            return step
        return ClockStep(replace(step.clock, accounts=stored.accounts, turn=stored.turn), step.charged_ms)

    def reopen(self, reason: str) -> ClockStep:
        """Undo the end of a game that was declared wrongly: paused until resumed, the flag unmarked."""
        if not self.over:
            raise ClockRefused("not-over")
        return ClockStep(replace(self, over=False, fell=None, pauses=self.pauses | {reason}))

    # ---- arithmetic

    def charge_until(self, now_ms: int, lag_ms: int = 0) -> ClockStep:
        """Charge the running clock up to now, or up to its fall, and make no other change."""
        if self.since_ms is None:
            return ClockStep(self)
        seat = self.turn.seat
        terms = self.terms(seat)
        time_ms = max(0, now_ms - self.since_ms - max(0, lag_ms))
        allowance = allowance_ms(terms, self.account(seat), self.turn)
        fell = None
        if self.game_ms is not None and time_ms >= self.game_ms:
            fell, time_ms = GAME, self.game_ms
        # At the same instant the seat's own flag counts: it would have fallen without the game's limit.
        if allowance is not None and time_ms >= allowance:
            fell, time_ms = seat, allowance
        account, turn = charge(terms, self.account(seat), self.turn, time_ms)
        clock = replace(
            self._with_account(seat, account),
            turn=turn,
            game_ms=None if self.game_ms is None else self.game_ms - time_ms,
            since_ms=max(now_ms, self.since_ms) if fell is None else None,
            over=fell is not None,
            fell=fell,
        )
        given: tuple[tuple[str, int], ...] = ()
        if terms.mode is Mode.HOURGLASS:
            other = self.next_seat()
            gaining = clock.account(other)
            clock = clock._with_account(other, replace(gaining, main_ms=gaining.main_ms + time_ms))
            given = ((other, time_ms),)
        return ClockStep(clock, time_ms, given, fell)

    def _index_of(self, seat: str) -> int:
        if seat not in self.seats:
            raise ClockRefused("not-a-seat", seat=seat)
        return self.seats.index(seat)

    def _with_account(self, seat: str, account: Account) -> Clock:
        place = self._index_of(seat)
        return replace(self, accounts=(*self.accounts[:place], account, *self.accounts[place + 1 :]))

    def _with_turn(self, seat: str) -> Clock:
        """Begin a turn; refill the period that the seat of the last turn had begun."""
        self._index_of(seat)
        leaving = self.account(self.turn.seat)
        clock = self._with_account(self.turn.seat, replace(leaving, over_ms=0))
        return replace(clock, turn=Turn.begin(seat, self.terms(seat)))

    def _adjustable_ms(self, seat: str) -> int | None:
        if seat == GAME:
            return self.game_ms
        account = self.account(seat)
        if self.terms(seat).has_main:
            return account.main_ms
        return self.turn.move_ms if seat == self.turn.seat else None

    def _with_adjustable(self, seat: str, time_ms: int) -> Clock:
        if seat == GAME:
            return replace(self, game_ms=time_ms)
        if self.terms(seat).has_main:
            return self._with_account(seat, replace(self.account(seat), main_ms=time_ms))
        return replace(self, turn=replace(self.turn, move_ms=time_ms))

    def _refuse_if_over(self) -> None:
        if self.over:
            raise ClockRefused("over")

    def _running_since(self) -> int:
        self._refuse_if_over()
        if self.since_ms is None:
            raise ClockRefused("paused" if self.started else "not-started")
        return self.since_ms
