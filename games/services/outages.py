"""Time in which nobody could move belongs to nobody: it is given back to the mover, or the game pauses.

Per game, and only where the server keeps the time. What happened in between shortens an outage: it shows that
the server was there.
"""

from collections.abc import Callable, Collection, Iterable

from games.access.permissions import SYSTEM
from games.models import Game, Server
from games.referee import Keeper, Refused, Request, Status
from games.referee import requests as r
from games.rules import Seat
from games.services.locked_game import Book, committed_together, writing
from games.services.lost_time import covered_ms, lost_time

OUTAGE = "server"  # why a game pauses after an outage
# A game that stood longer goes on when somebody says so: people have left the table, or have begun to argue.
LONGEST_GIVEN_BACK_MS = 10_000
# What a queue, a lock and a slow disk take on any day. Two beats missed by all processes: nobody is there.
LATE_MS = 2_500
# A disk that has just stood still is not asked to be certain of each game by itself: with a hundred of them
# everybody's next move would wait for seconds.
SETTLED_TOGETHER = 32
# A write of this length is a disk that stood still, or a lock, and no clock may run by it.
SLOW_WRITE_MS = 100
# Not worth an event.
UNNOTICED_MS = 50
# A phone tries to connect every 3.9 s at most (static/js/live/socket.js), and then has to be let in.
UNTIL_CONNECTED_MS = 6_000
# A state has to arrive and to be drawn, and a move that waited to be sent again.
AFTER_CONNECTING_MS = 500

SeatKey = tuple[int, str]  # a game's number and a seat
Reachable = Callable[[int, str], bool]  # a game's number and a seat: whether its player is connected


def nobody(game_id: int, seat: str) -> bool:
    """Of a server that has just come back."""
    return False


def everybody(game_id: int, seat: str) -> bool:
    """Of a server that was heard all the time."""
    return True


def settle(book: Book, until_ms: int, *, is_reachable: Reachable, now_ms: int | None = None) -> bool:
    """Before anything is judged: give back what was lost of this turn. Whether anything was."""
    if not _is_on_the_clock(book):
        return False
    now_ms = until_ms if now_ms is None else now_ms
    gaps = lost_time.gaps(book.game.pk, until_ms)
    if lost_time.beaten_ms is not None and now_ms - lost_time.beaten_ms > LATE_MS:
        beat_ms = last_beat_ms()
        if beat_ms is not None and now_ms - beat_ms > LATE_MS:
            gaps.append((beat_ms, until_ms))
    lost_ms = covered_ms(gaps, _counts_from_ms(book), until_ms)
    return _give_back(book, lost_ms, until_ms, now_ms=now_ms, is_reachable=is_reachable)


def settle_all(
    from_ms: int, *, now_ms: int, is_reachable: Reachable, seats: Collection[SeatKey] | None = None
) -> list[int]:
    """Nobody, or none of these seats, could move since `from_ms`. The games that got time back, or paused."""
    wanted = Game.objects.on_the_clock().values_list("pk", flat=True)
    if seats is not None:
        wanted = wanted.filter(pk__in={game_id for game_id, _ in seats})
    settled = []
    for game_id in list(wanted):
        with writing(game_id) as book:
            if not _is_on_the_clock(book):
                continue
            if seats is not None and (game_id, book.state.seat.value) not in seats:
                continue
            # A clock that still waits for its player after another outage waits anew.
            is_waiting = (book.state.clock.since_ms or 0) > now_ms
            counts_from_ms = book.state.at_ms if is_waiting else _counts_from_ms(book)
            gaps = [(from_ms, now_ms), *lost_time.gaps(game_id, now_ms)]
            lost_ms = covered_ms(gaps, counts_from_ms, now_ms)
            if _give_back(book, lost_ms, now_ms, now_ms=now_ms, is_reachable=is_reachable):
                settled.append(game_id)
    return settled


def settle_stalls(now_ms: int, *, is_reachable: Reachable, alone: bool = True) -> None:
    """This process stood still: what it remembers of that is given back to everybody.

    Beside other processes (not `alone`) only to those who are connected here: the others could move.
    """
    running = list(Game.objects.on_the_clock().order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(running), SETTLED_TOGETHER):
        with committed_together():
            for game_id in running[first : first + SETTLED_TOGETHER]:
                with writing(game_id) as book:
                    if alone or is_reachable(game_id, book.state.seat):
                        settle(book, now_ms, is_reachable=is_reachable)


