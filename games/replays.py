"""A stored game as a row of frames, one for each move that stands: for replays, records and think times.

`static/js/game/frames.js` keeps the same row for a game that is being watched.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from games import clock
from games.clock import Clock, ClockFace
from games.models import Event, Game
from games.referee import State, apply, dump, load_event
from games.referee import events as e
from games.rules import Line, Move, Position, Seat


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """The game after `ply` moves. `seat` made the last of them; `move` is None where only clocks are kept."""

    ply: int
    position: Position | None
    clock: Clock
    at_ms: int = 0
    seat: Seat | None = None
    move: Move | None = None
    passes: tuple[Seat, ...] = ()
    spent_ms: int = 0  # what the move cost on the clock
    lines: tuple[Line, ...] = ()  # those that decided the game here
    placed: bool = False  # the arbiter set the cubes or the turn: the moves before do not lead here

    @property
    def face(self) -> ClockFace | None:
        """The mover's clock as it stood after the move."""
        return clock.read(self.clock, self.at_ms).face(self.seat) if self.seat else None

    def to_json(self) -> dict[str, Any]:
        return {
            "ply": self.ply,
            "seat": dump(self.seat),
            "move": dump(self.move),
            "passes": dump(self.passes),
            "position": dump(self.position),
            "clock": clock.to_json(self.clock),
            "at_ms": self.at_ms,
            "spent_ms": self.spent_ms,
            "lines": dump(self.lines),
        }


def frames_of(game: Game) -> list[ReplayFrame]:
    return fold(game, game.events.order_by("seq"))


def fold(game: Game, rows: Iterable[Event]) -> list[ReplayFrame]:
    """The first frame is the start; a takeback removes those it undid."""
    state = State.new(game.agreement)
    frames = [ReplayFrame(0, state.position, state.clock)]
    for row in rows:
        event = load_event(row.data)
        state = apply(state, event)
        frames = _after(frames[: state.ply + 1], event, state)
    return frames


def _after(frames: list[ReplayFrame], event: e.Event, state: State) -> list[ReplayFrame]:
    lines = state.outcome.lines if state.outcome else ()
    if isinstance(event, e.Moved | e.Pressed):
        return [*frames[: state.ply], _turn(event, state, lines)]
    # Whatever else happened belongs to the move before it.
    last = replace(frames[-1], lines=lines)
    if isinstance(event, e.Called) and last.move:
        last = replace(last, move=last.move.called())
    if isinstance(event, e.PositionSet) or (isinstance(event, e.Adjusted) and event.turn):
        last = replace(last, position=state.position, placed=True)
    if state.ply == 0:
        last = replace(last, clock=state.clock, at_ms=event.at_ms)
    return [*frames[:-1], last]


def _turn(event: e.Moved | e.Pressed, state: State, lines: tuple[Line, ...]) -> ReplayFrame:
    moved = event if isinstance(event, e.Moved) else None
    return ReplayFrame(
        ply=state.ply,
        position=state.position,
        clock=event.clock,
        at_ms=event.at_ms,
        seat=event.seat,
        move=moved.move if moved else None,
        passes=moved.passes if moved else (),
        spent_ms=event.elapsed_ms - event.lag_ms,
        lines=lines,
    )
