"""Check the entries that the tab of a table sends: their order in the epoch, and the times of its clock.

Only entries of the tab that has custody count. What comes from an older custody, or from before a backup was
restored, is stored for the arbiter and changes nothing.
"""

from dataclasses import dataclass
from typing import Any

from games.faults import Fault
from games.models import Custody, Game, LateEntry
from games.protocol.upward import TableEntry
from games.referee import State
from games.services.faults import NotRecorded, stored_params
from games.services.locked_game import LockedGame

# A second of network and a second of clocks that differ: over an hour two quartzes part by less than that.
SLACK_MS = 2_000

# Refusals that a table answers by sending what is missing, or by sending the same again later.
TO_BE_RESENT = frozenset({"entry-gap", "no-custody", "not-holder", "entry-differs", "nonce-reused"})


class TooLate(NotRecorded):
    """The entry belongs to a custody that has ended."""


@dataclass(frozen=True, slots=True)
class TimeCheck:
    """How far the clock of a table is ahead of ours, and whether that can be."""

    drift_ms: int
    suspect: str


def custody_of(game: Game) -> Custody | None:
    return game.custodies.filter(epoch=game.epoch).first() if game.epoch else None


def is_kept_by_tablet(game: Game) -> bool:
    """Return whether a tab at the table keeps the game now, and not the desk."""
    custody = custody_of(game)
    return custody is not None and bool(custody.holder)


def is_current(locked: LockedGame, entry: TableEntry) -> bool:
    """Return whether the entry belongs to the present custody and to the present life of the data."""
    return entry.epoch == locked.game.epoch and entry.generation in (None, locked.generation)


def check_order(locked: LockedGame, entry: TableEntry) -> Custody:
    """Return the custody under which this is the next entry; NotRecorded if it is not."""
    game = locked.game
    if entry.generation not in (None, locked.generation):
        raise TooLate("old-generation")
    custody = custody_of(game)
    if entry.epoch < game.epoch:
        raise TooLate("old-epoch")  # also if there is no custody now: given back, or on another table
    if custody is None:
        raise NotRecorded("no-custody")
    if entry.epoch != game.epoch:
        raise TooLate("old-epoch")
    if entry.tab != custody.holder:
        raise NotRecorded("not-holder")
    if entry.n != custody.n + 1:
        raise NotRecorded("entry-gap", expected=custody.n + 1)
    return custody


def instant_ms(state: State, entry: TableEntry, stamp_ms: int) -> int:
    """Return when it happened: by the table's clock while one runs, otherwise by ours."""
    if state.clock.running and entry.spent_ms is not None:
        return state.clock.instant_ms(entry.spent_ms)
    return max(state.at_ms, stamp_ms - (entry.ago_ms or 0))


def check_time(custody: Custody, entry: TableEntry, at_ms: int, stamp_ms: int) -> TimeCheck:
    """Compare the table's clock with ours; `suspect` is `ahead` or `behind` if it went further than it can.

    A table cannot have used more time than has passed. Whether it used less is known only if the entry says
    how long ago it happened: it may have waited for the network.
    """
    drift_ms = at_ms - (stamp_ms - (entry.ago_ms or 0))
    if drift_ms > max(custody.drift_ms, 0) + SLACK_MS:
        return TimeCheck(drift_ms, "ahead")
    if entry.ago_ms is not None and drift_ms < min(custody.drift_ms, 0) - SLACK_MS:
        return TimeCheck(drift_ms, "behind")
    return TimeCheck(drift_ms, "")


def store_late_entry(
    locked: LockedGame,
    entry: TableEntry,
    nonce: str,
    body: dict[str, Any],
    why: Fault,
    actor: str,
    received_ms: int,
) -> None:
    """Store an entry that was not recorded, so that the arbiter sees what the table played."""
    LateEntry.objects.get_or_create(
        game=locked.game,
        nonce=nonce,
        defaults={
            "generation": entry.generation or locked.generation,
            "epoch": entry.epoch,
            "n": entry.n,
            "body": body,
            "code": why.code,
            "params": stored_params(why),
            "actor": actor,
            "received_ms": received_ms,
        },
    )
