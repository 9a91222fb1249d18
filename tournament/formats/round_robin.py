"""Round robin by Berger tables (FIDE C.05, annex 1)."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournament.scores import Entrant, Outcome, System, check_field

from .draw import RoundDraw
from .format import ByHand, Course, Format, Leg, PairingRefused, StageFacts, StageSize, round_robin_rounds
from .options import AutoRoundsOptions, FormatOptions, option
from .pairing import Pairing, rows_after_withdrawals
from .reasons import Reason

Rounds = tuple[tuple[Pairing, ...], ...]


@dataclass(frozen=True, slots=True)
class ScheduleTerms:
    """The choices of a schedule.

    `swap_last_two` exchanges the last two rounds of the first cycle, so that no entrant of a double round
    robin starts, or is second, three times running where the cycles meet.
    """

    cycles: int = 1
    swap_last_two: bool = False


_USUAL = ScheduleTerms()


def schedule(entrants: Iterable[Entrant], terms: ScheduleTerms = _USUAL) -> Rounds:
    """Schedule all rounds at once, in playing order.

    Every pair meets exactly once a cycle, every entrant is in each round exactly once, an odd field has one
    entrant free per round. Starts and seconds differ by at most one over a cycle and are equal over two. The
    entrants take their table numbers by seed; for lots, draw the seeds beforehand (`seeding.draw_seeds`).
    """
    field = check_field(entrants)
    rounds: list[tuple[Pairing, ...]] = []
    for cycle in range(terms.cycles):
        order = list(range(1, _table_size(len(field))))
        if terms.swap_last_two and cycle == 0 and len(order) > 1:
            order[-2:] = reversed(order[-2:])
        rounds += (_round(field, number, reverse=cycle % 2 == 1) for number in order)
    return tuple(rounds)


def berger_round(size: int, number: int) -> tuple[tuple[int, int], ...]:
    """Return round `number` of the Berger table for an even `size`: (starts, second) by table number.

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
    for one, other in berger_round(_table_size(len(field)), number):
        if max(one, other) > len(field):
            sits_out = field[min(one, other) - 1]
            free.append(Pairing(None, sits_out.id, None, Outcome.FREE, (Reason("free"),)))
            continue
        first, second = (other, one) if reverse else (one, other)
        games.append(Pairing(len(games) + 1, field[first - 1].id, field[second - 1].id, None, (reason,)))
    return (*games, *free)


@dataclass(frozen=True, slots=True)
class RoundRobinOptions(AutoRoundsOptions):
    swap_last_two: bool = option(False, "The last two rounds of the first cycle change places")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobin(Format):
    """All entrants meet each other, `cycles` times."""

    cycles: int = 1
    options_type: type[FormatOptions] = RoundRobinOptions
    tiebreaks: tuple[str, ...] = ("DE", "SB", "WON")
    system: System = System.ROUND_ROBIN
    by_opponent: bool = True
    rounds_overlap: bool = True
    by_hand: ByHand = ByHand.STARTS
    seeds_by_hand: bool = True
    withdrawal: str = (
        "Opponents win the games still to come. If this entrant has played fewer than half of all games, "
        "none of them count; otherwise the results stay. A return is possible."
    )

    def scheduled_games(self, entrants: int) -> int:
        return self.cycles * (entrants - 1)

    def rounds(self, size: StageSize) -> int:
        return self.cycles * round_robin_rounds(max(size.tables))

    def next_round(self, facts: StageFacts) -> RoundDraw:
        assert isinstance(facts.options, RoundRobinOptions)
        rounds = schedule(facts.entrants, ScheduleTerms(self.cycles, facts.options.swap_last_two))
        if facts.number > len(rounds):
            raise PairingRefused("no-more-rounds", rounds=len(rounds))
        return RoundDraw(rows_after_withdrawals(rounds[facts.number - 1], facts.gone))

    def lengths(self, entrants: int) -> tuple[Course, ...]:
        legs = (Leg(self.cycles * round_robin_rounds(entrants), entrants),)
        return (Course(legs, self.scheduled_games(entrants)),)


ROUND_ROBIN = RoundRobin(
    code="round-robin",
    name="Round robin",
    trf_systems=("BERGER_ROUNDROBIN", "FIDE_ROUNDROBIN", "BERGER_ROUNDROBIN_G1"),
    family="round-robin",
    fairness=40,
)
DOUBLE_ROUND_ROBIN = RoundRobin(
    code="double-round-robin",
    name="Double round robin",
    cycles=2,
    trf_systems=("BERGER_DOUBLEROUNDROBIN", "BERGER_ROUNDROBIN_G2"),
    family="round-robin",
    fairness=35,
)
