"""Propose format, rounds, clock and expected end from the numbers of players, tablets and minutes.

The expected end of a round that is being played is estimated in the same way.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from games.clock import TimeControl
from games.timekeeping import MINUTE_MS
from tournament.formats.format import Course, Format, Leg
from tournament.formats.registry import FORMATS
from tournament.models import Round
from tournament.services.tables import seating

# Between two games at a table: results, the next pairing, finding the seat.
CHANGEOVER_MS = 4 * MINUTE_MS
# Controls to try, the most generous first; games last ten to twenty minutes (docs/rules.md#time-limits).
CONTROLS = ("15+0", "10+5", "10+0", "7+3", "5+3", "5+0", "3+2")
MOST_GAMES_THAT_COUNT = 9  # more of them do not make a format better


@dataclass(frozen=True, slots=True)
class HallSize:
    """How many can play at once: `boards` are those of a match of teams."""

    tables: int
    seats: int = 2
    boards: int = 1


@dataclass(frozen=True, slots=True)
class FormatProposal:
    """A format that fits. `ends_after_ms` counts from the start; `games_each` is what most of the entrants
    play.

    `round_ms` and `waves` are those of the first rounds, in which all entrants play.
    """

    format_rules: Format
    rounds: int
    control: str
    games_each: int
    round_ms: int
    ends_after_ms: int
    waves: int  # how often every table is used in a round
    chosen: tuple[tuple[str, int], ...] = ()  # options that belong to it

    @property
    def in_one_go_ms(self) -> int:
        """How long people sit together: for all of it, or for an evening of a season."""
        return self.round_ms if self.format_rules.over_season else self.ends_after_ms


def propose(
    *, entrants: int, tables: int, minutes: int, seats: int = 2, boards: int = 1, season: bool = False
) -> list[FormatProposal]:
    """Propose what fits into the time, best first: more games for each entrant, then more time for each game.

    Over a `season` the time is that of an evening, which is a round. Empty if there are too few tables, or
    too little time, for anything but a knockout.
    """
    if entrants < 2 or tables < 1:
        return []
    hall = HallSize(tables, seats, boards)
    found: list[FormatProposal] = []
    for format_rules in FORMATS.values():
        for course in format_rules.lengths(entrants) if format_rules.over_season == season else ():
            fitting = (plan(format_rules, course, control, hall) for control in CONTROLS)
            made = next((each for each in fitting if each.in_one_go_ms <= minutes * MINUTE_MS), None)
            if made:
                found.append(made)
    return sorted(found, key=lambda each: (-_worth(each), -each.games_each))


def plan(format_rules: Format, course: Course, control: str, hall: HallSize) -> FormatProposal:
    """Calculate what a choice would take; called for every change in the form."""
    return FormatProposal(
        format_rules=format_rules,
        rounds=course.rounds,
        control=control,
        games_each=course.games_each,
        round_ms=_round_ms(course.legs[0], control, hall),
        ends_after_ms=sum(leg.rounds * _round_ms(leg, control, hall) for leg in course.legs),
        waves=_waves(course.legs[0], hall),
        chosen=course.chosen,
    )


def one_per_family(proposals: Iterable[FormatProposal]) -> list[FormatProposal]:
    """Choose the best of each family, best first: two lengths of a Swiss are no separate choice."""
    found: dict[str, FormatProposal] = {}
    for each in proposals:
        found.setdefault(each.format_rules.family or each.format_rules.code, each)
    return list(found.values())


def _round_ms(leg: Leg, control: str, hall: HallSize) -> int:
    return _waves(leg, hall) * (leg.games * game_ms(control, hall.seats) + CHANGEOVER_MS)


def _waves(leg: Leg, hall: HallSize) -> int:
    return -(-max(leg.entrants // 2, 1) * hall.boards // hall.tables)


def game_ms(control: str, seats: int) -> int:
    """Estimate how long the slower games take, in which every seat uses all of its expected time."""
    terms = TimeControl.parse(control)
    letters = "XO" if seats == 2 else "NESW"
    expected = sum(terms.expected_ms(seat) for seat in letters)
    return min(expected, terms.game_ms) if terms.game_ms else expected


def expected_end_ms(round_: Round, *, boards: int, tables: int, games_each: int) -> int | None:
    """Estimate when the slower matches of a round will be over; a common end that was set is the answer."""
    if round_.ends_ms:
        return round_.ends_ms
    if not round_.starts_ms or not boards:
        return None
    waves = -(-boards // tables) if tables else 1
    games = waves * games_each
    taken_ms = game_ms(seating.control_of(round_), round_.stage.tournament.seats)
    return round_.starts_ms + games * taken_ms + (games - 1) * CHANGEOVER_MS


def _worth(each: FormatProposal) -> int:
    """Rate a proposal: a round robin is fairest, a Swiss gives all a game in every round, a knockout does
    not.
    """
    calm = len(CONTROLS) - CONTROLS.index(each.control)
    return each.format_rules.fairness + 2 * min(each.games_each, MOST_GAMES_THAT_COUNT) + calm
