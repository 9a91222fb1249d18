"""A format as an object: every question that the rest of the house asks about it, and nothing else.

A `Format` answers by fields and by what it works out from values (methods). Pages, services and files ask
the `format_rules` of a stage; nobody asks which format it is. Each format stands beside its algorithm and is
listed in `registry`.
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
    """There is no round to be drawn, at least not now."""

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
    """Who meets whom as well, and what a redraft keeps."""


@dataclass(frozen=True, slots=True)
class ResultWords:
    """What a format calls a round without a game: in a narrow cell, and in full. English."""

    short: str
    full: str


@dataclass(frozen=True, slots=True)
class Leg:
    """So many rounds in which so many still play, each match of at most so many games."""

    rounds: int
    entrants: int
    games: int = 1


@dataclass(frozen=True, slots=True)
class Course:
    """How long a format would take: its rounds, and how many games most of the entrants play."""

    legs: tuple[Leg, ...]
    games_each: int
    chosen: tuple[tuple[str, int], ...] = ()  # the options it rests on, where they are not the usual ones

    @property
    def rounds(self) -> int:
        return sum(leg.rounds for leg in self.legs)


@dataclass(frozen=True, slots=True)
class RoundWishes:
    """What people asked for: who is away in the round to be drawn, and who should not meet."""

    absent: frozenset[int] = frozenset()
    half_byes: frozenset[int] = frozenset()
    forbidden: frozenset[Pair] = frozenset()
    avoided: frozenset[Pair] = frozenset()


@dataclass(frozen=True, slots=True)
class StageSize:
    """What the number of rounds follows from: how many play in each table, and what was chosen."""

    tables: tuple[int, ...]
    options: FormatOptions
    planned_rounds: int | None = None


@dataclass(frozen=True, slots=True)
class StageFacts:
    """What a format decides from: the field, what was chosen, what has happened. `number` is the round to be
    drawn next."""

    entrants: tuple[Entrant, ...]
    options: FormatOptions
    number: int = 1
    planned_rounds: int | None = None
    scoring: Scoring = CLASSIC
    odd_seeds_start: bool = True
    groups: Mapping[int, str] = field(default_factory=dict)
    """Entrant to group, where there are groups."""
    gone: frozenset[int] = frozenset()
    """Who has left for good."""
    meetings: tuple[Meeting, ...] = ()
    """Every row of the drawn rounds."""
    played: Mapping[str, MatchRecord] = field(default_factory=dict)
    """Place to what happened there, in the drawn rounds of a bracket."""
    locked: tuple[PairingRow, ...] = ()
    """What a draft of this round has that a redraft keeps."""
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
    """Texts are English, translated at the edge."""

    code: str
    """The word that is stored and sent."""
    name: str
    withdrawal: str
    """What it means to leave a stage that has begun."""
    endless: str = ""
    """Said of a format that has no end of its own."""
    rounds_needed: str = "This format needs a number of rounds."
    """Said where rounds are to be planned and none were."""

    # What can be set
    options_type: type[FormatOptions] = FormatOptions
    asked_first: tuple[str, ...] = ()
    """The options that are asked for when a tournament of this format is set up."""
    family: str = ""
    """Formats of one family are much alike: of each family the wizard proposes the one that fits best."""
    tiebreaks: tuple[str, ...] = ()
    plans_rounds: bool = False
    """The number of rounds is chosen; elsewhere it follows from the field."""
    default_rounds: int | None = None
    """How many there are unless somebody says so; None where none need to be planned."""
    scoring: str = "1-½-0"
    """What results are worth unless somebody says so."""
    followed_by: str = ""
    """The format of the stage that usually comes after."""
    proposed: tuple[tuple[str, Any], ...] = ()
    """Options that the wizard begins with, where these are not the usual ones."""

    # How it is ranked
    is_bracket: bool = False
    """Matches have places that feed each other, and a rank is how far one comes; else there is a table."""
    has_losers_side: bool = False
    has_groups: bool = False
    """Every group has a table of its own."""
    has_cross_table: bool = True
    by_opponent: bool = False
    """The cross-table has a column per opponent; else one per round."""
    system: System = System.SWISS
    """How C.07 treats its unplayed rounds."""

    # How it is drawn
    has_rounds: bool = True
    """Somebody draws rounds; else two who are ready play, and every game is closed by its result."""
    drawn_from_results: bool = False
    """What is drawn next follows from results; else from a schedule."""
    rounds_overlap: bool = False
    """The next round may be published while an earlier one is still being played."""
    takes_late_entries: bool = False
    takes_absences: bool = False
    """Who is away is not drawn, with half a point or without; and pairs can be kept apart."""
    announced: frozenset[RoundResult] = frozenset({RoundResult.HALF_BYE, RoundResult.ABSENT})
    """Which absences players can announce themselves."""
    limits_half_byes: bool = True
    """A tournament allows each entrant so many of them; else the format says what each one is worth."""
    over_season: bool = False
    """Its rounds are evenings of a season, drawn from those who come; else it is played in one go."""
    by_hand: ByHand = ByHand.NOTHING
    seeds_by_hand: bool = False
    """Who meets whom follows from the seeds, so these are exchanged before the first round is published."""
    asks_engine: bool = False
    """Pairing a large field takes long enough to be shown working, and to be cancelled."""

    # What other programs and the wizard are told
    trf_systems: tuple[str, ...] = ()
    """Its names in tournament reports; the first is the one we write."""
    reports_first_start: bool = False
    """A report tells the lot that was drawn for the first board."""
    fairness: int = 0
    """What the wizard thinks of it, before it counts games and minutes."""

    @property
    def draw_decides(self) -> bool:
        """A drawn match is decided; a bracket needs a winner."""
        return not self.is_bracket

    # ---- options

    def read_options(self, plain: Mapping[str, Any]) -> FormatOptions:
        """From JSON, or BadOption."""
        return self.options_type.read(plain, of=self.name)

    def whole_options(self, plain: Mapping[str, Any]) -> dict[str, Any]:
        """The whole set as JSON, defaults filled in, or BadOption."""
        # `dict` refuses what a damaged file may hold in its place, with a TypeError or ValueError.
        whole = dict(plain).items()
        given = {name: list(value) if isinstance(value, tuple) else value for name, value in whole}
        return self.read_options(given).plain()

    # ---- tournament reports

    def report_system(self, options: FormatOptions) -> str:
        """What a report calls a stage with these options."""
        return next(iter(self.trf_systems), "")

    def options_in_report(self, system: str) -> dict[str, str]:
        """What a report tells of the options by the name of its system."""
        return {}

    def has_auto_rounds(self, options: FormatOptions) -> bool:
        """Whether what follows is opened without anybody's press."""
        return isinstance(options, AutoRoundsOptions) and options.goes_on

    # ---- how it is ranked

    def ranked_by(self, entrants: tuple[Entrant, ...], options: FormatOptions) -> tuple[TieBreak, ...]:
        """Figures that rank ahead of points, each with its working; none where points rank first."""
        return ()

    def words_of(self, result: RoundResult) -> ResultWords | None:
        """What it calls a round without a game, where it has words of its own."""
        return None

    # ---- the field

    def split(self, entrants: Sequence[Entrant], options: FormatOptions) -> dict[int, str]:
        """Entrant to group; nobody where there are no groups."""
        return {}

    def scheduled_games(self, entrants: int) -> int:
        """The games of everybody in a table of so many; 0 where nobody knows beforehand."""
        return 0

    # ---- rounds

    def rounds(self, size: StageSize) -> int:
        """How many rounds there are; 0 where nobody knows beforehand."""
        return size.planned_rounds or 0

    @abstractmethod
    def next_round(self, facts: StageFacts) -> RoundDraw:
        """The round `facts.number`, or PairingRefused."""

    def concerns(self, facts: StageFacts, draft: tuple[Pairing, ...]) -> tuple[Concern, ...]:
        """What to think of before this draft of the next round is published."""
        return missing_results(facts.meetings)

    def is_complete(self, facts: StageFacts) -> bool:
        """Nothing is left to be drawn, once all that was drawn is decided."""
        return facts.drawn >= self.rounds(facts.size)

    def plan(self, entrants: tuple[Entrant, ...], options: FormatOptions) -> BracketPlan | None:
        """The places of a bracket; None of a table."""
        return None

    # ---- the stage after it

    def cut(self, options: FormatOptions) -> int | None:
        """How many of each table go on; None if all of them do."""
        return None

    def pick_qualified(self, orders: Sequence[Sequence[int]], options: FormatOptions) -> list[int]:
        """Who goes on in the order of their seeds there, from the order in each table."""
        return [entrant for order in orders for entrant in order]

    # ---- before there is a stage

    def lengths(self, entrants: int) -> tuple[Course, ...]:
        """Every length that is worth proposing for so many; none where it cannot be proposed."""
        return ()

    def course(self, entrants: int, options: FormatOptions, rounds: int | None) -> Course | None:
        """How long this choice takes, with so many rounds where they are planned; None if nobody can say."""
        found = self.lengths(entrants)
        return found[-1] if found else None


def round_robin_rounds(entrants: int) -> int:
    """The rounds in which everybody meets everybody."""
    return entrants + entrants % 2 - 1


def knockout_rounds(entrants: int) -> int:
    """The rounds of a knockout."""
    return (entrants - 1).bit_length()
