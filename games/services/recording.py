"""Record a request: it becomes one event, or a refusal; a resend gets the answer of the first time."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.db import transaction

from games.access.permissions import SYSTEM, Actor, NotAllowed
from games.models import Game, Instruction
from games.models import Request as Answered
from games.protocol.upward import TableEntry, parse_request, request_json
from games.referee import Keeper, Refused, Request
from games.referee import requests as r
from games.services import lost_time, offline_review
from games.services.locked_game import LockedGame, lock_game
from games.services.lost_time import Gap, Gaps

from . import decisions, table_entries
from .faults import NotRecorded, stored_params

# The fields that differ between a message and its resend.
_CHANGED_BY_RESENDING = ("nonce", "ago_ms")

# What the desk records at once even while a table keeps the game: its result outlasts a later sync.
_DESK_RULINGS = (r.Rule, r.Reopen)

# What the desk may ask of the table that keeps a game, by an instruction.
_INSTRUCTIONS = (
    r.Start,
    r.Pause,
    r.Resume,
    r.Adjust,
    r.Penalise,
    r.NoteIllegal,
    r.TakeBack,
    r.SetPosition,
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The `seq` of the event, or why there is none; `instruction` if the table was asked to do it instead."""

    seq: int | None = None
    refused: NotRecorded | None = None
    repeated: bool = False
    instruction: int | None = None


def record(
    *,
    game_id: int,
    request: Request,
    actor: Actor | str,
    stamp_ms: int,
    now: Callable[[], int] | None = None,
    nonce: str = "",
    body: dict[str, Any] | None = None,
    entry: TableEntry | None = None,
    instruction: int | None = None,
    permit: Callable[[Game], NotAllowed | None] | None = None,
    gaps: Gaps | None = None,
) -> Answer:
    """Answer one request; `stamp_ms` is when its frame was read.

    The sender's time counts up to the stamp. A clock that starts runs from `now`, which is read once the game
    is locked: no player pays for the time that the request waited.
    `entry` is what the tab of a table sends with it; `instruction` the one that it carries out.
    `permit` checks the right under the lock and returns the refusal; without it the caller has checked.
    `gaps` is what the process that serves the sender knows of its own stalls and failures.
    """
    who = actor if isinstance(actor, Actor) else _actor_of_subject(actor)
    body = request_json(request) if body is None else body
    with lock_game(game_id) as locked:
        answer: Answer | NotAllowed | None = permit(locked.game) if permit else None
        if answer is None:
            judged_ms = max(stamp_ms, now()) if now else stamp_ms
            incoming = _Incoming(request, who, stamp_ms, judged_ms, nonce, body, _digest(body), entry, gaps)
            answer = _find_earlier_answer(locked, incoming)
            if answer is None:
                answer = _answer(locked, incoming)
                comes_again = answer.refused and answer.refused.code in table_entries.TO_BE_RESENT
                if instruction is not None and not comes_again:
                    _close_instruction(locked.game, instruction, answer, stamp_ms)
    if isinstance(answer, NotAllowed):
        raise answer
    if gaps is not None and not answer.repeated:
        # Several games may be committed together: then it is written only later.
        transaction.on_commit(partial(gaps.note_write, game_id))
    return answer


def carry_out_instructions(game_id: int, *, now_ms: int) -> int:
    """Do what the tablet was asked to do and has not done, now that the desk keeps the game; count it."""
    waiting = Instruction.objects.open().filter(game=game_id)
    for each in waiting:
        record(
            game_id=game_id,
            request=parse_request(each.body),
            actor=each.actor,
            stamp_ms=now_ms,
            instruction=each.pk,
        )
    return len(waiting)


@dataclass(frozen=True, slots=True)
class _Incoming:
    request: Request
    actor: Actor
    stamp_ms: int
    judged_ms: int
    nonce: str
    body: dict[str, Any]
    digest: str
    entry: TableEntry | None
    gaps: Gaps | None