def freeze(as_of_ms: int, *, now_ms: int) -> list[int]:
    """Pause all games as of then, however long ago it was: nobody knows. Those that paused."""
    frozen = []
    for game_id in list(Game.objects.on_the_clock().values_list("pk", flat=True)):
        with writing(game_id) as book:
            if _is_on_the_clock(book) and _pause(book, max(as_of_ms, book.state.at_ms), now_ms):
                frozen.append(game_id)
    return frozen


def wait_for(seats: Collection[SeatKey], now_ms: int) -> None:
    """The process of these players stops and others go on: clocks wait until they are connected there."""
    wanted = Game.objects.on_the_clock().filter(pk__in={game_id for game_id, _ in seats})
    for game_id in list(wanted.values_list("pk", flat=True)):
        with writing(game_id) as book:
            if not _is_on_the_clock(book) or (game_id, book.state.seat.value) not in seats:
                continue
            if _counts_from_ms(book) <= now_ms:  # it does not wait already
                apply(book, r.GiveBack(0, now_ms + UNTIL_CONNECTED_MS), now_ms, now_ms)


def settle_turn(book: Book, judged_ms: int, written_ms: int) -> None:
    """A request was judged and is written: whoever is on the move now pays from when they can know of it.

    Something may have kept the log from being written; other processes learn of that hereby. And soon after
    an outage one player may move before the other is connected again: that clock waits.
    """
    if written_ms - judged_ms > SLOW_WRITE_MS:
        lost_time.write_was_slow(book.game.pk, judged_ms, written_ms)
        settle(book, written_ms, is_reachable=everybody)
    until_ms = lost_time.returns_until_ms
    if written_ms >= until_ms or not _is_on_the_clock(book) or (book.state.clock.since_ms or 0) > written_ms:
        return
    if not lost_time.is_reachable(book.game.pk, book.state.seat):
        apply(book, r.GiveBack(0, until_ms), written_ms, written_ms)


def reach(game_id: int, seats: Iterable[str], now_ms: int) -> bool:
    """These players are connected: a clock that waits for one of them waits no longer.

    Unless they will have to come to another process.
    """
    if lost_time.is_leaving:
        return False
    with writing(game_id) as book:
        if not _is_on_the_clock(book) or book.state.seat not in seats:
            return False
        return apply(book, r.Reach(book.state.seat, now_ms + AFTER_CONNECTING_MS), now_ms, now_ms)


def last_beat_ms() -> int | None:
    return Server.objects.filter(pk=Server.THE_ONLY).values_list("beat_ms", flat=True).first()


def apply(book: Book, request: Request, at_ms: int, now_ms: int) -> bool:
    """What the server asks of itself; refused, it changes nothing."""
    try:
        ruling = book.decide(request, at_ms)
    except Refused:
        return False
    book.append(ruling, actor=SYSTEM.who, received_ms=now_ms)
    return True


def _is_on_the_clock(book: Book) -> bool:
    game = book.game
    is_ours = game.keeper == Keeper.SERVER and not game.voided and not game.gone
    return is_ours and book.state.status is Status.RUNNING


def _counts_from_ms(book: Book) -> int:
    since_ms = book.state.clock.since_ms
    assert since_ms is not None  # it runs
    return max(since_ms, book.state.at_ms)


def _give_back(book: Book, lost_ms: int, at_ms: int, *, now_ms: int, is_reachable: Reachable) -> bool:
    seat: Seat = book.state.seat
    waits = book.game.pk in lost_time.failing or not is_reachable(book.game.pk, seat)
    back_ms = now_ms + UNTIL_CONNECTED_MS if waits else at_ms
    if lost_ms < UNNOTICED_MS:
        return False
    if lost_ms > LONGEST_GIVEN_BACK_MS:
        return _pause(book, at_ms - lost_ms, now_ms)
    request = r.GiveBack(lost_ms, back_ms)
    return apply(book, request, at_ms, now_ms) or apply(book, r.Flag(), at_ms - lost_ms, now_ms)


def _pause(book: Book, at_ms: int, now_ms: int) -> bool:
    """A flag that fell before the outage has fallen."""
    return apply(book, r.Pause(OUTAGE), at_ms, now_ms) or apply(book, r.Flag(), at_ms, now_ms)
