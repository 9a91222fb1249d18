"""Show, adopt or set aside what a table played after it lost its game, or before a backup was restored.

Late entries are never deleted. Entries that the referee refused while the tab kept the game are stored beside
them: they are shown and set aside, and cannot be adopted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games import audit_log, timekeeping
from games.access.permissions import Actor
from games.models import Custody, Game, LateEntry
from games.models.game import LateEntryQuerySet
from games.protocol.upward import TableEntry, parse_request
from games.referee import Refused, Request, State, decide, load_event, replay
from games.referee import events as e
from games.referee import requests as r
from games.services.locked_game import LockedGame, lock_game

from . import custody, table_entries
from .faults import NotRecorded

# Why an entry came too late; all other codes are refusals of the referee.
_TOO_LATE = ("old-epoch", "old-generation")


@dataclass(frozen=True, slots=True)
class LateStep:
    """One late entry, and the state of the game after it; None where the entry does not follow."""

    entry: LateEntry
    request: Request
    after: State | None
    refused: Refused | None = None


@dataclass(frozen=True, slots=True)
class LateSequence:
    """The late entries of one tablet, from the state in which it lost the game; `why_not` blocks adoption."""

    epoch: int
    before: State
    steps: tuple[LateStep, ...]
    why_not: Refused | None

    @property
    def received_ms(self) -> int:
        return max(step.entry.received_ms for step in self.steps)


def late_entries(game_id: int) -> LateEntryQuerySet:
    """Return the undecided late entries of the game, in the order in which they were played."""
    return LateEntry.objects.undecided().filter(game_id=game_id)


def late_sequences(game: Game) -> list[LateSequence]:
    """Return the undecided late entries of the game, by the custody under which they were played."""
    by_epoch: dict[int, list[LateEntry]] = {}
    for entry in late_entries(game.pk):
        by_epoch.setdefault(entry.epoch, []).append(entry)
    if not by_epoch:
        return []
    past = [load_event(row) for row in game.events.order_by("seq").values_list("data", flat=True)]
    return [_judge_sequence(game, epoch, entries, past) for epoch, entries in by_epoch.items()]


def adopt(game_id: int, epoch: int, actor: Actor, *, now_ms: int | None = None) -> int:
    """Adopt what the former tab played after it lost the game; return how many entries were adopted.

    Only while no move has been made since. Afterwards the game is paused until the arbiter resumes it.
    """
    now_ms = timekeeping.stamp_ms() if now_ms is None else now_ms
    with lock_game(game_id) as locked:
        game = locked.game
        late = list(late_entries(game_id).filter(epoch=epoch, code__in=_TOO_LATE))
        if not late:
            raise NotRecorded("nothing-late")
        _check_not_played(game)
        if custody.REASON in locked.state.clock.pauses:
            _apply(locked, r.Resume(custody.REASON), locked.state.at_ms, actor.who, now_ms)
        adopted = 0
        for each in late:
            try:
                _adopt(locked, each, now_ms)
            except Refused as why:
                if not adopted:
                    raise NotRecorded("too-late-to-adopt", why=str(why)) from why
                break
            adopted += 1
        custody.pause_for_custody(locked, actor, now_ms, at_ms=locked.state.at_ms)
        audit_log.write(
            actor,
            "adopt_late_entries",
            audit_log.path(game.topic, game.scope),
            after={"epoch": epoch, "entries": adopted, "seq": locked.state.seq},
        )
        locked.announce_change("late")
    return adopted


def set_aside(game_id: int, epoch: int, actor: Actor, *, reason: str, now_ms: int | None = None) -> int:
    """Leave the game as it is and show these entries no more; return how many they were."""
    now_ms = timekeeping.stamp_ms() if now_ms is None else now_ms
    if not reason.strip():
        raise NotRecorded("reason-missing")
    with lock_game(game_id) as locked:
        game = locked.game
        count = late_entries(game_id).filter(epoch=epoch).update(set_aside_ms=now_ms)
        if not count:
            raise NotRecorded("nothing-late")
        audit_log.write(
            actor,
            "set_late_entries_aside",
            audit_log.path(game.topic, game.scope),
            after={"epoch": epoch, "entries": count},
            note=reason.strip(),
        )
        locked.announce_change("late")
    return count


def _check_not_played(game: Game) -> None:
    held = table_entries.custody_of(game)
    since = held.taken_seq if held else 0
    if game.events.filter(seq__gt=since, kind__in=("moved", "pressed")).exists():
        raise NotRecorded("epoch-played")


def _adopt(locked: LockedGame, late: LateEntry, now_ms: int) -> None:
    former = locked.game.custodies.filter(epoch=late.epoch).first()
    device = former.device if former else ""
    _apply(locked, parse_request(late.body), _instant_ms(locked.state, late), late.actor, now_ms, device)
    late.adopted_ms = now_ms
    late.save(update_fields=["adopted_ms"])


def _apply(
    locked: LockedGame, request: Request, at_ms: int, actor: str, now_ms: int, device: str = ""
) -> None:
    locked.append(locked.decide(request, at_ms), actor=actor, received_ms=now_ms, device=device)


def _instant_ms(state: State, late: LateEntry) -> int:
    body = late.body
    entry = TableEntry(late.epoch, late.n, body.get("spent_ms"), ago_ms=body.get("ago_ms"))
    return table_entries.instant_ms(state, entry, late.received_ms)


# ---- preview


def _judge_sequence(
    game: Game, epoch: int, entries: list[LateEntry], past: Sequence[e.Event]
) -> LateSequence:
    before, known = _state_at_loss(game, epoch, past)
    steps: list[LateStep] = []
    state: State | None = before
    for entry in entries:
        step = _judge_entry(entry, state, known)
        if entry.code in _TOO_LATE:
            state = step.after
        steps.append(step)
    return LateSequence(epoch, before, tuple(steps), _find_obstacle(game, steps))


def _state_at_loss(game: Game, epoch: int, past: Sequence[e.Event]) -> tuple[State, tuple[e.Event, ...]]:
    """Return the state when the next custody began, without its pause, and the events until then."""
    following = Custody.objects.filter(game=game, epoch__gt=epoch).order_by("epoch").first()
    known = tuple(past[: following.taken_seq] if following else past)
    state = replay(game.agreement, known)
    if custody.REASON in state.clock.pauses:
        state = decide(state, r.Resume(custody.REASON), state.at_ms, known).after
    return state, known


def _judge_entry(entry: LateEntry, state: State | None, known: Sequence[e.Event]) -> LateStep:
    request = parse_request(entry.body)
    if entry.code not in _TOO_LATE:
        return LateStep(entry, request, None, NotRecorded(entry.code, **entry.params))
    if state is None:
        return LateStep(entry, request, None)
    try:
        return LateStep(entry, request, decide(state, request, _instant_ms(state, entry), known).after)
    except Refused as refused:
        return LateStep(entry, request, None, refused)


def _find_obstacle(game: Game, steps: Sequence[LateStep]) -> Refused | None:
    late = [step for step in steps if step.entry.code in _TOO_LATE]
    if not late:
        return NotRecorded("refused-by-the-rules")
    if game.voided:
        return NotRecorded("voided")
    try:
        _check_not_played(game)
    except NotRecorded as played:
        return played
    if late[0].refused is not None:
        return NotRecorded("too-late-to-adopt", why=str(late[0].refused))
    if game.status == "over":
        return NotRecorded("over-without-them")
    return None
