"""A menu of somebody's device, drawn: title, rows, and the one to tap (templates/hall/_screen.html)."""

from dataclasses import dataclass
from textwrap import wrap

from django.utils.functional import Promise

Text = str | Promise

# In units of the picture, which is 240 wide and 170 high.
TOP, ROW = 46, 37
LETTER, SMALL_LETTER = 7.0, 6.0
ROOM, ROOM_BESIDE_SWITCH, ROOM_OF_TITLE = 165, 145, 196


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text; `squeeze` is the width it is pressed into when it would be wider."""

    text: str
    y: float
    squeeze: int = 0


@dataclass(frozen=True, slots=True)
class ScreenRow:
    y: int
    middle: float
    lit: bool
    switch: bool
    small: bool
    lines: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """`lit` is the row to tap, counted from 0; `switch` draws a switch on it."""

    title: Text
    rows: tuple[Text, ...]
    lit: int
    switch: bool = False

    @property
    def lit_row(self) -> Text:
        return self.rows[self.lit]

    @property
    def heading(self) -> Words:
        return _words(str(self.title), 36, ROOM_OF_TITLE, LETTER + 1)

    @property
    def drawn(self) -> list[ScreenRow]:
        return [self._row(number, str(text)) for number, text in enumerate(self.rows)]

    def _row(self, number: int, text: str) -> ScreenRow:
        y = TOP + ROW * number
        middle = y + (ROW - 4) / 2
        switch = self.switch and number == self.lit
        room = ROOM_BESIDE_SWITCH if switch else ROOM
        small = len(text) * LETTER > room and " " in text
        if small:
            parts = _halves(text)
            lines = [
                _words(part, middle - 2 + 12 * line, room, SMALL_LETTER) for line, part in enumerate(parts)
            ]
        else:
            lines = [_words(text, middle + 4, room, LETTER)]
        return ScreenRow(y, middle, number == self.lit, switch, small, tuple(lines))


def _halves(text: str) -> list[str]:
    """About half of it on each of two lines, rather than one full line and a rest."""
    width = max(len(text) // 2, *map(len, text.split()))
    while len(parts := wrap(text, width, break_on_hyphens=False)) > 2:
        width += 1
    return parts


def _words(text: str, y: float, room: int, letter: float) -> Words:
    return Words(text, y, room if len(text) * letter > room else 0)
