"""The interface of a format: every question that pages, services and files ask about it.

A `Format` answers by fields and by methods that compute from values. Other code asks the `format_rules` of a
stage and never compares format codes. Each format is beside its algorithm and is listed in `registry`.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, ClassVar

from games.faults import Counted, Fault
from tournament.ranking.tiebreaks import TieBreak
from tournament.scores import CLASSIC, Entrant, Meeting, RoundResult, Scoring, System

from .bracket import BracketPlan
from .by_hand import Concern, missing_results
from .draw import RoundDraw
from .options import AutoRoundsOptions, FormatOptions
from .pairing import Pair, Pairing, PairingRow
from .series import MatchRecord


class PairingRefused(Fault):
    """Why there is no round to be drawn, at least not now."""

    sentences: ClassVar[dict[str, str | Counted]] = {
        "no-more-rounds": Counted(
            "The only round is drawn. Add a round in the settings if you want another.",
            "All {rounds} rounds are drawn. Add a round in the settings if you want another.",
            by="rounds",
        ),
        "nothing-ready": "No match can be drawn before the ones it waits for are decided.",
    }


class ByHand(IntEnum):
    """How much of a draft may be changed by hand."""

    NOTHING = 0
    STARTS = 1
    """Who starts on a board."""
    PAIRINGS = 2
    """Also the pairings, and which of them a redraft keeps."""


@dataclass(frozen=True, slots=True)
class ResultWords:
    """What a format calls a round without a game: in a narrow cell, and in full. English."""

    short: str
    full: str


@dataclass(frozen=True, slots=True)
class Leg:
    """A number of rounds, with how many entrants still play and the most games of a match."""

    rounds: int
    entrants: int
    games: int = 1


@dataclass(frozen=True, slots=True)
class Course:
    """How long a format would take: its rounds, and how many games most of the entrants play."""

    legs: tuple[Leg, ...]
    games_each: int
    chosen: tuple[tuple[str, int], ...] = ()  # the options that it assumes, if they are not the usual ones

    @property
    def rounds(self) -> int:
        return sum(leg.rounds for leg in self.legs)


@dataclass(frozen=True, slots=True)
class RoundWishes:
    """Announced absences of the round to be drawn, and the pairs that should not meet."""

    absent: frozenset[int] = frozenset()
    half_byes: frozenset[int] = frozenset()
    forbidden: frozenset[Pair] = frozenset()
    avoided: frozenset[Pair] = frozenset()


@dataclass(frozen=True, slots=True)
class StageSize:
    """What determines the number of rounds: the entrants of each table, and the options."""

    tables: tuple[int, ...]
    options: FormatOptions
    planned_rounds: int | None = None


@dataclass(frozen=True, slots=True)
class StageFacts:
    """The input of a format's decisions: entrants, options, results. `number` is the next round to draw."""

    entrants: tuple[Entrant, ...]
    options: FormatOptions
    number: int = 1
    planned_rounds: int | None = None
    scoring: Scoring = CLASSIC
    odd_seeds_start: bool = True
    groups: Mapping[int, str] = field(default_factory=dict)
    """Entrant to group, if there are groups."""
    gone: frozenset[int] = frozenset()
    """Entrants who have withdrawn."""
    meetings: tuple[Meeting, ...] = ()
    """Every row of the drawn rounds."""
    played: Mapping[str, MatchRecord] = field(default_factory=dict)
    """Place to its results, in the drawn rounds of a bracket."""
    locked: tuple[PairingRow, ...] = ()
    """The rows of this round's draft that a redraft keeps."""
    wishes: RoundWishes = RoundWishes()

    @property
    def drawn(self) -> int:
        return self.number - 1

    @property
    def size(self) -> StageSize:
        tables = tuple(Counter(self.groups.values()).values()) or (len(self.entrants),)
        return StageSize(tables, self.options, self.planned_rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(ABC):
    """What a format is and does. Texts are English, translated at the edge."""

    code: str
    """The value that is stored and sent."""
    name: str
    withdrawal: str
    """What happens when an entrant leaves a stage that has begun."""
    endless: str = ""
    """The text about a format that does not end."""
    rounds_needed: str = "This format needs a number of rounds."
    """The message if rounds must be planned and none were."""

    # What can be set
    options_type: type[FormatOptions] = FormatOptions
    asked_first: tuple[str, ...] = ()
    """The options on the page on which a tournament of this format is set up."""
    family: str = ""
    """Similar formats: of each family the wizard proposes the one that fits best."""
    tiebreaks: tuple[str, ...] = ()
    plans_rounds: bool = False
    """Whether the number of rounds is chosen; otherwise it follows from the field."""
    default_rounds: int | None = None
    """The number of rounds unless another is chosen; None if none need to be planned."""
    scoring: str = "1-½-0"
    """The scoring unless another is chosen."""
    followed_by: str = ""
    """The format of the stage that usually comes after."""
    proposed: tuple[tuple[str, Any], ...] = ()
    """Options that the wizard begins with, if these are not the usual ones."""

    # How it is ranked
    is_bracket: bool = False
    """Matches have places that feed each other and decide ranks; otherwise there is a table."""
    has_losers_side: bool = False
    has_groups: bool = False
    """Each group has its own table."""
    has_cross_table: bool = True
    by_opponent: bool = False
    """The cross-table has a column per opponent; otherwise one per round."""
    system: System = System.SWISS
    """How C.07 treats unplayed rounds."""

    # How it is drawn
    has_rounds: bool = True
    """Whether rounds are drawn; otherwise two who are ready play, and a result closes its game."""
    drawn_from_results: bool = False
    """The next pairings follow from results; otherwise from a schedule."""
    rounds_overlap: bool = False
    """The next round may be published while an earlier one is still being played."""
    takes_late_entries: bool = False
    takes_absences: bool = False
    """Absent entrants are not paired, with half a point or without; pairs can be kept apart."""
    announced: frozenset[RoundResult] = frozenset({RoundResult.HALF_BYE, RoundResult.ABSENT})
    """The absences that players can announce themselves."""
    limits_half_byes: bool = True
    """A tournament limits their number; otherwise the format decides the points of each."""
    over_season: bool = False
    """Rounds are evenings of a season, for players who come; otherwise it is played in one go."""
    by_hand: ByHand = ByHand.NOTHING
    seeds_by_hand: bool = False
    """Pairings follow from the seeds, which can be exchanged until the first round is published."""
    asks_engine: bool = False
    """Pairing a large field takes so long that pages show progress and a way to cancel."""

    # For other programs and the wizard
    trf_systems: tuple[str, ...] = ()
    """The names in tournament reports; Fiveline writes the first."""
    reports_first_start: bool = False
    """A report has the lot that was drawn for the first board."""
    fairness: int = 0
    """The wizard's rating of the format, before games and minutes."""

    @property
    def draw_decides(self) -> bool:
        """Whether a drawn match is decided; a bracket needs a winner."""
        return not self.is_bracket

    # ---- options

    def read_options(self, plain: Mapping[str, Any]) -> FormatOptions:
        """Read options from JSON, or raise BadOption."""
        return self.options_type.read(plain, of=self.name)

    def whole_options(self, plain: Mapping[str, Any]) -> dict[str, Any]:
        """Return all options as JSON, defaults filled in, or raise BadOption."""
        # `dict` refuses what a damaged file may hold in its place, with a TypeError or ValueError.
        whole = dict(plain).items()
        given = {name: list(value) if isinstance(value, tuple) else value for name, value in whole}
        return self.read_options(given).plain()

    # ---- tournament reports

    def report_system(self, options: FormatOptions) -> str:
        """Return the system that a report names for a stage with these options."""
        return next(iter(self.trf_systems), "")

    def options_in_report(self, system: str) -> dict[str, str]:
        """Return the options that the name of a report's system implies."""
        return {}

    def has_auto_rounds(self, options: FormatOptions) -> bool:
        """Check whether the next round is opened automatically."""
        return isinstance(options, AutoRoundsOptions) and options.goes_on

    # ---- how it is ranked

    def ranking_figures(self, entrants: tuple[Entrant, ...], options: FormatOptions) -> tuple[TieBreak, ...]:
        """Return figures that rank ahead of points, each with its working; none if points rank first."""
        return ()

    def result_words(self, result: RoundResult) -> ResultWords | None:
        """Return the format's own words for a round without a game, if it has any."""
        return None

    # ---- the field

    def split_groups(self, entrants: Sequence[Entrant], options: FormatOptions) -> dict[int, str]:
        """Map entrants to groups; empty if there are none."""
        return {}

    def scheduled_games(self, entrants: int) -> int:
        """Return how many games each entrant of a table plays; 0 if that is unknown beforehand."""
        return 0

    # ---- rounds

    def rounds(self, size: StageSize) -> int:
        """Return the number of rounds; 0 if it is unknown beforehand."""
        return size.planned_rounds or 0

    @abstractmethod
    def next_round(self, facts: StageFacts) -> RoundDraw:
        """Draw the round `facts.number`, or raise PairingRefused."""

    def concerns(self, facts: StageFacts, draft: tuple[Pairing, ...]) -> tuple[Concern, ...]:
        """List warnings about this draft before it is published."""
        return missing_results(facts.meetings)

    def is_complete(self, facts: StageFacts) -> bool:
        """Check that no round is left to be drawn, once all drawn ones are decided."""
        return facts.drawn >= self.rounds(facts.size)

    def plan(self, entrants: tuple[Entrant, ...], options: FormatOptions) -> BracketPlan | None:
        """Plan the places of a bracket; None for a table."""
        return None

    # ---- the stage after it

    def count_qualifiers(self, options: FormatOptions) -> int | None:
        """Return how many of each table qualify; None if all do."""
        return None

    def pick_qualified(self, orders: Sequence[Sequence[int]], options: FormatOptions) -> list[int]:
        """List who qualifies, in the order of their next seeds, from the order in each table."""
        return [entrant for order in orders for entrant in order]

    # ---- before there is a stage

    def lengths(self, entrants: int) -> tuple[Course, ...]:
        """List every length worth proposing for so many entrants; none if the format cannot be proposed."""
        return ()

    def course(self, entrants: int, options: FormatOptions, rounds: int | None) -> Course | None:
        """Compute how long this choice takes, with `rounds` where they are planned; None if unknown."""
        found = self.lengths(entrants)
        return found[-1] if found else None


def round_robin_rounds(entrants: int) -> int:
    """Return the number of rounds in which all entrants meet each other."""
    return entrants + entrants % 2 - 1


def knockout_rounds(entrants: int) -> int:
    """Return the number of rounds of a knockout."""
    return (entrants - 1).bit_length()
