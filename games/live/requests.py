"""Answer one request of one client: check the right, and record the request.

Runs in a thread of `database_threads.writing`. Rights are read for each request except moves: a player who
was allowed to move is not looked up again for a few seconds, because without that a hall of 200 boards cannot
be served. A right that is taken ends the socket at once (`signals.rights_taken`).
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from games import extension, timekeeping
from games.access import pins
from games.access.permissions import Actor, NotAllowed, actor_of, may, require, seats_of
from games.access.roles import RIGHTS, Role
from games.accounts import sessions
from games.models import Custody, Game, LinkDevice
from games.models.access import DeviceEnd
from games.protocol.upward import Frame, TakeCustody, parse_request
from games.referee import Request
from games.referee import requests as r
from games.rules import Seat
from games.services import absences, recording
from games.services.custody import take_custody
from games.services.lost_time import Gaps

from .presence import devices
from .reads import custody_message

Json = dict[str, Any]

MOVER = "mover"  # in the scope of a socket: the actor who was allowed to move, and when
MOVER_MS = 5_000


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request; `seq` of the event it made, `has_custody` if the sender asked for it."""

    message: Json
    seq: int = 0
    has_custody: bool | None = None


def record(
    game_id: int, scope: Any, frame: Frame, stamp_ms: int, round_trip_ms: int, gaps: Gaps | None = None
) -> Reply:
    """Record the request; raise a Fault if it is refused."""
    is_move = isinstance(frame.ask, r.MakeMove | r.Press)
    actor, since_ms = scope.get(MOVER, (None, 0))
    if actor is None or not is_move or not 0 <= stamp_ms - since_ms < MOVER_MS:
        actor, since_ms = actor_of(scope), stamp_ms
    if actor.user_id is not None:
        sessions.note_seen(actor.session_key, actor.address)
    if isinstance(frame.ask, TakeCustody):
        return _answer_custody(actor, Game.objects.defer("state").get(pk=game_id), frame, frame.ask)
    request = frame.ask
    assert isinstance(request, Request)
    permit = partial(_permit, actor, frame, stamp_ms)
    # A client without any right does not get as far as the lock of the game.
    if not actor.holdings and (denied := permit(Game.objects.defer("state").get(pk=game_id))):
        raise denied
    if isinstance(request, r.MakeMove | r.Press):
        request = replace(request, round_trip_ms=round_trip_ms)
    answer = recording.record(
        game_id=game_id,
        request=request,
        actor=actor,
        nonce=frame.nonce,
        body=frame.body,
        stamp_ms=stamp_ms,
        now=timekeeping.stamp_ms,
        entry=frame.entry,
        instruction=frame.instruction,
        permit=permit,
        gaps=gaps,
    )
    if is_move:
        scope[MOVER] = (actor, since_ms)
    if answer.refused is not None:
        raise answer.refused
    message: Json = {"type": "answer", "nonce": frame.nonce, "seq": answer.seq}
    if answer.instruction is not None:
        message["instruction"] = answer.instruction
    return Reply(message, answer.seq or 0)


def _answer_custody(actor: Actor, game: Game, frame: Frame, ask: TakeCustody) -> Reply:
    """Answer whether the tab keeps the game, after giving it the game if it asks for that."""
    require(actor, "custody", game)
    held = Custody.objects.filter(game=game, epoch=game.epoch).first()
    if ask.take and (held is None or held.holder != ask.tab):
        held = take_custody(game.pk, ask.tab, actor)
    message = {**custody_message(game.code, held, ask.tab), "nonce": frame.nonce}
    return Reply(message, has_custody=message["mine"])


def _permit(actor: Actor, frame: Frame, stamp_ms: int, game: Game) -> NotAllowed | None:
    """Return NotAllowed unless the actor has the right, or a table is entrusted with this.

    It is not raised, because that would undo what is committed together with it.
    """
    try:
        _require_right(actor, frame, game)
        if isinstance(frame.ask, r.Start):
            _require_start(actor, game, stamp_ms)
    except NotAllowed as denied:
        if not _is_entrusted(actor, frame, game, stamp_ms) and not _had_custody(actor, frame, game):
            return denied
    return None


def _require_right(actor: Actor, frame: Frame, game: Game) -> None:
    """Check the right to do this, for the seat or the side that the request names."""
    ask = frame.ask
    if isinstance(ask, r.Confirm):
        seats = [seat for seat in Seat.of(game.seats) if seat.side is ask.side]
        if not any(may(actor, frame.verb, game, seat=seat) for seat in seats):
            raise NotAllowed("not-allowed")
        return
    seat = getattr(ask, "seat", None)
    # To ask the opponents for a takeback is an offer; to take a move back is the arbiter's right.
    verb = "offer" if isinstance(ask, r.TakeBack) and seat is not None else frame.verb
    # Requests of the arbiter name the seat of a player, all others the sender's seat.
    own = "" if seat is None or isinstance(ask, _ABOUT_A_SEAT) else str(seat)
    require(actor, verb, game, seat=own)


def _require_start(actor: Actor, game: Game, stamp_ms: int) -> None:
    """Check that a player on an own device starts no game of a round too early, or against an empty chair.

    Who may pause the game may start it at any time.
    """
    if may(actor, "pause", game) or (times := extension.installed.start_times(game)) is None:
        return
    starts_ms, alone_ms = times
    if stamp_ms < starts_ms:
        raise NotAllowed("before-the-round")
    if stamp_ms < alone_ms:
        table = [seat.value for seat in Seat.of(game.seats)]
        online = {seat for seat, each in devices.presence.of(game.pk)["seats"].items() if each["online"]}
        if len({Seat(seat).side for seat in {*online, *seats_of(actor, game, table)}}) < 2:
            raise NotAllowed("opponent-missing")


def _is_entrusted(actor: Actor, frame: Frame, game: Game, stamp_ms: int) -> bool:
    """Return whether the desk asked the table to do this, or a PIN allows it that the table checked while it
    was out of reach."""
    if frame.entry is None or not may(actor, "serve", game):
        return False
    if frame.instruction is not None:
        given = game.instructions.filter(pk=frame.instruction).first()
        if given is None or parse_request(given.body) != frame.ask:
            return False
        # Once: afterwards only the same entry may come again, to be answered as before.
        return given.done_ms is None or game.requests.filter(nonce=frame.nonce).exists()
    checked = frame.entry.unlocked == "offline" and pins.offline_verifier(game) is not None
    if not checked or Role.TABLE_WITH_PIN not in RIGHTS[frame.verb]:
        return False
    away = absences.was_away(game, stamp_ms - (frame.entry.ago_ms or 0))
    return away or game.requests.filter(nonce=frame.nonce).exists()


def _had_custody(actor: Actor, frame: Frame, game: Game) -> bool:
    """Return whether the tablet kept the game under this entry's epoch: then the entry is stored as late."""
    entry = frame.entry
    if entry is None or entry.epoch >= game.epoch:
        return False
    held = game.custodies.filter(epoch=entry.epoch, holder=entry.tab)
    if held.filter(actor=actor.who).exists():
        return True
    # A replaced tablet has lost its right, but what it played before is still stored.
    replaced = LinkDevice.objects.filter(device=actor.device, ended=DeviceEnd.REPLACED)
    return bool(actor.device) and held.filter(device=actor.device).exists() and replaced.exists()


_ABOUT_A_SEAT = (r.Adjust, r.Penalise, r.NoteIllegal)
