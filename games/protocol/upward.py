"""Parse what clients send, field by field: requests for the referee, and messages to the server itself."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from games.clock import GAME
from games.faults import Fault, Phrase
from games.referee import Request, dump
from games.referee import requests as r
from games.rules import Ending, Position, Seat, Side
from games.rules.moves import EVERY_MOVE

MOST_MS = 1_000 * 60 * 60 * 1_000  # a thousand hours: longer than any control, far from any overflow
MOST_COUNT = 1_000_000
MOST_TEXT = 300
MOST_WORD = 40
LINE = "one line of text (characters: at most {most})"
NONCE_TEXT = re.compile("[!-~]{1,64}")


class BadMessage(Fault):
    """A message that cannot be read: which field, and what belongs there."""

    sentences: ClassVar[dict[str, str]] = {
        "not-an-object": "A message is one JSON object with a “type”.",
        "unknown-type": "There is no message of type “{type}”.",
        "missing-field": "“{type}” needs the field “{field}”: {wanted}.",
        "bad-field": "“{field}” of “{type}” has to be {wanted}.",
    }


@dataclass(frozen=True, slots=True)
class Reader:
    """How to read a value: `read` raises ValueError, KeyError or TypeError for what is not `wanted`."""

    wanted: Phrase
    read: Callable[[Any], Any]


def _whole_number(least: int, most: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(value)
        return value

    return read


def _text(value: Any, most: int = MOST_TEXT) -> str:
    # Text that cannot be printed (lone surrogates, zero bytes) cannot be stored by every database either.
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        raise ValueError(value)
    return value


def _nonce(value: Any) -> str:
    if not isinstance(value, str) or not NONCE_TEXT.fullmatch(value):
        raise ValueError(value)
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _number(value: Any) -> Any:
    """Read a value that the client gets back as it came."""
    if isinstance(value, str):
        return _text(value, MOST_WORD)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 2**53:
        raise ValueError(value)  # not a number, infinite, or more than every client can count
    return value


COUNT = Reader(Phrase("a whole number from 0 up"), _whole_number(0, MOST_COUNT))
PLACE = Reader(Phrase("a whole number from 1 up"), _whole_number(1, MOST_COUNT))
TIME = Reader(Phrase("whole milliseconds from 0 up"), _whole_number(0, MOST_MS))
CHANGE = Reader(Phrase("whole milliseconds, below zero to take away"), _whole_number(-MOST_MS, MOST_MS))
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
    """Require the field, so that a forgotten winner is not read as a draw."""
    return Field(reader, nullable=True)


def optional(reader: Reader) -> Field:
    return Field(reader, required=False, nullable=True)


def read_fields(kind: str, fields: Mapping[str, Field], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the typed values of the fields that are there. Unknown keys are ignored."""
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


