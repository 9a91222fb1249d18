"""The options of a rule set with their defaults: what a club may decide (docs/rules.md#options)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from games.faults import Phrase
from games.rules.faults import InvalidRules
from games.rules.seats import Seat


class Announce(StrEnum):
    AUTOMATIC = "automatic"
    REQUIRED = "required"


class FirstSymbol(StrEnum):
    CROSS = "cross"
    CIRCLE = "circle"


class Conferring(StrEnum):
    ALLOWED = "allowed"
    SILENT = "silent"


class GameLimit(StrEnum):
    DRAW = "draw"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The options of a game. Its text names all of them, so a stored game outlives a change of defaults.

    >>> rules = RuleSet.parse("announce=required move_limit=80")
    >>> rules.announce, rules.move_limit, rules.repetition
    (<Announce.REQUIRED: 'required'>, 80, 3)
    >>> RuleSet.parse(str(rules)) == rules
    True
    """

    announce: Announce = Announce.AUTOMATIC
    repetition: int = 3  # a position for the third time; 0 is off
    move_limit: int = 0  # single moves without a blank taken; 0 is off
    first_symbol: FirstSymbol = FirstSymbol.CROSS
    draw_offers: bool = True
    conferring: Conferring = Conferring.ALLOWED
    game_limit: GameLimit = GameLimit.DRAW
    must_call: bool = field(init=False, repr=False, compare=False)
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "must_call", self.announce is Announce.REQUIRED)
        object.__setattr__(self, "text", " ".join(f"{name}={text}" for name, text in self.texts().items()))

    @classmethod
    @lru_cache(maxsize=512)
    def parse(cls, text: str) -> "RuleSet":
        """Read options as `name=value`, separated by spaces, in any order; the rest have their default."""
        given: dict[str, str] = {}
        for word in text.split():
            option, sign, value = word.partition("=")
            if not sign:
                raise InvalidRules("not-an-option", text=word)
            if option in given:
                raise InvalidRules("option-twice", option=option)
            given[option] = value
        return cls.from_texts(given)

    @classmethod
    def from_texts(cls, given: Mapping[str, str]) -> "RuleSet":
        """Read the values of some options; the others have their default."""
        values: dict[str, object] = {}
        for option, text in given.items():
            if option not in READERS:
                raise InvalidRules("unknown-option", option=option, known=", ".join(READERS))
            known, read = READERS[option]
            try:
                values[option] = read(text)
            except (ValueError, KeyError):
                raise InvalidRules("bad-value", option=option, value=text, known=known) from None
        return cls(**values)  # type: ignore[arg-type]  # each reader gives what its option takes

    def texts(self) -> dict[str, str]:
        """Write the value of each option as text."""
        values = {option: getattr(self, option) for option in READERS}
        return {
            name: SWITCH[value] if isinstance(value, bool) else str(value) for name, value in values.items()
        }

    def __str__(self) -> str:
        return self.text

    @property
    def starter(self) -> Seat:
        """Return the first seat of two: crosses, or circles by the option (docs/rules.md#who-starts)."""
        return Seat.O if self.first_symbol is FirstSymbol.CIRCLE else Seat.X


SWITCH = {True: "on", False: "off"}
TEMPLATES = (EITHER, NUMBER) = ("{one} or {other}", "a number from {least} up, or 0 for off")


def _number_reader(least: int) -> Callable[[str], int]:
    """Make a reader that takes `off` or 0 as off, and numbers of at most four digits from the least up."""

    def read(text: str) -> int:
        if text == "off":
            return 0
        if not re.fullmatch("[0-9]{1,4}", text) or 0 < int(text) < least:
            raise ValueError(text)
        return int(text)

    return read


def join_or(one: str | Phrase, other: str, *more: str) -> Phrase:
    """Join choices as `N or E or S`, for translation."""
    said = Phrase(EITHER, one=one, other=other)
    return join_or(said, *more) if more else said


def _enum_option(kind: type[StrEnum]) -> tuple[Phrase, Callable[[str], object]]:
    return join_or(*kind), kind


def _number_option(least: int) -> tuple[Phrase, Callable[[str], object]]:
    return Phrase(NUMBER, least=least), _number_reader(least)


# For each option its possible values in words, and its reader.
READERS: dict[str, tuple[Phrase, Callable[[str], object]]] = {
    "announce": _enum_option(Announce),
    "repetition": _number_option(2),
    "move_limit": _number_option(1),
    "first_symbol": _enum_option(FirstSymbol),
    "draw_offers": (join_or(*SWITCH.values()), {text: value for value, text in SWITCH.items()}.__getitem__),
    "conferring": _enum_option(Conferring),
    "game_limit": _enum_option(GameLimit),
}
