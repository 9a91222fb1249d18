"""The options of a format beyond clock, scoring and rules: one dataclass per format, stored as JSON.

Each option has its label and its allowed values, so that a form needs no other source.
"""

from collections.abc import Mapping
from dataclasses import Field, asdict, dataclass, field, fields
from typing import Any, ClassVar, Self

from games.faults import Fault, Phrase

from .series import DRAWN_MATCH, MatchTerms, StepKind

_TERMS = "terms"


class BadOption(Fault):
    sentences: ClassVar[dict[str, str]] = {
        "options": "The option {name} cannot be {value}.",
        "unknown-option": "In this format ({format}) there is no option {name}.",
    }


@dataclass(frozen=True, slots=True)
class OptionTerms:
    """The label of an option, and its values: one or several of `choices` (with labels), or a number.

    A number is within `bounds`. English, translated at the edge.
    """

    label: str
    choices: Mapping[str, str] = field(default_factory=dict)
    bounds: range = range(0)


def option(
    default: Any, label: str, *, choices: Mapping[str, str] | None = None, bounds: range = range(0)
) -> Any:
    """Make a field of a dataclass of options."""
    return field(default=default, metadata={_TERMS: OptionTerms(label, choices or {}, bounds)})


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """The options that every format has."""

    seeding: str = option("rating", "Seeding", choices={"rating": "by rating", "lot": "by lot"})

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if not _fits(each, value):
                raise BadOption("options", name=each.name, value=value)

    @classmethod
    def terms(cls) -> dict[str, OptionTerms]:
        """Return every option by name."""
        return {each.name: each.metadata[_TERMS] for each in fields(cls)}

    @classmethod
    def read(cls, plain: Mapping[str, Any], *, of: str) -> Self:
        """Read from JSON; raise BadOption for options or values that the format called `of` does not have."""
        known = cls.terms()
        for name in plain.keys() - known.keys():
            raise BadOption("unknown-option", format=Phrase(of), name=name)
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
        }
        return cls(**given)

    def plain(self) -> dict[str, Any]:
        """Return all options as JSON."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }


@dataclass(frozen=True, slots=True)
class AutoRoundsOptions(FormatOptions):
    """The options of a format whose next matches follow from results or schedule, without a choice."""

    goes_on: bool = option(False, "What follows is opened by itself as soon as it can be played")


def best_of_option() -> Any:
    return option(1, "Games of a match, at most", bounds=range(1, 10))


def deciders_option() -> Any:
    return option(
        tuple(step.kind.value for step in DRAWN_MATCH),
        "What decides a drawn match, in order",
        choices={
            StepKind.REPLAY.value: "a replay",
            StepKind.SHORTER.value: "shorter games",
            StepKind.ARMAGEDDON.value: "Armageddon",
            StepKind.LOTS.value: "lots",
        },
    )


def series_terms(best_of: int, deciders: tuple[str, ...]) -> MatchTerms:
    return MatchTerms(best_of=best_of, drawn=tuple(step for step in DRAWN_MATCH if step.kind in deciders))


def _fits(each: Field[Any], value: Any) -> bool:
    terms: OptionTerms = each.metadata[_TERMS]
    if type(value) is not type(each.default):
        return False
    if terms.choices:
        given = value if isinstance(value, tuple) else (value,)
        return all(one in terms.choices for one in given) and len(set(given)) == len(given)
    return not terms.bounds or value in terms.bounds
