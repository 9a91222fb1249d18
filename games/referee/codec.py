"""Events and states as plain JSON values and back, driven by the types of their fields.

What has a text form of its own (moves, positions, rule sets, controls, seats) is stored as that text.
"""

from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from games import clock
from games.clock import Clock, TimeControl
from games.rules import Move, Position, RuleSet

from .events import KINDS, NAMES, Event
from .state import Agreement, State

VERSION = 1
TEXTS: tuple[Any, ...] = (Move, Position, RuleSet, TimeControl)
WORDED = (Move, RuleSet, TimeControl)  # made seldom, written often: they keep their text

T = TypeVar("T")


def dump_event(event: Event) -> dict[str, Any]:
    return {"v": VERSION, "kind": NAMES[type(event)], **_dump_fields(event)}


def load_event(data: dict[str, Any]) -> Event:
    """The event that `dump_event` wrote. ValueError for a version or kind that this code does not know."""
    if data.get("v") != VERSION or data.get("kind") not in KINDS:
        raise ValueError(f"event {data.get('kind')!r} of version {data.get('v')!r} is not known")
    return load(KINDS[data["kind"]], data)


def dump_state(state: State) -> dict[str, Any]:
    """All but the agreement, which is kept once and beside it."""
    return _dump_fields(state, without="agreement")


def load_state(agreement: Agreement, data: dict[str, Any]) -> State:
    state: State = _load_fields(State, data, agreement=agreement)
    return state


def dump(value: Any) -> Any:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return value
    if isinstance(value, WORDED):
        return value.text
    if isinstance(value, Position):
        return str(value)
    if isinstance(value, Clock):
        return clock.to_json(value)
    if isinstance(value, tuple):
        return [dump(each) for each in value]
    if is_dataclass(value):
        return _dump_fields(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def load(kind: type[T], data: Any) -> T:
    """The value of this type that `dump` wrote. Fields that are missing have their default."""
    loaded: T = _load(kind, data)
    return loaded


def _dump_fields(value: Any, without: str = "") -> dict[str, Any]:
    kind: Any = type(value)
    return {name: dump(getattr(value, name)) for name in _types(kind) if name != without}


def _load(kind: Any, data: Any) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        if data is None:
            return None
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
        return _load(kind, data)
    if origin is tuple:
        inner = get_args(kind)
        if inner[-1] is Ellipsis:
            return tuple(_load(inner[0], each) for each in data)
        return tuple(_load(each, value) for each, value in zip(inner, data, strict=True))
    if kind in TEXTS:
        return kind.parse(data)
    if kind is Clock:
        return clock.from_json(data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    if is_dataclass(kind):
        return _load_fields(kind, data)
    return data


def _load_fields(kind: Any, data: dict[str, Any], **known: Any) -> Any:
    read = {name: _load(hint, data[name]) for name, hint in _types(kind).items() if name in data}
    return kind(**read, **known)


@cache
def _types(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
