"""Reading single fields of a message: each reader gives a typed value, or says what the field has to be."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from games.clock import GAME
from games.faults import Fault, Phrase
from games.rules import Ending, Position, Seat, Side
from games.rules.moves import EVERY_MOVE

MOST_MS = 1_000 * 60 * 60 * 1_000  # a thousand hours: longer than any control, far from any overflow
MOST_COUNT = 1_000_000
MOST_TEXT = 300
MOST_WORD = 40
LINE = "one line of text (characters: at most {most})"
NONCE = re.compile("[!-~]{1,64}")


class BadMessage(Fault):
    """A message that cannot be read. Says which field, and what belongs there."""

    sentences: ClassVar[dict[str, str]] = {
        "not-an-object": "A message is one JSON object with a “type”.",
        "unknown-type": "There is no message of type “{type}”.",
        "missing-field": "“{type}” needs the field “{field}”: {wanted}.",
        "bad-field": "“{field}” of “{type}” has to be {wanted}.",
    }


@dataclass(frozen=True, slots=True)
class Reader:
    """`read` raises ValueError (faults are), KeyError or TypeError for what is not `wanted`."""

    wanted: Phrase
    read: Callable[[Any], Any]


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(value)
        return value

    return read


def _text(value: Any, most: int = MOST_TEXT) -> str:
    # What cannot be printed (lone surrogates, zero bytes) cannot be stored by every database either.
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise ValueError(value)
    return value


def _nonce(value: Any) -> str:
    if not isinstance(value, str) or not NONCE.fullmatch(value):
        raise ValueError(value)
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _number(value: Any) -> Any:
    """A client's own figure, given back as it came."""
    if isinstance(value, str):
        return _text(value, MOST_WORD)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 2**53:
        raise ValueError(value)  # not a number, infinite, or more than every client can count
    return value


COUNT = Reader(Phrase("a whole number from 0 up"), _whole(0, MOST_COUNT))
PLACE = Reader(Phrase("a whole number from 1 up"), _whole(1, MOST_COUNT))
TIME = Reader(Phrase("whole milliseconds from 0 up"), _whole(0, MOST_MS))
CHANGE = Reader(Phrase("whole milliseconds, below zero to take away"), _whole(-MOST_MS, MOST_MS))
TEXT = Reader(Phrase(LINE, most=MOST_TEXT), _text)
WORD = Reader(Phrase(LINE, most=MOST_WORD), lambda value: _text(value, MOST_WORD))
NONCES = Reader(Phrase("1 to 64 printable ASCII characters without spaces"), _nonce)
SWITCH = Reader(Phrase("true or false"), _flag)
ECHO = Reader(Phrase("a number or a short text"), _number)
SEAT = Reader(Phrase("one of {words}", words=" ".join(Seat)), Seat)
SEAT_OR_GAME = Reader(
    Phrase("one of X O N E S W, or “game”"), lambda value: GAME if value == GAME else Seat(value)
)
SIDE = Reader(Phrase("X or O"), Side)
ENDING = Reader(Phrase("one of {words}", words=" ".join(Ending)), Ending)
MOVE = Reader(Phrase("a move such as c1E or c1E.N!"), EVERY_MOVE.__getitem__)
POSITION = Reader(Phrase("five ranks and the seat to move"), lambda value: Position.parse(_text(value)))


@dataclass(frozen=True, slots=True)
class Field:
    reader: Reader
    required: bool = True
    nullable: bool = False


def needed(reader: Reader) -> Field:
    return Field(reader)


def needed_or_null(reader: Reader) -> Field:
    """Must be there, so that a forgotten winner is not read as a draw."""
    return Field(reader, nullable=True)


def optional(reader: Reader) -> Field:
    return Field(reader, required=False, nullable=True)


def read_fields(kind: str, fields: Mapping[str, Field], body: Mapping[str, Any]) -> dict[str, Any]:
    """The typed values of those fields that are there. Unknown keys are left alone."""
    values: dict[str, Any] = {}
    for name, field in fields.items():
        wanted = field.reader.wanted
        if name not in body:
            if field.required:
                raise BadMessage("missing-field", type=kind, field=name, wanted=wanted)
            continue
        if body[name] is None and field.nullable:
            if field.required:
                values[name] = None
            continue
        try:
            values[name] = field.reader.read(body[name])
        except (ValueError, KeyError, TypeError) as error:
            raise BadMessage("bad-field", type=kind, field=name, wanted=wanted) from error
    return values