def _answer(locked: LockedGame, incoming: _Incoming) -> Answer:
    game, entry = locked.game, incoming.entry
    if game.voided:
        return _answer_voided(locked, incoming)
    if (
        game.closed_reason
        and game.keeper == Keeper.SERVER
        and not isinstance(incoming.request, _DESK_RULINGS)
    ):
        return _store_answer(game, incoming, Answer(refused=NotRecorded("overruled")))
    if entry is not None:
        return _answer_entry(locked, incoming, entry)
    if game.keeper == Keeper.SERVER or not table_entries.is_kept_by_tablet(game):
        lost_time.settle(locked, incoming.stamp_ms, _gaps_before(locked, incoming), now_ms=incoming.judged_ms)
        return _store_answer(game, incoming, _judge(locked, incoming, incoming.stamp_ms))
    if isinstance(incoming.request, _DESK_RULINGS):
        # As of the last entry: what the clock of the table did since is not known here.
        return _store_answer(game, incoming, _judge(locked, incoming, locked.state.at_ms))
    if isinstance(incoming.request, _INSTRUCTIONS):
        return _store_answer(game, incoming, _instruct(locked, incoming))
    return _store_answer(game, incoming, Answer(refused=NotRecorded("table-keeps")))


def _gaps_before(locked: LockedGame, incoming: _Incoming) -> list[Gap]:
    """Return when the player on the move could not move. A player who moves was credited on connecting."""
    gaps = incoming.gaps.of(locked.game.pk) if incoming.gaps else []
    if locked.game.keeper == Keeper.SERVER and not isinstance(incoming.request, r.MakeMove | r.Press):
        gaps += lost_time.gaps_of_mover(locked, incoming.judged_ms)
    return gaps


def _answer_voided(locked: LockedGame, incoming: _Incoming) -> Answer:
    """Refuse the request; what a table played before it learned of the end is stored for the arbiter."""
    refused = NotRecorded("voided")
    if incoming.entry is not None:
        _store_late_entry(locked, incoming, incoming.entry, refused)
    return _store_answer(locked.game, incoming, Answer(refused=refused), as_entry=False)


def _store_late_entry(locked: LockedGame, incoming: _Incoming, entry: TableEntry, why: NotRecorded) -> None:
    table_entries.store_late_entry(
        locked, entry, incoming.nonce, incoming.body, why, incoming.actor.who, incoming.stamp_ms
    )
    locked.announce_change("late")


def _answer_entry(locked: LockedGame, incoming: _Incoming, entry: TableEntry) -> Answer:
    """Record an entry that is the next of its epoch; store refused ones for the arbiter."""
    game = locked.game
    if game.keeper == Keeper.SERVER:
        return _store_answer(game, incoming, Answer(refused=NotRecorded("server-keeps")), as_entry=False)
    try:
        custody = table_entries.check_order(locked, entry)
    except table_entries.TooLate as late:
        _store_late_entry(locked, incoming, entry, late)
        return _store_answer(game, incoming, Answer(refused=late), as_entry=False)
    except NotRecorded as refused:
        return Answer(refused=refused)  # not stored: the same entry comes again
    if table_entries.comes_too_early(locked.state, incoming.request, entry, incoming.stamp_ms):
        return Answer(refused=NotRecorded("too-early"))
    gaps = incoming.gaps.of(game.pk) if incoming.gaps else []
    check = table_entries.check_time(game, locked.state, custody, entry, incoming.stamp_ms, gaps)
    answer = _judge(locked, incoming, check.at_ms, suspect=check.suspect, drift_ms=check.drift_ms)
    if answer.refused is not None:
        _store_late_entry(locked, incoming, entry, answer.refused)
    custody.n = entry.n
    custody.save(update_fields=["n", "drift_ms", "drifts"])
    return _store_answer(game, incoming, answer)