@dataclass(frozen=True, slots=True)
class Since:
    """The query for all events after `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class Ping:
    """The query for the time, with `t` to be sent back as it came; `mark` is that of the last pong."""

    t: int | float | str | None = None
    mark: int | float | str | None = None


@dataclass(frozen=True, slots=True)
class Here:
    """The sign of life of a device that plays, sent every two seconds and not answered."""


@dataclass(frozen=True, slots=True)
class TakeCustody:
    """The request to keep a table's game (or, without `take`, the query whether this tab does)."""

    take: bool = True
    tab: str = ""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What the tab that keeps a game sends with the request.

    `spent_ms` is how long the turn has lasted by its own clock, `ago_ms` how long ago the thing happened;
    `unlocked` is `offline` if the table itself checked the arbiter's PIN.
    """

    epoch: int
    n: int
    spent_ms: int | None = None
    tab: str = ""
    ago_ms: int | None = None
    generation: int | None = None
    unlocked: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """One message that was read. `verb` is the right it takes; `body` has the known fields, as they came."""

    verb: str
    nonce: str
    ask: Request | Since | Ping | Here | TakeCustody
    entry: TableEntry | None = None
    instruction: int | None = None
    body: dict[str, Any] | None = None


REQUESTS: dict[str, tuple[type[Request], dict[str, Field]]] = {
    "start": (r.Start, {}),
    "move": (
        r.MakeMove,
        {"seat": needed(SEAT), "ply": needed(COUNT), "move": needed(MOVE), "spent_ms": optional(TIME)},
    ),
    "press": (r.Press, {"seat": needed(SEAT), "ply": needed(COUNT), "spent_ms": optional(TIME)}),
    "call": (r.CallLine, {"seat": needed(SEAT), "ply": needed(COUNT)}),
    "resign": (r.Resign, {"seat": needed(SEAT)}),
    "offer": (r.Offer, {"seat": needed(SEAT)}),
    "accept": (r.Accept, {"seat": needed(SEAT)}),
    "decline": (r.Decline, {"seat": needed(SEAT)}),
    "flag": (r.Flag, {}),
    "pause": (r.Pause, {"reason": needed(WORD)}),
    "resume": (r.Resume, {"reason": optional(WORD)}),
    "adjust": (
        r.Adjust,
        {
            "seat": optional(SEAT_OR_GAME),
            "set_ms": optional(TIME),
            "add_ms": optional(CHANGE),
            "periods": optional(COUNT),
            "turn": optional(SEAT),
            "reason": needed(TEXT),
        },
    ),
    "penalty": (r.Penalise, {"seat": needed(SEAT), "time_ms": optional(TIME), "reason": needed(TEXT)}),
    "illegal": (r.NoteIllegal, {"seat": needed(SEAT), "reason": optional(TEXT)}),
    "takeback": (
        r.TakeBack,
        {"to_ply": needed(COUNT), "seat": optional(SEAT), "reason": optional(TEXT)},
    ),
    "position": (r.SetPosition, {"position": needed(POSITION), "reason": needed(TEXT)}),
    "rule": (
        r.Rule,
        {"winner": needed_or_null(SIDE), "ending": optional(ENDING), "reason": needed(TEXT)},
    ),
    "reopen": (r.Reopen, {"reason": needed(TEXT)}),
    "confirm": (
        r.Confirm,
        {"side": needed(SIDE), "winner": needed_or_null(SIDE), "ending": optional(ENDING)},
    ),
    "arbiter": (r.CallArbiter, {"seat": needed_or_null(SEAT), "reason": optional(TEXT)}),
}
VERBS = {request: verb for verb, (request, _) in REQUESTS.items()}

NONCE = {"nonce": needed(NONCES)}
ENTRY = {
    "epoch": needed(COUNT),
    "n": needed(PLACE),
    "spent_ms": optional(TIME),
    "tab": optional(WORD),
    "ago_ms": optional(TIME),
    "generation": optional(COUNT),
    "unlocked": optional(WORD),
}
INSTRUCTION = {"instruction": optional(PLACE)}
_BESIDE_REQUEST = tuple(NONCE | ENTRY | INSTRUCTION)

CONTROLS: dict[str, tuple[type[Since | Ping | Here | TakeCustody], dict[str, Field]]] = {
    "since": (Since, {"seq": needed(COUNT)}),
    "ping": (Ping, {"t": optional(ECHO), "mark": optional(ECHO)}),
    "here": (Here, {}),
    "custody": (TakeCustody, {"take": optional(SWITCH), "tab": needed(WORD)}),
}


def parse(data: Any) -> Frame:
    """Parse one message, or raise BadMessage. Messages that change nothing, such as a ping, need no nonce."""
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise BadMessage("not-an-object")
    kind: str = data["type"]
    if kind in CONTROLS:
        control, fields = CONTROLS[kind]
        return Frame(kind, nonce_of(data), control(**read_fields(kind, fields, data)))
    request = parse_request(data)
    is_entry = data.get("epoch") is not None
    entry = TableEntry(**read_fields(kind, ENTRY, data)) if is_entry else None
    return Frame(
        verb=kind,
        nonce=read_fields(kind, NONCE, data)["nonce"],
        ask=request,
        entry=entry,
        instruction=read_fields(kind, INSTRUCTION, data).get("instruction"),
        body={key: data[key] for key in ("type", *REQUESTS[kind][1], *_BESIDE_REQUEST) if key in data},
    )


def parse_request(data: Mapping[str, Any]) -> Request:
    """Parse the request alone: of a message, of an instruction, of a late entry that is adopted."""
    kind = data["type"]
    if kind not in REQUESTS:
        raise BadMessage("unknown-type", type=str(kind)[:40])
    request, fields = REQUESTS[kind]
    return request(**read_fields(kind, fields, data))


def request_json(request: Request) -> dict[str, Any]:
    """Return the JSON that `parse_request` reads as this request."""
    return {"type": VERBS[type(request)], **dump(request)}


def nonce_of(data: Any) -> str:
    """Return the nonce of a message, even of one that cannot be read, so that its refusal can name it."""
    nonce = data.get("nonce") if isinstance(data, dict) else None
    return nonce if isinstance(nonce, str) and len(nonce) <= 64 else ""
