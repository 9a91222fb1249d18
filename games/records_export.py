"""A stored game as a record that anybody can keep, read and judge again (RULES, records)."""

import datetime
from collections.abc import Iterator

from django.utils import timezone

from games import extension
from games.audit_log.names import place_words
from games.models import Game
from games.replays import ReplayFrame, frames_of
from games.rules.records import Record, RecordStep, clock_text
from games.rules.tags import tags_of


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
    comment = f"The arbiter set the position after move {begin}." if begin else _presses(frames)
    steps = tuple(step for frame in frames[begin + 1 :] for step in _steps(frame))
    return Record(tags, steps, result, comment)


def _presses(frames: list[ReplayFrame]) -> str:
    """Say how long each turn with wooden cubes took, whose moves are not known, and what was left then."""
    turns = []
    for frame in frames:
        if frame.seat and frame.move is None:
            left_ms = _left_ms(frame)
            left = "" if left_ms is None else f" ({clock_text(left_ms)} left)"
            turns.append(f"{frame.seat} {clock_text(frame.spent_ms)}{left}")
    return f"Only the clocks were kept: {', '.join(turns)}." if turns else ""


def _left_ms(frame: ReplayFrame) -> int | None:
    """What the mover's clock showed as the turn ended; nothing for one that counts up.

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
    """The move with the clock after it, and the passes it forced; of a wooden board nothing is known."""
    if frame.move is None:
        return
    yield RecordStep(frame.move, _left_ms(frame))
    for _seat in frame.passes:
        yield RecordStep(None)
