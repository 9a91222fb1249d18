"""The one write door: a request becomes one event, or a refusal; a resend is answered as the first time."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import transaction

from games.access.permissions import SYSTEM, Actor, NotAllowed
from games.models import Game, Instruction
from games.models import Request as Answered
from games.protocol.upward import TableEntry, parse_request, request_json
from games.referee import Keeper, Refused, Request
from games.referee import requests as r
from games.services import lost_time
from games.services.locked_game import LockedGame, lock_game
from games.services.lost_time import Gap, Gaps
from games.services.offline_review import OFFLINE_PIN

from . import decisions, table_entries
from .faults import NotRecorded, stored_params

# What differs between the first sending of a message and its resend.
_OF_THE_SENDING = ("nonce", "ago_ms")

# What the desk decides by itself even while a table keeps the game: its result stands against a later sync.
_OVER_THE_TABLE = (r.Rule, r.Reopen)

# What the desk may ask of the table that keeps a game.
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
    """`seq` of the event, or why there is none; `instruction` if the table was asked to do it instead."""

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

    The sender pays up to the stamp. A clock that is started hereby runs from `now`, asked once the game is
    locked: what the request waited for belongs to nobody.
    `entry` is what a table's tab tells beside it; `instruction` the desk's wish that it fulfils thereby.
    `permit` gives the "no" to whoever lacks the right, with the game in hand; else that was asked before.
    `gaps` is what the process that serves the sender knows of its own stalls and failures.
    """
    who = actor if isinstance(actor, Actor) else _actor_named(actor)
    body = request_json(request) if body is None else body
    with lock_game(game_id) as locked:
        answer: Answer | NotAllowed | None = permit(locked.game) if permit else None
        if answer is None:
            judged_ms = max(stamp_ms, now()) if now else stamp_ms
            asked = _Asked(request, who, stamp_ms, judged_ms, nonce, body, _digest(body), entry, gaps)
            answer = _earlier_answer(locked, asked)
            if answer is None:
                answer = _answer(locked, asked)
                comes_again = answer.refused and answer.refused.code in table_entries.TO_BE_RESENT
                if instruction is not None and not comes_again:
                    _fulfil(locked.game, instruction, answer, stamp_ms)
    if isinstance(answer, NotAllowed):
        raise answer
    if gaps is not None and not answer.repeated:
        # Several games may be committed together: then it is written only later.
        transaction.on_commit(partial(gaps.note_write, game_id))
    return answer


def carry_out_instructions(game_id: int, *, now_ms: int) -> int:
    """Do at once what a tablet was asked to do and has not done: the desk keeps its game now. How many."""
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
class _Asked:
    request: Request
    actor: Actor
    stamp_ms: int
    judged_ms: int
    nonce: str
    body: dict[str, Any]
    digest: str
    entry: TableEntry | None
    gaps: Gaps | None


def _answer(locked: LockedGame, asked: _Asked) -> Answer:
    game, entry = locked.game, asked.entry
    if game.voided:
        return _answer_voided(locked, asked)
    if game.closed_reason and game.keeper == Keeper.SERVER and not isinstance(asked.request, _OVER_THE_TABLE):
        return _store_answer(game, asked, Answer(refused=NotRecorded("overruled")))
    if entry is not None:
        return _answer_entry(locked, asked, entry)
    if game.keeper == Keeper.SERVER or not table_entries.is_held(game):
        lost_time.settle(locked, asked.stamp_ms, _gaps_before(locked, asked), now_ms=asked.judged_ms)
        return _store_answer(game, asked, _judge(locked, asked, asked.stamp_ms))
    if isinstance(asked.request, _OVER_THE_TABLE):
        # As of the last entry: what the table's clock did since is not known here.
        return _store_answer(game, asked, _judge(locked, asked, locked.state.at_ms))
    if isinstance(asked.request, _INSTRUCTIONS):
        return _store_answer(game, asked, _instruct(locked, asked))
    return _store_answer(game, asked, Answer(refused=NotRecorded("table-keeps")))


def _gaps_before(locked: LockedGame, asked: _Asked) -> list[Gap]:
    """Return when the player on the move could not move. Whoever moves was credited when they connected."""
    gaps = asked.gaps.of(locked.game.pk) if asked.gaps else []
    if locked.game.keeper == Keeper.SERVER and not isinstance(asked.request, r.MakeMove | r.Press):
        gaps += lost_time.gaps_of_mover(locked, asked.judged_ms)
    return gaps


def _answer_voided(locked: LockedGame, asked: _Asked) -> Answer:
    """Nothing counts any more; what a table played before it heard so is kept for the arbiter."""
    refused = NotRecorded("voided")
    if asked.entry is not None:
        _store_late_entry(locked, asked, asked.entry, refused)
    return _store_answer(locked.game, asked, Answer(refused=refused), as_entry=False)


def _store_late_entry(locked: LockedGame, asked: _Asked, entry: TableEntry, why: NotRecorded) -> None:
    table_entries.store_late_entry(
        locked, entry, asked.nonce, asked.body, why, asked.actor.who, asked.stamp_ms
    )
    locked.announce_change("late")