def _judge(
    locked: LockedGame, incoming: _Incoming, at_ms: int, *, suspect: str = "", drift_ms: int = 0
) -> Answer:
    request = incoming.request
    if isinstance(request, r.MakeMove | r.Press) and not locked.game.gives_lag_back:
        request = replace(request, round_trip_ms=0)
    try:
        begins_ms = incoming.judged_ms if incoming.entry is None else None
        ruling = locked.decide(request, at_ms, begins_ms)
        # What needs no PIN does not hide the mark of its time behind one.
        if incoming.entry and incoming.entry.unlocked and offline_review.needs_pin(ruling.event):
            offline_review.check_clock_change(locked.game, ruling.event)
            suspect = offline_review.OFFLINE_PIN
    except Refused as refused:
        # Flags of games that the server keeps are marked by `live.flags`.
        if refused.code == "flag-fallen" and locked.game.keeper == Keeper.TABLE:
            lost_time.apply(locked, r.Flag(), at_ms, incoming.stamp_ms)
        return Answer(refused=NotRecorded.from_fault(refused))
    locked.append(
        ruling,
        actor=incoming.actor.who,
        received_ms=incoming.stamp_ms,
        suspect=suspect,
        drift_ms=drift_ms,
        device=incoming.actor.device,
    )
    decisions.log_decision(locked.game, incoming.request, incoming.actor, ruling)
    return Answer(seq=ruling.after.seq)


def _instruct(locked: LockedGame, incoming: _Incoming) -> Answer:
    game = locked.game
    given = Instruction.objects.create(
        game=game, body=incoming.body, actor=incoming.actor.who, given_ms=incoming.stamp_ms
    )
    locked.announce_change("instruction", id=given.pk, request=given.body)
    return Answer(instruction=given.pk)


def _close_instruction(game: Game, instruction: int, answer: Answer, stamp_ms: int) -> None:
    refusal = answer.refused.code if answer.refused else ""
    params = stored_params(answer.refused) if answer.refused else {}
    game.instructions.open().filter(pk=instruction).update(done_ms=stamp_ms, refusal=refusal, params=params)


# ---- resends


def _find_earlier_answer(locked: LockedGame, incoming: _Incoming) -> Answer | None:
    """Return the first answer to a request that comes again."""
    game = locked.game
    found = game.requests.filter(nonce=incoming.nonce).first() if incoming.nonce else None
    if found is not None:
        return _repeat_answer(found, incoming, NotRecorded("nonce-reused"))
    entry = incoming.entry
    if entry is None or not table_entries.is_current(locked, entry):
        return None
    found = game.requests.filter(epoch=entry.epoch, n=entry.n).first()
    return None if found is None else _repeat_answer(found, incoming, NotRecorded("entry-differs", n=entry.n))


def _repeat_answer(found: Answered, incoming: _Incoming, otherwise: NotRecorded) -> Answer:
    if found.digest != incoming.digest:
        return Answer(refused=otherwise)
    refused = NotRecorded(found.refusal, **found.params) if found.refusal else None
    return Answer(seq=found.seq, refused=refused, repeated=True, instruction=found.instruction_id)


def _store_answer(game: Game, incoming: _Incoming, answer: Answer, *, as_entry: bool = True) -> Answer:
    """Store the answer under the sender's nonce; a request of the server itself has none.

    Anyone may open a quick game, so its refusals leave no rows: such a request is judged again when it comes
    again. Where a tablet keeps the game, each of its entries has its answer.
    """
    entry = incoming.entry if as_entry else None
    of_a_tablet = incoming.entry is not None and game.keeper == Keeper.TABLE
    if incoming.nonce and (answer.refused is None or game.topic or of_a_tablet):
        game.requests.create(
            nonce=incoming.nonce,
            digest=incoming.digest,
            epoch=entry.epoch if entry else None,
            n=entry.n if entry else None,
            seq=answer.seq,
            refusal=answer.refused.code if answer.refused else "",
            params=stored_params(answer.refused) if answer.refused else {},
            instruction_id=answer.instruction,
            at_ms=incoming.stamp_ms,
        )
    return answer


def _digest(body: dict[str, Any]) -> str:
    unchanged = {key: value for key, value in body.items() if key not in _CHANGED_BY_RESENDING}
    return hashlib.sha256(json.dumps(unchanged, sort_keys=True).encode()).hexdigest()


def _actor_of_subject(subject: str) -> Actor:
    return SYSTEM if subject == SYSTEM.who else Actor(subjects=frozenset({subject} if subject else ()))
