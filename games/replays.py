"""Turn a stored game into frames, one for each move that stands, for replays and think times, and into a
record that people can save, read and judge again.

`static/js/game/replay.js` builds the same frames for a game that is being watched.
"""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from games import clock, extension
from games.audit_log.names import place_words
from games.clock import Clock, ClockFace
from games.models import Event, Game
from games.referee import State, apply, dump, load_event
from games.referee import events as e
from games.rules import Line, Move, Position, Seat
from games.rules.records import Record, RecordStep, clock_text
from games.rules.tags import tags_of


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """The game after `ply` moves. `seat` made the last of them; `move` is None if only clocks are known."""

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
        """Return the mover's clock after the move."""
        return clock.read_clock(self.clock, self.at_ms).face(self.seat) if self.seat else None

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
    return fold_frames(game, game.events.order_by("seq"))


def fold_frames(game: Game, rows: Iterable[Event]) -> list[ReplayFrame]:
    """Return the frames of these events: the first is the start; a takeback removes those it undid."""
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
    # All other events belong to the move before them.
    last = replace(frames[-1], lines=lines)
    if isinstance(event, e.Called) and last.move:
        last = replace(last, move=last.move.with_call())
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


def record_of(game: Game) -> Record:
    """Return the moves that stand. Where the arbiter set the cubes, the record begins there and says so."""
    frames, outcome = frames_of(game), game.state_now().outcome
    result = outcome.result if outcome else "*"
    begin = max((frame.ply for frame in frames if frame.placed), default=0)
    start = frames[begin].position or game.agreement.position
    began = datetime.datetime.fromtimestamp((game.started_ms or game.created_ms) / 1000, datetime.UTC)
    tags = {
        "Event": place_words(game.topic) if game.topic else "Quick game",
        "Date": timezone.localtime(began).strftime("%Y.%m.%d"),
    }
    tags |= extension.installed.record_tags(game)
    tags |= {seat: who["name"] for seat, who in game.players.items() if who.get("name")}
    tags["TimeControl"] = game.control
    if start is not None:
        tags |= tags_of(start, game.agreement.rules, outcome)
    else:
        tags |= {"Seats": str(game.seats), "First": game.first, "Result": result}
        if outcome:
            tags["Ending"] = outcome.ending.value
    comment = f"The arbiter set the position after move {begin}." if begin else _think_times(frames)
    steps = tuple(step for frame in frames[begin + 1 :] for step in _steps(frame))
    return Record(tags, steps, result, comment)


def _think_times(frames: list[ReplayFrame]) -> str:
    """Say how long each turn with wooden cubes took, whose moves are not known, and what was left then."""
    turns = []
    for frame in frames:
        if frame.seat and frame.move is None:
            left_ms = _left_ms(frame)
            left = "" if left_ms is None else f" ({clock_text(left_ms)} left)"
            turns.append(f"{frame.seat} {clock_text(frame.spent_ms)}{left}")
    return f"Only the clocks were kept: {', '.join(turns)}." if turns else ""


def _left_ms(frame: ReplayFrame) -> int | None:
    """Return what the mover's clock showed as the turn ended; None for one that counts up.

    A limit for each move alone is full again at once: what counts is how much of it was left.
    """
    face = frame.face
    if face is None or frame.seat is None or face.counts_up:
        return None
    terms = frame.clock.terms(frame.seat)
    if terms.move_ms is not None and not terms.has_main:
        return max(0, terms.move_ms - frame.spent_ms)
    return face.time_ms


def _steps(frame: ReplayFrame) -> Iterator[RecordStep]:
    """Yield the move with the clock after it, and the passes it forced; nothing for a wooden board."""
    if frame.move is None:
        return
    yield RecordStep(frame.move, _left_ms(frame))
    for _seat in frame.passes:
        yield RecordStep(None)
