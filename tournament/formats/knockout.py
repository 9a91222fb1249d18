"""Single knockout: seeds in standard order, byes to the top seeds, a match for third place if wanted."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournament.scores import Entrant, check_field

from .bracket import BracketPlace, BracketPlan, LoserOf, Nobody, Seeded, Source, WinnerOf, without_byes
from .bracket_format import BracketFormat
from .format import Course, Leg, knockout_rounds
from .options import AutoRoundsOptions, FormatOptions, best_of_option, deciders_option, option, series_terms
from .reasons import Reason
from .seeding import bracket_order, bracket_size
from .series import MatchTerms

THIRD_PLACE = "T"


@dataclass(frozen=True, slots=True)
class KnockoutTerms:
    third_place: bool = False
    series: MatchTerms = field(default_factory=MatchTerms)
    final_series: MatchTerms | None = None


_USUAL = KnockoutTerms()


def plan(entrants: Iterable[Entrant], terms: KnockoutTerms = _USUAL) -> BracketPlan:
    """Plan a bracket for two or more entrants.

    Seeds s and t cannot meet before the round in which only max(s, t) would be left if the better always won.
    Places are named W<round>.<match>, the match for third place T; feed it to `bracket.compute_bracket`.
    """
    field_ = check_field(entrants)
    rounds = first_round(field_)
    count = len(rounds).bit_length() - 1
    places: list[BracketPlace] = []
    for number in range(1, count + 1):
        series = (terms.final_series or terms.series) if number == count else terms.series
        stage = number if number < count else count + 1
        for index, sources in enumerate(zip(rounds[::2], rounds[1::2], strict=True), 1):
            places.append(
                BracketPlace(
                    f"W{number}.{index}", number, stage, round_title(count - number), sources, series
                )
            )
        if number == count and terms.third_place and count > 1:
            semifinals = [f"W{count - 1}.{index}" for index in (1, 2)]
            losers = (LoserOf(semifinals[0]), LoserOf(semifinals[1]))
            places.insert(
                -1, BracketPlace(THIRD_PLACE, count, count, Reason("third-place"), losers, terms.series)
            )
        rounds = [WinnerOf(f"W{number}.{index + 1}") for index in range(len(rounds) // 2)]
    return BracketPlan(without_byes(places), deciders=(f"W{count}.1",))


def first_round(field_: tuple[Entrant, ...]) -> list[Source]:
    """List the entrants from top to bottom; in a smaller field the top seeds have no opponent."""
    return [
        Seeded(field_[seed - 1].id, field_[seed - 1].seed) if seed <= len(field_) else Nobody()
        for seed in bracket_order(bracket_size(len(field_)))
    ]


def round_title(rounds_left: int) -> Reason:
    """Return the name of a round by how many follow it."""
    names = ("final", "semifinal", "quarterfinal", "round-of-16", "round-of-32", "round-of-64")
    if rounds_left < len(names):
        return Reason(names[rounds_left])
    return Reason("round-of", size=2 ** (rounds_left + 1))


@dataclass(frozen=True, slots=True)
class KnockoutOptions(AutoRoundsOptions):
    best_of: int = best_of_option()
    third_place: bool = option(False, "Match for third place")
    deciders: tuple[str, ...] = deciders_option()


@dataclass(frozen=True, slots=True, kw_only=True)
class Knockout(BracketFormat):
    options_type: type[FormatOptions] = KnockoutOptions

    def plan(self, entrants: tuple[Entrant, ...], options: FormatOptions) -> BracketPlan:
        assert isinstance(options, KnockoutOptions)
        series = series_terms(options.best_of, options.deciders)
        return plan(entrants, KnockoutTerms(third_place=options.third_place, series=series))

    def lengths(self, entrants: int) -> tuple[Course, ...]:
        return (self.course(entrants, KnockoutOptions(), None),)

    def course(self, entrants: int, options: FormatOptions, rounds: int | None) -> Course:
        assert isinstance(options, KnockoutOptions)
        return Course((Leg(knockout_rounds(entrants), entrants, options.best_of),), 2 if entrants > 2 else 1)


KNOCKOUT = Knockout(
    code="knockout",
    proposed=(("goes_on", True),),
    name="Knockout",
    withdrawal="The opponent of the next match goes on without a game. Results stay. "
    "A return is possible until then.",
    asked_first=("best_of", "third_place"),
    family="knockout",
    fairness=10,
)
