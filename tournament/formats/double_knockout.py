"""Double knockout: out after two losses; the grand final in one match, or with a reset."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tournament.scores import Entrant, check_field

from .bracket import BracketPlace, BracketPlan, LoserOf, Source, WinnerOf, without_byes
from .bracket_format import BracketFormat
from .format import Course, Leg, knockout_rounds
from .knockout import first_round
from .options import AutoRoundsOptions, FormatOptions, best_of_option, deciders_option, option, series_terms
from .reasons import Reason
from .series import MatchTerms

GRAND_FINAL, RESET = "GF", "GF2"


@dataclass(frozen=True, slots=True)
class DoubleKnockoutTerms:
    """The choices of a double knockout.

    Without `reset` the grand final decides even if it is the first loss of the winners' side.
    """

    reset: bool = True
    series: MatchTerms = field(default_factory=MatchTerms)
    final_series: MatchTerms | None = None


_USUAL = DoubleKnockoutTerms()


def plan(entrants: Iterable[Entrant], terms: DoubleKnockoutTerms = _USUAL) -> BracketPlan:
    """Plan a double bracket for two or more entrants.

    Winners' places are W<round>.<match>, losers' L<round>.<match>, then GF and, if the entrant from the
    losers' side wins it, GF2. The losers of each winners' round enter from the other end, to put off
    rematches. If both sides forfeit a match, both are out at once.
    """
    source = first_round(check_field(entrants))
    count = len(source).bit_length() - 1
    places: list[BracketPlace] = []
    waiting: list[Source] = []
    losers_round = 0
    for number in range(1, count + 1):
        source = _round(places, "W", number, source, terms.series, stage=0)
        dropped: list[Source] = [LoserOf(f"W{number}.{index + 1}") for index in range(len(source))]
        if number == 1:
            waiting = dropped
            continue
        losers_round += 1
        waiting = _round(places, "L", losers_round, waiting, terms.series, stage=losers_round)
        losers_round += 1
        met = [
            each
            for couple in zip(waiting, _separate_opponents(dropped, number), strict=True)
            for each in couple
        ]
        waiting = _round(places, "L", losers_round, met, terms.series, stage=losers_round)
    final_series = terms.final_series or terms.series
    last = losers_round + 1
    places.append(
        BracketPlace(GRAND_FINAL, last, last, Reason("grand-final"), (source[0], waiting[0]), final_series)
    )
    if terms.reset:
        again = (LoserOf(GRAND_FINAL), WinnerOf(GRAND_FINAL))
        reason = Reason("grand-final-reset")
        places.append(BracketPlace(RESET, last + 1, last + 1, reason, again, final_series, GRAND_FINAL))
    deciders = (GRAND_FINAL, RESET) if terms.reset else (GRAND_FINAL,)
    return BracketPlan(_add_titles(without_byes(places)), deciders)


_TITLES = {"W": "winners-round", "L": "losers-round"}
# What the last rounds of a side are called, from its end.
_LAST = {"W": ("winners-final", "winners-semifinal"), "L": ("losers-final",)}


def _add_titles(places: Iterable[BracketPlace]) -> tuple[BracketPlace, ...]:
    """Name each round as players do, counted among the rounds that have a match."""
    places = tuple(places)
    titles: dict[tuple[str, int], Reason] = {}
    for side, last in _LAST.items():
        rounds = sorted({place.round for place in places if place.id.startswith(side)})
        for number, round_ in enumerate(rounds, 1):
            left = len(rounds) - number
            named = left < len(last) and (left == 0 or number > 1)
            titles[side, round_] = Reason(last[left]) if named else Reason(_TITLES[side], round=number)
    return tuple(
        replace(place, title=titles.get((place.id[0], place.round), place.title)) for place in places
    )


def _round(
    places: list[BracketPlace],
    side: str,
    number: int,
    source: list[Source],
    series: MatchTerms,
    *,
    stage: int,
) -> list[Source]:
    winners: list[Source] = []
    for index, sources in enumerate(zip(source[::2], source[1::2], strict=True), 1):
        place = f"{side}{number}.{index}"
        places.append(
            BracketPlace(place, number, stage, Reason(_TITLES[side], round=number), sources, series)
        )
        winners.append(WinnerOf(place))
    return winners


def _separate_opponents(dropped: list[Source], number: int) -> list[Source]:
    """Reorder losers to separate earlier opponents: reverse even rounds, exchange the halves of odd ones."""
    if number % 2 == 0:
        return dropped[::-1]
    half = len(dropped) // 2
    return dropped[half:] + dropped[:half]


@dataclass(frozen=True, slots=True)
class DoubleKnockoutOptions(AutoRoundsOptions):
    best_of: int = best_of_option()
    reset: bool = option(True, "Deciding final if the losers' side wins the first")
    deciders: tuple[str, ...] = deciders_option()


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubleKnockout(BracketFormat):
    options_type: type[FormatOptions] = DoubleKnockoutOptions
    has_losers_side: bool = True

    def plan(self, entrants: tuple[Entrant, ...], options: FormatOptions) -> BracketPlan:
        assert isinstance(options, DoubleKnockoutOptions)
        series = series_terms(options.best_of, options.deciders)
        return plan(entrants, DoubleKnockoutTerms(reset=options.reset, series=series))

    def lengths(self, entrants: int) -> tuple[Course, ...]:
        return (self.course(entrants, DoubleKnockoutOptions(), None),)

    def course(self, entrants: int, options: FormatOptions, rounds: int | None) -> Course:
        assert isinstance(options, DoubleKnockoutOptions)
        return Course(
            (Leg(2 * knockout_rounds(entrants), entrants, options.best_of),), 3 if entrants > 2 else 2
        )


DOUBLE_KNOCKOUT = DoubleKnockout(
    code="double-knockout",
    proposed=(("goes_on", True),),
    name="Double knockout",
    withdrawal="The opponents of the next matches go on without a game, on the losers' side as well. "
    "Results stay. A return is possible until then.",
    asked_first=("best_of",),
    family="knockout",
    fairness=15,
)
