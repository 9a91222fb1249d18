"""The parts of a sentence of the audit log: the text for a verb, and its named values in five kinds.

An action is stored with ids, codes and numbers. A value has a label and writes what is stored as text. It can
write everything, because old actions must stay readable.
"""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext

Words = str | Promise  # a promise is translated when it is shown
NamesById = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Value:
    """A value that is shown as it is stored."""

    label: Words

    def lines(self, stored: Any, names: NamesById) -> dict[str, str]:
        """Return the text of each line by its label. Before and after are compared line by line."""
        return {str(self.label): self.text(stored, names)}

    def text(self, stored: Any, names: NamesById) -> str:
        if stored is None:
            return ""
        if isinstance(stored, bool):
            return gettext("yes") if stored else gettext("no")
        if isinstance(stored, dict):
            return ", ".join(f"{key} {self.text(each, names)}" for key, each in stored.items())
        if isinstance(stored, list):
            return ", ".join(self.text(each, names) for each in stored)
        return self.item_text(stored, names) if stored != "" else ""

    def item_text(self, item: Any, names: NamesById) -> str:
        """Write a number or a text."""
        return str(item)


@dataclass(frozen=True, slots=True)
class Name(Value):
    """The number of a row of this kind, or several. Without a kind the id is whole, such as `user:3`."""

    kind: str = ""

    def item_text(self, item: Any, names: NamesById) -> str:
        return names[f"{self.kind}:{item}" if self.kind else str(item)]


@dataclass(frozen=True, slots=True)
class Count(Value):
    """A list of which only the length is shown, or a number."""

    def text(self, stored: Any, names: NamesById) -> str:
        return Value.text(self, (len(stored) or None) if isinstance(stored, list) else stored, names)


@dataclass(frozen=True, slots=True)
class Code(Value):
    words: Mapping[Any, Words]

    def item_text(self, item: Any, names: NamesById) -> str:
        return str(self.words.get(item, item))


@dataclass(frozen=True, slots=True)
class Time(Value):
    """An instant in milliseconds, shown as the time of day; or the time on a clock, shown as `4:05`."""

    on_clock: bool = False

    def item_text(self, item: Any, names: NamesById) -> str:
        if not isinstance(item, int):
            return str(item)
        if self.on_clock:
            return f"{item // 60_000}:{item // 1000 % 60:02}"
        instant = datetime.datetime.fromtimestamp(item / 1000, timezone.get_current_timezone())
        return date_format(instant, "H:i")


@dataclass(frozen=True, slots=True)
class Rows(Value):
    """A list of rows with so many columns, each shown as a line of its own."""

    columns: int
    row_line: Callable[[list[Any], NamesById], tuple[str, str]]  # label, text

    def lines(self, stored: Any, names: NamesById) -> dict[str, str]:
        rows = stored if isinstance(stored, list) else [stored]
        if all(isinstance(row, list) and len(row) == self.columns for row in rows):
            return dict(self.row_line(row, names) for row in rows)
        return Value.lines(self, stored, names)


@dataclass(frozen=True, slots=True)
class Sentence:
    """The text of a verb of the log, and the values that only this sentence has (None: not shown).

    A name is a key in `before` and `after`. A list that is stored without a key has the name "".
    """

    text: Words
    values: Mapping[str, Value | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IdKind:
    """A kind of id: what people call such a thing without knowing its name, and how names are looked up."""

    words: Words
    look_up: Callable[[Iterable[int]], dict[int, str]] = lambda numbers: {}