def _answer_entry(locked: LockedGame, asked: _Asked, entry: TableEntry) -> Answer:
    """An entry counts once it is the next of its epoch; refused ones are kept for the arbiter."""
    game = locked.game
    if game.keeper == Keeper.SERVER:
        return _store_answer(game, asked, Answer(refused=NotRecorded("server-keeps")), as_entry=False)
    try:
        custody = table_entries.expected(locked, entry)
    except table_entries.TooLate as late:
        _store_late_entry(locked, asked, entry, late)
        return _store_answer(game, asked, Answer(refused=late), as_entry=False)
    except NotRecorded as refused:
        return Answer(refused=refused)  # to be sent again: this answer would not last
    at_ms = table_entries.instant_ms(locked.state, entry, asked.stamp_ms)
    check = table_entries.check_time(custody, entry, at_ms, asked.stamp_ms)
    suspect = OFFLINE_PIN if entry.unlocked else check.suspect
    answer = _judge(locked, asked, at_ms, suspect=suspect, drift_ms=check.drift_ms)
    if answer.refused is not None:
        _store_late_entry(locked, asked, entry, answer.refused)
    custody.n, custody.drift_ms = entry.n, check.drift_ms
    custody.save(update_fields=["n", "drift_ms"])
    return _store_answer(game, asked, answer)


def _judge(locked: LockedGame, asked: _Asked, at_ms: int, *, suspect: str = "", drift_ms: int = 0) -> Answer:
    try:
        begins_ms = asked.judged_ms if asked.entry is None else None
        ruling = locked.decide(asked.request, at_ms, begins_ms)
    except Refused as refused:
        if refused.code == "flag-fallen" and locked.game.keeper == Keeper.TABLE:
            lost_time.apply(locked, r.Flag(), at_ms, asked.stamp_ms)  # else the task of the flags does
        return Answer(refused=NotRecorded.of(refused))
    locked.append(
        ruling,
        actor=asked.actor.who,
        received_ms=asked.stamp_ms,
        suspect=suspect,
        drift_ms=drift_ms,
        device=asked.actor.device,
    )
    decisions.log(locked.game, asked.request, asked.actor, ruling)
    return Answer(seq=ruling.after.seq)


def _instruct(locked: LockedGame, asked: _Asked) -> Answer:
    game = locked.game
    given = Instruction.objects.create(
        game=game, body=asked.body, actor=asked.actor.who, given_ms=asked.stamp_ms
    )
    locked.announce_change("instruction", id=given.pk, request=given.body)
    return Answer(instruction=given.pk)


def _fulfil(game: Game, instruction: int, answer: Answer, stamp_ms: int) -> None:
    refusal = answer.refused.code if answer.refused else ""
    params = stored_params(answer.refused) if answer.refused else {}
    game.instructions.open().filter(pk=instruction).update(done_ms=stamp_ms, refusal=refusal, params=params)


# ---- resends


def _earlier_answer(locked: LockedGame, asked: _Asked) -> Answer | None:
    """The first answer to a request that comes again."""
    game = locked.game
    found = game.requests.filter(nonce=asked.nonce).first() if asked.nonce else None
    if found is not None:
        return _as_before(found, asked, NotRecorded("nonce-reused"))
    entry = asked.entry
    if entry is None or not table_entries.is_current(locked, entry):
        return None
    found = game.requests.filter(epoch=entry.epoch, n=entry.n).first()
    return None if found is None else _as_before(found, asked, NotRecorded("entry-differs", n=entry.n))


def _as_before(found: Answered, asked: _Asked, otherwise: NotRecorded) -> Answer:
    if found.digest != asked.digest:
        return Answer(refused=otherwise)
    refused = NotRecorded(found.refusal, **found.params) if found.refusal else None
    return Answer(seq=found.seq, refused=refused, repeated=True, instruction=found.instruction_id)


def _store_answer(game: Game, asked: _Asked, answer: Answer, *, as_entry: bool = True) -> Answer:
    """Remember the answer under the sender's nonce; what the server asks of itself has none.

    A quick game is anybody's: what is refused there leaves no row, and is judged anew when it comes again.
    Only where a tablet keeps it each of its entries has its answer.
    """
    entry = asked.entry if as_entry else None
    of_a_tablet = asked.entry is not None and game.keeper == Keeper.TABLE
    if asked.nonce and (answer.refused is None or game.topic or of_a_tablet):
        game.requests.create(
            nonce=asked.nonce,
            digest=asked.digest,
            epoch=entry.epoch if entry else None,
            n=entry.n if entry else None,
            seq=answer.seq,
            refusal=answer.refused.code if answer.refused else "",
            params=stored_params(answer.refused) if answer.refused else {},
            instruction_id=answer.instruction,
            at_ms=asked.stamp_ms,
        )
    return answer


def _digest(body: dict[str, Any]) -> str:
    lasting = {key: value for key, value in body.items() if key not in _OF_THE_SENDING}
    return hashlib.sha256(json.dumps(lasting, sort_keys=True).encode()).hexdigest()


def _actor_named(subject: str) -> Actor:
    return SYSTEM if subject == SYSTEM.who else Actor(subjects=frozenset({subject} if subject else ()))
