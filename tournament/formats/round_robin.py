"""Round robin by Berger tables (FIDE C.05, annex 1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.scores import Entrant, Outcome, check_field

from .pairing import Pairing
from .reasons import Reason

Rounds = tuple[tuple[Pairing, ...], ...]


@dataclass(frozen=True, slots=True)
class Options:
    """`swap_last_two`: exchange the last two rounds of the first cycle, so that nobody in a double
    round robin starts, or is second, three times running where the cycles meet."""

    cycles: int = 1
    swap_last_two: bool = False


def schedule(entrants: Iterable[Entrant], options: Options = Options()) -> Rounds:  # noqa: B008 (frozen)
    """All rounds at once, in playing order.

    Every pair meets exactly once a cycle, everyone is in each round exactly once, an odd field has one
    entrant free per round. Starts and seconds differ by at most one over a cycle and are equal over two. The
    entrants take their table numbers by seed; whoever wants lots draws the seeds beforehand
    (`seeding.by_lot`).
    """
    field = check_field(entrants)
    rounds: list[tuple[Pairing, ...]] = []
    for cycle in range(options.cycles):
        order = list(range(1, _table_size(len(field))))
        if options.swap_last_two and cycle == 0 and len(order) > 1:
            order[-2:] = reversed(order[-2:])
        rounds += (_round(field, number, reverse=cycle % 2 == 1) for number in order)
    return tuple(rounds)


def table(size: int, number: int) -> tuple[tuple[int, int], ...]:
    """Round `number` of the Berger table for an even `size`: (starts, second) by table number.

    The highest number stays; the one it meets moves by half the table each round. Round about that
    one, equal distances meet.
    """
    circle = size - 1
    pivot = (number - 1) * (size // 2) % circle
    with_last = (pivot + 1, size) if number % 2 else (size, pivot + 1)
    others = (
        ((pivot + distance) % circle + 1, (pivot - distance) % circle + 1) for distance in range(1, size // 2)
    )
    return (with_last, *others)


def _table_size(count: int) -> int:
    return count + count % 2


def _round(field: tuple[Entrant, ...], number: int, *, reverse: bool) -> tuple[Pairing, ...]:
    reason = Reason("table-reversed" if reverse else "table", round=number)
    games: list[Pairing] = []
    free: list[Pairing] = []
    for one, other in table(_table_size(len(field)), number):
        if max(one, other) > len(field):
            sits_out = field[min(one, other) - 1]
            free.append(Pairing(None, sits_out.id, None, Outcome.FREE, (Reason("free"),)))
            continue
        first, second = (other, one) if reverse else (one, other)
        games.append(Pairing(len(games) + 1, field[first - 1].id, field[second - 1].id, None, (reason,)))
    return (*games, *free)
