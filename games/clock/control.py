"""A time control: what was agreed for every seat, with one text form that round-trips.

Parts are separated by one space: `10+5 m30 g20`. Seats that differ are separated by semicolons, the game's
limit last: `X=5;O=4 m30;g20`. Main time and the game's limit are minutes (`10`, `0:30`), the rest seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from . import wording
from .faults import InvalidControl
from .grammar import read_game_limit, read_terms, write_game_limit, write_terms
from .terms import EXPECTED_TURNS, SEATS, SIDE_OF, Mode, Terms

# The share of each seat, by the number of shares: one for all, one for a side, one for a seat.
SHARES = {
    1: dict.fromkeys(SIDE_OF, 0),
    2: {seat: SEATS[2].index(side) for seat, side in SIDE_OF.items()},
    4: {seat: place for place, seat in enumerate(SEATS[4])},
}


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The agreed terms: one share for all, one for each side, or one for each of four seats."""

    shares: tuple[Terms, ...] = (Terms(),)
    game_ms: int | None = None
    text: str = field(init=False, repr=False, compare=False)
    by_seat: Mapping[str, Terms] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = SHARES[len(self.shares)]
        object.__setattr__(self, "by_seat", {seat: self.shares[place] for seat, place in places.items()})
        object.__setattr__(self, "text", self._format())

    @classmethod
    @lru_cache(maxsize=512)
    def parse(cls, text: str) -> TimeControl:
        """Read a control from any text. Raises only `InvalidControl`.

        >>> TimeControl.parse("10+5 m30 g20")
        TimeControl.parse('10+5 m30 g20')
        >>> str(TimeControl.parse(" X=5+0 ; O=4 "))
        'X=5;O=4'
        """
        pieces = [piece.strip() for piece in text.split(";")]
        if len(pieces) == 1 and "=" not in text:
            words = text.split()
            if not words:
                raise InvalidControl("empty")
            game_words = [word for word in words if word.startswith("g")]
            terms = read_terms([word for word in words if not word.startswith("g")])
            return cls((terms,), read_game_limit(game_words))
        game_words = [piece for piece in pieces if piece.startswith("g")]
        shares = _read_shares([piece for piece in pieces if not piece.startswith("g")])
        return cls(shares, read_game_limit(game_words))

    def __str__(self) -> str:
        return self.text

    def _format(self) -> str:
        game = [write_game_limit(self.game_ms)] if self.game_ms is not None else []
        if len(self.shares) == 1:
            words = write_terms(self.shares[0])
            return " ".join([*words, *game]) or "-"
        seats = SEATS[len(self.shares)]
        shares = [
            f"{seat}={' '.join(write_terms(terms)) or '-'}"
            for seat, terms in zip(seats, self.shares, strict=True)
        ]
        return ";".join([*shares, *game])

    def __repr__(self) -> str:
        return f"TimeControl.parse({str(self)!r})"

    def terms(self, seat: str) -> Terms:
        """Return the terms of this seat; in fours each partner has the side's share."""
        return self.by_seat[seat]

    def check(self, seats: int) -> None:
        """Raise `InvalidControl` if this control cannot be played by so many seats."""
        if len(self.shares) > seats:
            raise InvalidControl("four-seats-only", text=str(self))
        if seats > 2 and any(terms.mode is Mode.HOURGLASS for terms in self.shares):
            raise InvalidControl("hourglass-for-two", text=str(self))

    def expected_ms(self, seat: str) -> int:
        """Estimate how long the seat will think in this game: the measure for the lag quota."""
        expected = self.terms(seat).expected_ms(EXPECTED_TURNS[seat])
        return expected if self.game_ms is None else min(expected, self.game_ms)

    def describe(self, translate: wording.Translate = str) -> str:
        """Describe the control in plain words."""
        said = wording.sentences(self, translate)
        return " ".join(translate(template).format(**params) for template, params in said)

    def name(self, translate: wording.Translate = str) -> str:
        """Return a short name, such as `10 min + 5 s, 30 s a move`."""
        return wording.short_name(self, translate)


def _read_shares(pieces: list[str]) -> tuple[Terms, ...]:
    granted: dict[str, Terms] = {}
    four = False
    for piece in pieces:
        name, equals, words = piece.partition("=")
        name = name.strip()
        if not equals or name not in SIDE_OF:
            raise InvalidControl("seat-unknown", piece=piece[:40])
        if not words.strip():
            raise InvalidControl("seat-missing", seat=name)
        four = four or name in SEATS[4]
        terms = read_terms(words.split())
        for seat in SEATS[4]:
            if name in (seat, SIDE_OF[seat]):
                if seat in granted:
                    raise InvalidControl("seat-twice", piece=piece[:40])
                granted[seat] = terms
    missing = [seat for seat in SEATS[4] if seat not in granted]
    if missing:
        raise InvalidControl("seat-missing", seat=missing[0] if four else SIDE_OF[missing[0]])
    shares = tuple(granted[seat] for seat in SEATS[4])
    if len({terms.mode is Mode.HOURGLASS for terms in shares}) > 1:
        raise InvalidControl("hourglass-for-both")
    return _merge_shares(shares)


def _merge_shares(shares: tuple[Terms, ...]) -> tuple[Terms, ...]:
    """Return the same terms with the fewest shares, so that a control has only one text form."""
    north, east, south, west = shares
    if (north, east) != (south, west):
        return shares
    return (north,) if north == east else (north, east)
