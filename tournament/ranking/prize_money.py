"""Prize money: read from a prize's title, added up and shared to the cent.

>>> str(Money.read("100 €").shared(3)), str(Money.read("CHF 50").shared(4)), Money.read("a cup")
('33.33 €', 'CHF 12.50', None)
"""

import re
from dataclasses import dataclass, replace
from typing import Self

_AMOUNT = r"(?P<whole>\d{1,7})(?:[.,](?P<part>\d{2}))?"
_FORMS = (
    re.compile(rf"{_AMOUNT}\s*(?P<unit>[^\d\s.,]{{1,8}})"),
    re.compile(rf"(?P<unit>[^\d\s.,]{{1,8}})\s*{_AMOUNT}"),
)


@dataclass(frozen=True, slots=True)
class Money:
    cents: int
    unit: str
    unit_first: bool = False

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Parse `100 €`, `30.50 EUR` or `CHF 20`; return None for any other text."""
        for form in _FORMS:
            if found := form.fullmatch(text.strip()):
                cents = 100 * int(found["whole"]) + int(found["part"] or 0)
                return cls(cents, found["unit"], unit_first=form is _FORMS[1])
        return None

    def shared(self, count: int) -> Self:
        """Divide the amount among `count` players; cents that remain are not paid out."""
        return replace(self, cents=self.cents // count)

    def plus(self, other: "Money") -> Self:
        return replace(self, cents=self.cents + other.cents)

    def __str__(self) -> str:
        whole, part = divmod(self.cents, 100)
        amount = f"{whole}.{part:02}" if part else str(whole)
        return f"{self.unit} {amount}" if self.unit_first else f"{amount} {self.unit}"
