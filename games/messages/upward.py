"""What clients send: one JSON object becomes a request for the referee, or a word with the server itself."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.referee import Request, dump
from games.referee import requests as r

from .fields import (
    CHANGE,
    COUNT,
    ECHO,
    ENDING,
    MOVE,
    NONCES,
    PLACE,
    POSITION,
    SEAT,
    SEAT_OR_GAME,
    SIDE,
    SWITCH,
    TEXT,
    TIME,
    WORD,
    BadMessage,
    Field,
    needed,
    needed_or_null,
    optional,
    read_fields,
)


@dataclass(frozen=True, slots=True)
class Since:
    """Asks for everything after `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class Ping:
    """Asks for the time with `t`, given back as it came; `mark` is that of the last pong, sent back."""

    t: int | float | str | None = None
    mark: int | float | str | None = None


@dataclass(frozen=True, slots=True)
class Here:
    """This device plays, and says so every two seconds: once it is silent it is away. Not answered."""


@dataclass(frozen=True, slots=True)
class TakeCustody:
    """Asks to keep a table's game (or, without `take`, only whether this tab does)."""

    take: bool = True
    tab: str = ""


@dataclass(frozen=True, slots=True)
class TableEntry:
    """What the tab that keeps a game tells beside the request.

    `spent_ms` is how long the turn has lasted by its own clock, `ago_ms` how long ago the thing happened;
    `unlocked` is `offline` where the table itself checked the arbiter's PIN.
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
    """One message, read. `verb` is the right it takes; `body` holds the fields we know, as they came."""

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
_AROUND = tuple(NONCE | ENTRY | INSTRUCTION)

CONTROLS: dict[str, tuple[type[Since | Ping | Here | TakeCustody], dict[str, Field]]] = {
    "since": (Since, {"seq": needed(COUNT)}),
    "ping": (Ping, {"t": optional(ECHO), "mark": optional(ECHO)}),
    "here": (Here, {}),
    "custody": (TakeCustody, {"take": optional(SWITCH), "tab": needed(WORD)}),
}


def parse(data: Any) -> Frame:
    """One message, or BadMessage. A ping, `here` and a `since` change nothing, so they need no nonce."""
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise BadMessage("not-an-object")
    kind: str = data["type"]
    if kind in CONTROLS:
        control, fields = CONTROLS[kind]
        return Frame(kind, nonce_of(data), control(**read_fields(kind, fields, data)))
    request = parse_request(data)
    entry = None
    if data.get("epoch") is not None:
        entry = TableEntry(**read_fields(kind, ENTRY, data))
    return Frame(
        verb=kind,
        nonce=read_fields(kind, NONCE, data)["nonce"],
        ask=request,
        entry=entry,
        instruction=read_fields(kind, INSTRUCTION, data).get("instruction"),
        body={key: data[key] for key in ("type", *REQUESTS[kind][1], *_AROUND) if key in data},
    )


def parse_request(data: Mapping[str, Any]) -> Request:
    """The request alone: of a message, of an instruction, of a late entry that is adopted."""
    kind = data["type"]
    if kind not in REQUESTS:
        raise BadMessage("unknown-type", type=str(kind)[:40])
    request, fields = REQUESTS[kind]
    return request(**read_fields(kind, fields, data))


def request_json(request: Request) -> dict[str, Any]:
    """What `parse_request` reads as this request."""
    return {"type": VERBS[type(request)], **dump(request)}


def nonce_of(data: Any) -> str:
    """The nonce of a message however broken the rest is, so that even a refusal can be addressed."""
    nonce = data.get("nonce") if isinstance(data, dict) else None
    return nonce if isinstance(nonce, str) and len(nonce) <= 64 else ""
