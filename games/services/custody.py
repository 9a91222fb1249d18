"""Which tab keeps a table's game, and what happens to the entries of the one that kept it before."""

from django.db.models import QuerySet

from games import timekeeping
from games.access import audit_log
from games.access.permissions import SYSTEM, Actor, require
from games.messages import TableEntry, parse_request
from games.models import Custody, Game, LateEntry
from games.referee import Keeper, Refused, Request
from games.referee import requests as r
from games.services.locked_game import Book, writing

from . import table_entries
from .faults import NotRecorded

REASON = "custody"  # why the game pauses when it changes hands


def holder_of(game: Game) -> str:
    """The tab that keeps the game, or nothing while nobody or the desk does."""
    custody = table_entries.custody_of(game)
    return custody.holder if custody else ""


def take_custody(game_id: int, holder: str, actor: Actor, *, now_ms: int | None = None) -> Custody:
    """Let this tab keep the game (or, with no holder, the desk). Asking again changes nothing.

    A running game pauses at the clocks of the last entry: what the former tab did since, nobody knows here.
    """
    now_ms = timekeeping.stamp_ms() if now_ms is None else now_ms
    with writing(game_id) as book:
        game = book.game
        if game.keeper != Keeper.TABLE:
            raise NotRecorded("server-keeps")
        held = table_entries.custody_of(game)
        if held is not None and held.holder == holder:
            return held
        if held is not None:
            # From another tab, or back from the desk: not for whoever happens to hold the tablet. Asked here,
            # under the lock: of two tabs that both saw a game without a keeper, one comes second.
            require(actor, "take_custody", game)
        if held is not None or book.state.seq:
            _pause(book, actor, now_ms)
        game.epoch += 1
        game.save(update_fields=["epoch"])
        custody = Custody.objects.create(
            game=game,
            epoch=game.epoch,
            holder=holder,
            actor=actor.who,
            taken_ms=now_ms,
            taken_seq=book.state.seq,
        )
        if held is not None and game.topic:
            after = {"epoch": game.epoch, "seq": book.state.seq}
            audit_log.write(actor, "take_custody", audit_log.path(game.topic, game.scope), after=after)
        book.tell_table("custody", epoch=game.epoch)
    return custody


def give_back(game_id: int, actor: Actor, *, now_ms: int | None = None) -> None:
    """The desk lets go of a game that it took: the next tab at the table that asks keeps it, without the PIN.

    The game stays paused. A tab that keeps the game is not touched: taking it away is `take_custody`.
    """
    now_ms = timekeeping.stamp_ms() if now_ms is None else now_ms
    with writing(game_id) as book:
        game = book.game
        held = table_entries.custody_of(game)
        if held is None or held.holder:
            raise NotRecorded("not-at-the-desk")
        end_custody(book, actor, now_ms)
        after = {"epoch": game.epoch, "seq": book.state.seq}
        audit_log.write(actor, "give_back", audit_log.path(game.topic, game.scope), after=after)
        book.tell_table("custody", epoch=game.epoch)


def end_custody(book: Book, actor: Actor, now_ms: int) -> None:
    """Nobody keeps the game: it pauses as of its last entry, and the next tab at its table gets it."""
    _pause(book, actor, now_ms)
    book.game.epoch += 1
    book.game.save(update_fields=["epoch"])


def late_entries(game_id: int) -> QuerySet[LateEntry]:
    """What tables played on this game and the log does not hold, in the order in which it was played."""
    return LateEntry.objects.filter(game_id=game_id, adopted_ms=None)


def adopt(game_id: int, epoch: int, actor: Actor, *, now_ms: int | None = None) -> int:
    """Take over what the former tab played after it lost the game. How many entries were adopted.

    Only while nobody has moved since. The game is paused again afterwards: the arbiter says when it goes on.
    """
    now_ms = timekeeping.stamp_ms() if now_ms is None else now_ms
    with writing(game_id) as book:
        game = book.game
        late = list(
            game.late_entries.filter(epoch=epoch, adopted_ms=None, code__in=("old-epoch", "old-generation"))
        )
        if not late:
            raise NotRecorded("nothing-late")
        custody = table_entries.custody_of(game)
        since = custody.taken_seq if custody else 0
        if game.events.filter(seq__gt=since, kind__in=("moved", "pressed")).exists():
            raise NotRecorded("epoch-played")
        if REASON in book.state.clock.pauses:
            _apply(book, r.Resume(REASON), book.state.at_ms, actor.who, now_ms)
        adopted = 0
        for each in late:
            try:
                _adopt(book, each, now_ms)
            except Refused as why:
                if not adopted:
                    raise NotRecorded("too-late-to-adopt", why=str(why)) from why
                break
            adopted += 1
        _pause(book, actor, now_ms)
        audit_log.write(
            actor,
            "adopt_late_entries",
            audit_log.path(game.topic, game.scope),
            after={"epoch": epoch, "entries": adopted, "seq": book.state.seq},
        )
    return adopted


def _adopt(book: Book, late: LateEntry, now_ms: int) -> None:
    body = late.body
    entry = TableEntry(late.epoch, late.n, body.get("spent_ms"), ago_ms=body.get("ago_ms"))
    at_ms = table_entries.instant_ms(book.state, entry, late.received_ms)
    _apply(book, parse_request(body), at_ms, late.actor, now_ms)
    late.adopted_ms = now_ms
    late.save(update_fields=["adopted_ms"])


def _pause(book: Book, actor: Actor, now_ms: int) -> None:
    """As of the last event, unless the game has not begun, is over, or is paused for this already."""
    state = book.state
    if state.clock.started and state.outcome is None and REASON not in state.clock.pauses:
        _apply(book, r.Pause(REASON), state.at_ms, (actor or SYSTEM).who, now_ms)


def _apply(book: Book, request: Request, at_ms: int, actor: str, now_ms: int) -> None:
    book.append(book.decide(request, at_ms), actor=actor, received_ms=now_ms)
