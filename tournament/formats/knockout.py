"""Single knockout: seeds in standard order, byes to the top seeds, a match for third place if wanted."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tournament.scores import Entrant, check_field

from .bracket import BracketPlace, BracketPlan, LoserOf, Nobody, Seeded, Source, WinnerOf, without_byes
from .reasons import Reason
from .seeding import bracket_order, bracket_size
from .series import MatchTerms

THIRD_PLACE = "T"


@dataclass(frozen=True, slots=True)
class Options:
    third_place: bool = False
    terms: MatchTerms = field(default_factory=MatchTerms)
    final_terms: MatchTerms | None = None


def plan(entrants: Iterable[Entrant], options: Options = Options()) -> BracketPlan:  # noqa: B008 (frozen)
    """A bracket for any number of entrants from two.

    Seeds s and t cannot meet before the round in which only max(s, t) would be left if the better always won.
    Places are named W<round>.<match>, the match for third place T; feed it to `bracket.compute`.
    """
    field_ = check_field(entrants)
    rounds = first_round(field_)
    count = len(rounds).bit_length() - 1
    places: list[BracketPlace] = []
    for number in range(1, count + 1):
        terms = (options.final_terms or options.terms) if number == count else options.terms
        stage = number if number < count else count + 1
        for index, sources in enumerate(zip(rounds[::2], rounds[1::2], strict=True), 1):
            places.append(
                BracketPlace(f"W{number}.{index}", number, stage, title(count - number), sources, terms)
            )
        if number == count and options.third_place and count > 1:
            semifinals = [f"W{count - 1}.{index}" for index in (1, 2)]
            losers = (LoserOf(semifinals[0]), LoserOf(semifinals[1]))
            places.insert(
                -1, BracketPlace(THIRD_PLACE, count, count, Reason("third-place"), losers, options.terms)
            )
        rounds = [WinnerOf(f"W{number}.{index + 1}") for index in range(len(rounds) // 2)]
    return BracketPlan(without_byes(places), deciders=(f"W{count}.1",))


def first_round(field_: tuple[Entrant, ...]) -> list[Source]:
    """Who stands where from top to bottom, nobody beside the top seeds when the field is no power of two."""
    return [
        Seeded(field_[seed - 1].id, field_[seed - 1].seed) if seed <= len(field_) else Nobody()
        for seed in bracket_order(bracket_size(len(field_)))
    ]


def title(rounds_left: int) -> Reason:
    """The name of a round by how many follow it."""
    names = ("final", "semifinal", "quarterfinal", "round-of-16", "round-of-32", "round-of-64")
    if rounds_left < len(names):
        return Reason(names[rounds_left])
    return Reason("round-of", size=2 ** (rounds_left + 1))
