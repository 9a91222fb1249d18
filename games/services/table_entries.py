"""Check the entries that the tab of a table sends: their order in the epoch, and the times of its clock.

Only entries of the tab that has custody count. What comes from an older custody, or from before a backup was
restored, is stored for the arbiter and changes nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.faults import Fault
from games.models import Custody, Game, LateEntry
from games.protocol.upward import TableEntry
from games.referee import Request, State
from games.referee import requests as r
from games.services import absences
from games.services.faults import NotRecorded, stored_params
from games.services.locked_game import LockedGame
from games.services.lost_time import Gap, covered_ms

# A second of network and a second of clocks that differ: over an hour two quartzes part by less than that.
SLACK_MS = 2_000
# A silence that is shorter may pass unnoticed (`live.presence`), so an entry may have waited for so long.
UNNOTICED_MS = 5_000
# By so much a seat's turns may differ from the server's clock, all together, before the arbiter looks at it.
MOST_DRIFT_MS = 5_000

# Refusals that a table answers by sending what is missing, or by sending the same again later.
TO_BE_RESENT = frozenset(
    {"entry-gap", "no-custody", "not-holder", "entry-differs", "nonce-reused", "too-early"}
)


class TooLate(NotRecorded):
    """The entry belongs to a custody that has ended."""


@dataclass(frozen=True, slots=True)
class TimeCheck:
    """When an entry happened, within what is possible; `drift_ms` is how far the table's clock was ahead.

    `suspect` is `ahead` or `behind` if the arbiter has to look at it.
    """

    at_ms: int
    drift_ms: int = 0
    suspect: str = ""


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
    """Return when it happened, as the table says: by its clock while one runs, otherwise by ours."""
    if state.clock.running and entry.spent_ms is not None:
        return state.clock.instant_ms(entry.spent_ms)
    return max(state.at_ms, stamp_ms - (entry.ago_ms or 0))


def check_time(
    game: Game, state: State, custody: Custody, entry: TableEntry, stamp_ms: int, gaps: Iterable[Gap] = ()
) -> TimeCheck:
    """Bound what the table says by what is possible, and note in `custody` how far its clock differs.

    A turn cannot have lasted longer than until the frame was read, nor shorter than the server heard the
    tablet during it. An entry waited to be sent only while the tablet was out of reach, or during `gaps`, in
    which the server took nothing.
    """
    claimed_ms, since_ms = instant_ms(state, entry, stamp_ms), state.clock.since_ms
    sent_ms = stamp_ms - (entry.ago_ms or 0)
    earliest_ms = min(claimed_ms, sent_ms)
    may_have_waited = earliest_ms < stamp_ms - UNNOTICED_MS
    away = absences.times_away(game, earliest_ms, stamp_ms) if may_have_waited else []
    credible_ms = min((max(sent_ms, since) for since, until in away if until > sent_ms), default=stamp_ms)
    for since, until in gaps:
        away.append((since, until))
        if since < stamp_ms and until > sent_ms - SLACK_MS:  # it may have come at any time of this gap
            credible_ms = min(credible_ms, max(claimed_ms, since))
    if since_ms is None:
        at_ms = min(credible_ms, max(sent_ms, stamp_ms - UNNOTICED_MS))
        custody.drift_ms = 0
        return TimeCheck(max(state.at_ms, at_ms))
    least_ms = stamp_ms - covered_ms(away, since_ms, stamp_ms) - UNNOTICED_MS
    # What the table is not believed costs no game by itself: the arbiter looks at it.
    if (deadline_ms := state.clock.next_deadline_ms) is not None:
        least_ms = min(least_ms, deadline_ms - 1)
    at_ms = max(state.at_ms, min(stamp_ms, max(claimed_ms, least_ms)))
    drift_ms = claimed_ms - credible_ms
    is_marked = _add_drift(custody, state.clock.turn.seat, drift_ms - custody.drift_ms)
    custody.drift_ms = at_ms - credible_ms
    if claimed_ms > stamp_ms + SLACK_MS:
        return TimeCheck(at_ms, drift_ms, "ahead")
    if claimed_ms < least_ms:
        return TimeCheck(at_ms, drift_ms, "behind")
    return TimeCheck(at_ms, drift_ms, is_marked)


def _add_drift(custody: Custody, seat: str, more_ms: int) -> str:
    """Add to what the table's clock says of this seat beyond ours; return a mark each time it is too much."""
    sum_ms, marked_ms = custody.drifts.get(seat, (0, 0))
    sum_ms += more_ms
    is_too_much = abs(sum_ms - marked_ms) >= MOST_DRIFT_MS
    custody.drifts[seat] = [sum_ms, sum_ms if is_too_much else marked_ms]
    if not is_too_much:
        return ""
    return "ahead" if sum_ms > marked_ms else "behind"


def comes_too_early(state: State, request: Request, entry: TableEntry, stamp_ms: int) -> bool:
    """Return whether a flag of a clock that runs a little ahead of ours has yet to fall: it is sent again."""
    deadline_ms = state.clock.next_deadline_ms
    return (
        isinstance(request, r.Flag)
        and deadline_ms is not None
        and stamp_ms < deadline_ms <= instant_ms(state, entry, stamp_ms) <= stamp_ms + SLACK_MS
    )


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
