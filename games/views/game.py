"""The page of a game: live while it lasts, then to play through, each position with its own address."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache

from games.access import links
from games.access.permissions import PageRequest, may, public, seats_of
from games.access.seeing import visible_game
from games.audit_log.names import place_words
from games.clock import Clock, format_up_ms
from games.models import Game
from games.numbers import whole_number
from games.practice.views import may_be_analysed
from games.protocol.downward import state_message
from games.referee import Keeper, State, Status
from games.replays import ReplayFrame, frames_of, record_of
from games.rules import Seat, Side
from games.snapshot import read_only_page
from games.sorting import plain
from games.timekeeping import stamp_ms
from games.views.faces import ClockDisplay, arrange_faces, faces_of, own_time
from games.views.fragments import render_either
from games.views.seating import title, verdict

# The chart of think times.
WIDTH = 600
HALF = 70
NARROWEST = 3.0
LEAST_MS = 10_000  # a game of instant moves shows small bars, not tall ones


@public
@never_cache
@read_only_page
def game(request: PageRequest, code: str) -> HttpResponse:
    """Show a game; `?ply=12` shows the position after twelve moves, with or without script."""
    shown = visible_game(request.actor, code)
    state, frames = shown.state_now(), frames_of(shown)
    ply = _ply_looked_at(request, frames)
    page = {
        **_review(shown, state, frames, ply),
        "title": title(shown),
        "place": place_words(shown.topic) if shown.topic else "",
        **_clock_faces(shown, state, frames, ply),
        "config": _config(shown, frames, ply),
        "share": links.share_card(request, shown),
        "may_serve": shown.keeper == Keeper.TABLE and may(request.actor, "serve", shown),
        "may_play": shown.keeper == Keeper.SERVER
        and bool(seats_of(request.actor, shown, Seat.of(shown.seats))),
        "by_table": shown.keeper == Keeper.TABLE,
    }
    return render_either(
        request, page="games/game.html", fragment="games/_review.html", context=page, framable=True
    )


def _review(shown: Game, state: State, frames: list[ReplayFrame], ply: int) -> dict[str, Any]:
    """Return what changes with the moves: the list, the result, the chart, the current move."""
    frame = frames[ply]
    winner, reason = verdict(shown, state.outcome)
    return {
        "game": shown,
        "ply": ply,
        "last": len(frames) - 1,
        "frame": frame,
        "line": " ".join(frame.lines[0]) if frame.lines else "",
        "came": _entry_cell(frame),
        "rows": _move_rows(frames, shown.seats),
        "over": state.status is Status.OVER,
        "may_be_analysed": may_be_analysed(shown),
        "winner": winner,
        "reason": reason,
        "chart": chart_of(frames, state.clock) if state.status is Status.OVER else None,
    }


@dataclass(frozen=True, slots=True)
class MoveListEntry:
    """One move in the list."""

    frame: ReplayFrame
    time: str

    @property
    def text(self) -> str:
        return str(self.frame.move) if self.frame.move else "•"


def _move_rows(frames: list[ReplayFrame], seats: int) -> list[tuple[int, list[MoveListEntry]]]:
    entries = [MoveListEntry(frame, own_time(frame.face)) for frame in frames[1:] if frame.face]
    return [(start // seats + 1, entries[start : start + seats]) for start in range(0, len(entries), seats)]


def _clock_faces(
    shown: Game, state: State, frames: list[ReplayFrame], ply: int
) -> dict[str, list[ClockDisplay]]:
    """Return the faces now, or after the chosen move; South or the starter sits near."""
    past = None if ply == len(frames) - 1 else frames[ply]
    bottom = Seat.S if shown.seats == 4 else Seat(shown.first)
    return arrange_faces(faces_of(shown, state, past), bottom)


def _entry_cell(frame: ReplayFrame) -> str:
    """Return the cell where the last cube came in."""
    if frame.move is None:
        return ""
    file, rank = frame.move.cell
    return {"N": f"{file}5", "S": f"{file}1", "E": f"e{rank}", "W": f"a{rank}"}[frame.move.edge]


def _config(shown: Game, frames: list[ReplayFrame], ply: int) -> dict[str, Any]:
    return {
        "code": shown.code,
        "ply": ply if ply != len(frames) - 1 else None,
        "state": state_message(shown, now_ms=stamp_ms()),
        "frames": [frame.to_json() for frame in frames],
    }


def _ply_looked_at(request: HttpRequest, frames: list[ReplayFrame]) -> int:
    """Return the chosen move: the last one unless the address names another that exists."""
    last = len(frames) - 1
    asked = whole_number(request.GET.get("ply", ""), most=last)
    return last if asked is None else asked


@dataclass(frozen=True, slots=True)
class Bar:
    """One move in the chart, as a link to its position."""

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
    longest: str  # the time of the highest bar
    spent: tuple[tuple[Side, str], ...]

    @property
    def view_box(self) -> str:
        return f"0 {-HALF} {WIDTH} {2 * HALF}"


def chart_of(frames: list[ReplayFrame], clock: Clock) -> Chart | None:
    """Draw how long each move took: crosses upwards, circles downwards; None for a game without moves.

    The totals are the clock's, which also has the last turn if no move ended it.
    """
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


@public
@read_only_page
def record(request: PageRequest, code: str) -> HttpResponse:
    """Download the game as text."""
    shown = visible_game(request.actor, code)
    response = HttpResponse(str(record_of(shown)), content_type="text/plain; charset=utf-8")
    name = slugify(plain(title(shown)).replace("–", " "))[:60] or "game"
    response["Content-Disposition"] = f'attachment; filename="{name}-{shown.code}.txt"'
    return response
