"""A tournament report as values: what the format can express, and what may be wrong with it."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar

from games.faults import Counted, Fault
from tournament.scores import CLASSIC, EntrantRound, RoundResult, Scoring

MOST_PLAYERS = 2000
MOST_ROUNDS = 40
MOST_POINTS = 199  # doubled: four columns hold 99.5


class BadReport(Fault):
    """What is wrong with a report; the reader adds line and column."""

    sentences: ClassVar[dict[str, str | Counted]] = {
        "teams": (
            "Fiveline cannot read reports of team matches. If the tournament was played in Fiveline, use its "
            "JSON file. Otherwise create it here and enter the teams."
        ),
        "no-players": "There is no player (a line that begins with 001).",
        "too-many-players": Counted(
            "There is more than {most} player.", "There are more than {most} players.", by="most"
        ),
        "too-many-rounds": Counted(
            "There is more than {most} round.", "There are more than {most} rounds.", by="most"
        ),
        "short-line": "The line ends before the name.",
        "not-a-number": "“{text}” is not a number.",
        "number-twice": "Number {number} is given twice.",
        "no-name": "The name is missing.",
        "not-points": "“{text}” are not points.",
        "not-a-result": "“{text}” is not a result; results are 1 = 0 + - H F U Z.",
        "not-a-colour": "“{text}” is not a colour; colours are w, b and -.",
        "unknown-opponent": "Nobody has the number {number}.",
        "itself": "Nobody plays against oneself.",
        "disagree": "Round {round}: {number} and {other} do not tell the same about their game.",
        "not-alone": "“{text}” needs an opponent, and none is named.",
        "not-together": "“{text}” is for a round without an opponent, and {number} is named.",
        "points": "The points are {told}, but the results add up to {counted}.",
        "scoring": "This scoring cannot be told in a report: {text}.",
    }


@dataclass(frozen=True, slots=True)
class ReportPlayer:
    number: int
    name: str
    rating: int = 0
    birth_year: int | None = None
    points: int = 0  # doubled
    rank: int | None = None
    rounds: tuple[EntrantRound, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestedBye:
    """Byes announced for a later round: `H` for half a point, `F` for a whole one, `Z` for none."""

    result: RoundResult
    round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Forbidden:
    """Players of whom no two may meet in these rounds."""

    first_round: int
    last_round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TournamentReport:
    name: str
    players: tuple[ReportPlayer, ...]
    rounds: int  # planned
    city: str = ""
    federation: str = ""
    starts_on: date | None = None
    ends_on: date | None = None
    kind: str = ""  # in words
    arbiter: str = ""
    control: str = ""  # in words
    coded_control: str = ""
    odd_seeds_start: bool | None = None
    scoring: Scoring = CLASSIC
    system: str = ""
    tiebreaks: tuple[str, ...] = ()
    byes: tuple[RequestedBye, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    annulled: tuple[int, ...] = ()
    """Players who left a round robin early: their games are reported, but do not count."""
    round_dates: tuple[date | None, ...] = ()
    program: str = ""
    """What made the pairings."""
    unread: tuple[tuple[str, int], ...] = ()
    """Unknown codes, with the number of their lines."""

    @property
    def drawn(self) -> int:
        """The number of rounds that have been drawn."""
        return max((len(player.rounds) for player in self.players), default=0)
