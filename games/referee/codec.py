"""Write events and states as plain JSON values and read them back, by the types of their fields.

What has a text form of its own (moves, positions, rule sets, controls, seats) is stored as that text.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from operator import attrgetter
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from games import clock
from games.clock import Clock, TimeControl
from games.rules import Move, Position, RuleSet

from .events import KINDS, NAMES, Event
from .state import Agreement, State

VERSION = 1
TEXTS: tuple[Any, ...] = (Move, Position, RuleSet, TimeControl)
WORDED = (Move, RuleSet, TimeControl)  # rarely made, often written: they store their text

T = TypeVar("T")


def dump_event(event: Event) -> dict[str, Any]:
    return {"v": VERSION, "kind": NAMES[type(event)], **_dump_fields(event)}


def load_event(data: dict[str, Any]) -> Event:
    """Read the event that `dump_event` wrote. ValueError for an unknown version or kind."""
    if data.get("v") != VERSION or data.get("kind") not in KINDS:
        raise ValueError(f"event {data.get('kind')!r} of version {data.get('v')!r} is not known")
    return load(KINDS[data["kind"]], data)


def dump_state(state: State) -> dict[str, Any]:
    """Write the state without its agreement, which is stored once and beside it."""
    return _dump_fields(state)


def load_state(agreement: Agreement, data: dict[str, Any]) -> State:
    state: State = _load_fields(State, data, agreement=agreement)
    return state


def dump(value: Any) -> Any:
    """Write any value that an event or a state holds as plain JSON."""
    kind: Any = type(value)
    if kind is NoneType or kind is int or kind is bool:
        return value
    if isinstance(value, tuple):
        return [dump(each) for each in value]
    step = _dumper(kind)
    return value if step is None else step(value)


def load(kind: type[T], data: Any) -> T:
    """Read the value of this type that `dump` wrote. Fields that are missing have their default."""
    hint: Any = kind
    step = _loader(hint)
    loaded: T = data if step is None else step(data)
    return loaded


# Every move is written and read by these, so the step for each field is found once for each type.

Step = Callable[[Any], Any]  # None in its place: the value is its own JSON form


def _dump_fields(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    names, read, steps = _fields_to_dump(kind)
    dumped = dict(zip(names, read(value), strict=True))
    for name, step in steps:
        dumped[name] = step(dumped[name])
    return dumped


@cache
def _fields_to_dump(kind: Any) -> tuple[tuple[str, ...], Step, list[tuple[str, Step]]]:
    names = tuple(name for name, hint in _field_types(kind).items() if hint is not Agreement)
    steps = ((name, _dumper(_field_types(kind)[name])) for name in names)
    # attrgetter returns no tuple for one name, and refuses none.
    read: Step = attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, n) for n in names]
    return names, read, [(name, step) for name, step in steps if step is not None]


@cache
def _dumper(kind: Any) -> Step | None:
    """Find how to write a field by its declared type."""
    if kind in (int, bool, NoneType):
        return None
    if kind is str:
        return str.__str__  # a plain str, also of a StrEnum
    if kind in WORDED:
        return attrgetter("text")
    if kind is Position:
        return str
    if kind is Clock:
        return clock.to_json
    if inner := _non_none_type(kind):
        step = _dumper(inner)
        return step and _allow_none(step)
    if get_origin(kind) is tuple:
        return _sequence(list, get_args(kind), _dumper)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return attrgetter("value")
    if is_dataclass(kind):
        return _dump_fields
    raise TypeError(f"{kind} has no JSON form")


@cache
def _loader(kind: Any) -> Step | None:
    if inner := _non_none_type(kind):
        step = _loader(inner)
        return step and _allow_none(step)
    if get_origin(kind) is tuple:
        return _sequence(tuple, get_args(kind), _loader)
    if kind in TEXTS:
        parse: Step = kind.parse
        return parse
    if kind is Clock:
        return clock.from_json
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if is_dataclass(kind):
        return partial(_load_fields, kind)
    return None


def _non_none_type(kind: Any) -> Any:
    """Return the type without None; None for a type that is never None."""
    if get_origin(kind) not in (Union, UnionType):
        return None
    (inner,) = (each for each in get_args(kind) if each is not NoneType)
    return inner


def _allow_none(step: Step) -> Step:
    return lambda value: None if value is None else step(value)


def _sequence(made: Callable[[Any], Any], kinds: tuple[Any, ...], find: Callable[[Any], Step | None]) -> Step:
    if kinds[-1] is Ellipsis:
        each = find(kinds[0])
        return made if each is None else lambda values: made(map(each, values))
    steps = [find(kind) or _identity for kind in kinds]
    return lambda values: made(step(value) for step, value in zip(steps, values, strict=True))


def _identity(value: T) -> T:
    return value


def _load_fields(kind: Any, data: dict[str, Any], **known: Any) -> Any:
    read = {name: step(data[name]) for name, step in _fields_to_load(kind) if name in data}
    return kind(**read, **known)


@cache
def _fields_to_load(kind: Any) -> list[tuple[str, Step]]:
    return [(name, _loader(hint) or _identity) for name, hint in _field_types(kind).items()]


@cache
def _field_types(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
