"""Decide which tab keeps a table's game. What a former tab still sends is in `late_entries`."""

from collections.abc import Collection

from games import audit_log, timekeeping
from games.access.permissions import SYSTEM, Actor, require
from games.models import Custody, Game
from games.referee import Keeper, Status
from games.referee import requests as r
from games.services.locked_game import LockedGame, lock_game

from . import absences, table_entries
from .faults import NotRecorded

REASON = "custody"  # why the game pauses when it changes hands


def holder_of(game: Game) -> str:
    """Return the tab that keeps the game; empty while no tab does, or the desk."""
    custody = table_entries.custody_of(game)
    return custody.holder if custody else ""


def take_custody(game_id: int, holder: str, actor: Actor, *, now_ms: int | None = None) -> Custody:
    """Let this tab keep the game (or, with no holder, the desk). Asking again changes nothing.

    A running game pauses as of the last sign of life of the former tablet: until then it kept the clocks.
    """
    now_ms = timekeeping.stamp_ms() if now_ms is None else now_ms
    with lock_game(game_id) as locked:
        game = locked.game
        if game.keeper != Keeper.TABLE:
            raise NotRecorded("server-keeps")
        held = table_entries.custody_of(game)
        if held is not None and held.holder == holder:
            return held
        if held is not None:
            # Taking the game from another tab or from the desk needs a right. It is checked here, under the
            # lock: of two tabs that both saw a game without a keeper, one comes second.
            require(actor, "take_custody", game)
        if held is not None or locked.state.seq:
            pause_for_custody(locked, actor, now_ms, at_ms=_kept_until_ms(locked, held, now_ms))
        game.epoch += 1
        game.save(update_fields=["epoch"])
        custody = Custody.objects.create(
            game=game,
            epoch=game.epoch,
            holder=holder,
            actor=actor.who,
            device=actor.device if holder else "",
            taken_ms=now_ms,
            taken_seq=locked.state.seq,
        )
        if held is not None and game.topic:
            after = {"epoch": game.epoch, "seq": locked.state.seq}
            audit_log.write(actor, "take_custody", audit_log.path(game.topic, game.scope), after=after)
        locked.announce_change("custody", epoch=game.epoch)
    return custody


def give_back(game_id: int, actor: Actor, *, now_ms: int | None = None) -> None:
    """Give a game that the desk took back to its table: the next tab there that asks keeps it, without PIN.

    The game stays paused. A tab that keeps the game is not touched: `take_custody` takes it away.
    """
    now_ms = timekeeping.stamp_ms() if now_ms is None else now_ms
    with lock_game(game_id) as locked:
        game = locked.game
        held = table_entries.custody_of(game)
        if held is None or held.holder:
            raise NotRecorded("not-at-the-desk")
        end_custody(locked, actor, now_ms, at_ms=now_ms)
        after = {"epoch": game.epoch, "seq": locked.state.seq}
        audit_log.write(actor, "give_back", audit_log.path(game.topic, game.scope), after=after)
        locked.announce_change("custody", epoch=game.epoch)


def release(game_id: int, actor: Actor, devices: Collection[str], *, now_ms: int | None = None) -> bool:
    """End the custody of these devices, which were replaced or signed out; return whether one of them had it.

    The next tab at the table that asks keeps the game, without the PIN; until then it is paused.
    """
    now_ms = timekeeping.stamp_ms() if now_ms is None else now_ms
    with lock_game(game_id) as locked:
        held = table_entries.custody_of(locked.game)
        if held is None or not held.holder or held.device not in devices or locked.game.status == Status.OVER:
            return False
        end_custody(locked, actor, now_ms, at_ms=_kept_until_ms(locked, held, now_ms))
        locked.announce_change("custody", epoch=locked.game.epoch)
    return True


def leave_table(locked: LockedGame, now_ms: int) -> None:
    """End the custody of a game that is put on another table; do nothing if no tab keeps it."""
    held = table_entries.custody_of(locked.game)
    if held is not None:
        end_custody(locked, SYSTEM, now_ms, at_ms=_kept_until_ms(locked, held, now_ms))


def end_custody(locked: LockedGame, actor: Actor, now_ms: int, *, at_ms: int) -> None:
    """End the custody: the game pauses as of `at_ms`, and the next tab at its table may keep it."""
    pause_for_custody(locked, actor, now_ms, at_ms=at_ms)
    locked.game.epoch += 1
    locked.game.save(update_fields=["epoch"])


def _kept_until_ms(locked: LockedGame, held: Custody | None, now_ms: int) -> int:
    """Return until when the clocks were kept: the desk is always there, a tablet until it was last heard."""
    if held is None:
        return locked.state.at_ms
    return absences.last_heard_ms(locked.game, now_ms) if held.holder else now_ms


def pause_for_custody(locked: LockedGame, actor: Actor, now_ms: int, *, at_ms: int) -> None:
    """Pause as of `at_ms`, unless the game has not begun, is over, or is paused for this already.

    No flag falls by it: only the tablet that keeps a game finds that the time is up.
    """
    state = locked.state
    if state.clock.started and state.outcome is None and REASON not in state.clock.pauses:
        deadline_ms = state.clock.next_deadline_ms
        if deadline_ms is not None:
            at_ms = min(at_ms, deadline_ms - 1)
        ruling = locked.decide(r.Pause(REASON), max(at_ms, state.at_ms))
        locked.append(ruling, actor=(actor or SYSTEM).who, received_ms=now_ms, device=actor.device)
