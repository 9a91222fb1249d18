"""The time control of a game that decides a drawn match: shorter, or Armageddon."""

from dataclasses import replace

from games.clock import Mode, Terms, TimeControl
from games.rules import Seat
from tournament.formats.series import DecidingStep, StepKind

_SECOND_MS = 1000


def for_step(control: str, step: DecidingStep | None, starter: Seat) -> str:
    """The control of a deciding game. Armageddon: the starter has more time, the second wins a draw."""
    if step is None or (step.kind is StepKind.REPLAY and step.percent == 100):
        return control
    if step.kind is StepKind.ARMAGEDDON:
        times = [_sudden(step.first_ms), _sudden(step.second_ms)]
        if starter is Seat.O:
            times.reverse()
        return str(TimeControl(tuple(times)))
    return str(shorter(TimeControl.parse(control), step.percent))


def shorter(control: TimeControl, percent: int) -> TimeControl:
    """Every time cut to so many percent, in whole seconds, never to nothing."""
    shares = tuple(
        replace(
            terms,
            main_ms=_cut(terms.main_ms, percent),
            bonus_ms=_cut(terms.bonus_ms, percent),
            move_ms=None if terms.move_ms is None else _cut(terms.move_ms, percent),
        )
        for terms in control.shares
    )
    game_ms = None if control.game_ms is None else _cut(control.game_ms, percent)
    return TimeControl(shares, game_ms)


def _sudden(time_ms: int | None) -> Terms:
    return Terms(mode=Mode.SUDDEN, main_ms=time_ms or 0)


def _cut(time_ms: int, percent: int) -> int:
    return max(time_ms * percent // (100 * _SECOND_MS), 1) * _SECOND_MS if time_ms else 0
