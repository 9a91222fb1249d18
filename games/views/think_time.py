"""How long each move took, as bars: crosses upwards, circles downwards, every bar a link to its position."""

from dataclasses import dataclass

from games.clock import Clock, format_up_ms
from games.replays import ReplayFrame
from games.rules import Seat, Side

WIDTH = 600
HALF = 70
NARROWEST = 3.0
LEAST_MS = 10_000  # a game of instant moves shows small bars, not tall ones


@dataclass(frozen=True, slots=True)
class Bar:
    ply: int
    side: Side
    x: str
    y: str
    width: str
    height: str
    time: str
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    bars: tuple[Bar, ...]
    longest: str  # what the highest bar means
    spent: tuple[tuple[Side, str], ...]

    @property
    def view_box(self) -> str:
        return f"0 {-HALF} {WIDTH} {2 * HALF}"


def chart(frames: list[ReplayFrame], clock: Clock) -> Chart | None:
    """None for a game without moves. The clock knows of the turn in which nobody moved any more, too."""
    moves = [frame for frame in frames if frame.seat]
    if not moves:
        return None
    longest_ms = max(frame.spent_ms for frame in moves)
    scale_ms = max(LEAST_MS, longest_ms)
    step = WIDTH / max(len(moves), 12)
    bars = tuple(_bar(frame, index, step, scale_ms) for index, frame in enumerate(moves))
    totals = tuple(
        (side, format_up_ms(sum(clock.spent_ms(seat) for seat in clock.seats if Seat(seat).side is side)))
        for side in Side
    )
    return Chart(bars, format_up_ms(longest_ms), totals)


def _bar(frame: ReplayFrame, index: int, step: float, scale_ms: int) -> Bar:
    assert frame.seat is not None
    height = max(2.0, HALF * frame.spent_ms / scale_ms)
    return Bar(
        ply=frame.ply,
        side=frame.seat.side,
        x=f"{index * step + step * 0.1:.1f}",
        y=f"{-height if frame.seat.side is Side.X else 0:.1f}",
        width=f"{max(NARROWEST, step * 0.8):.1f}",
        height=f"{height:.1f}",
        time=format_up_ms(frame.spent_ms),
        label=str(frame.move or ""),
    )
