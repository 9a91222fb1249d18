"""What can be chosen for a format beyond clock, scoring and rules: one dataclass per format, kept as JSON."""

from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, TypeVar

from tournament.formats import series
from tournament.models import EntryKind, Format, Stage, Tournament
from tournament.services.faults import NotDone

SEEDINGS = ("rating", "lot")
CLUBMATES = ("free", "avoid", "never")
DECIDERS = tuple(step.kind.value for step in series.DRAWN_MATCH)


@dataclass(frozen=True, slots=True)
class Options:
    """`choices` names the values a text option may have, `ranges` the bounds of a number."""

    seeding: str = "rating"

    choices: ClassVar[dict[str, tuple[str, ...]]] = {
        "seeding": SEEDINGS,
        "clubmates": CLUBMATES,
        "deciders": DECIDERS,
    }
    ranges: ClassVar[dict[str, range]] = {
        "best_of": range(1, 10),
        "groups": range(1, 27),
        "qualifiers": range(1, 9),
    }

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not _fits(field.name, value, field.default):
                raise NotDone("options", name=field.name, value=value)


OptionsT = TypeVar("OptionsT", bound=Options)


@dataclass(frozen=True, slots=True)
class RoundRobinOptions(Options):
    swap_last_two: bool = False


@dataclass(frozen=True, slots=True)
class SwissOptions(Options):
    clubmates: str = "free"


@dataclass(frozen=True, slots=True)
class KnockoutOptions(Options):
    best_of: int = 1
    third_place: bool = False
    deciders: tuple[str, ...] = DECIDERS


@dataclass(frozen=True, slots=True)
class DoubleKnockoutOptions(Options):
    best_of: int = 1
    reset: bool = True
    deciders: tuple[str, ...] = DECIDERS


@dataclass(frozen=True, slots=True)
class GroupsOptions(Options):
    groups: int = 2
    qualifiers: int = 2


@dataclass(frozen=True, slots=True)
class LadderOptions(Options):
    pass


BY_FORMAT: dict[Format, type[Options]] = {
    Format.ROUND_ROBIN: RoundRobinOptions,
    Format.DOUBLE_ROUND_ROBIN: RoundRobinOptions,
    Format.SWISS: SwissOptions,
    Format.KNOCKOUT: KnockoutOptions,
    Format.DOUBLE_KNOCKOUT: DoubleKnockoutOptions,
    Format.GROUPS: GroupsOptions,
    Format.LADDER: LadderOptions,
}

_TIEBREAKS: dict[Format, tuple[str, ...]] = {
    Format.SWISS: ("BH/C1", "BH", "SB", "DE"),
    Format.ROUND_ROBIN: ("DE", "SB", "WON"),
    Format.DOUBLE_ROUND_ROBIN: ("DE", "SB", "WON"),
    Format.GROUPS: ("DE", "SB", "WON"),
}


def of(stage: Stage) -> Options:
    return read(Format(stage.format), stage.options)


def of_kind(kind: type[OptionsT], stage: Stage) -> OptionsT:
    """The options of a stage whose format is known to have just these."""
    chosen = of(stage)
    assert isinstance(chosen, kind)
    return chosen


def read(format: Format, plain: dict[str, Any]) -> Options:
    """The options of a format from JSON, or Refused naming the one that does not fit."""
    kind = BY_FORMAT[format]
    known = {field.name for field in fields(kind)}
    for name in plain.keys() - known:
        raise NotDone("unknown-option", format=format.label, name=name)
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
    }
    return kind(**values)


def checked(format: Format, plain: Any) -> dict[str, Any]:
    """The whole set as JSON, defaults filled in."""
    given = {name: list(value) if isinstance(value, tuple) else value for name, value in dict(plain).items()}
    whole = asdict(read(format, given))
    return {name: list(value) if isinstance(value, tuple) else value for name, value in whole.items()}


def defaults(format: Format, tournament: Tournament) -> dict[str, Any]:
    """Scoring, tie-breaks and rounds to begin with."""
    teams = tournament.entry == EntryKind.TEAM
    return {
        # A team's bye is one match point (and half of the game points).
        "scoring": "2-1-0 bye=1" if teams else "1-½-0",
        "tiebreaks": [*(("GP",) if teams else ()), *_TIEBREAKS.get(format, ())],
        "planned_rounds": 5 if format == Format.SWISS else None,
    }


def _fits(name: str, value: Any, default: Any) -> bool:
    if type(value) is not type(default):
        return False
    if name in Options.choices:
        given = value if isinstance(value, tuple) else (value,)
        return all(each in Options.choices[name] for each in given) and len(set(given)) == len(given)
    return name not in Options.ranges or value in Options.ranges[name]
