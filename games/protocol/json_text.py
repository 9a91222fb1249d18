"""Encode and decode the JSON text of a WebSocket message, strictly: NaN and Infinity are not JSON."""

import json
import math
from typing import Any, NoReturn


class UnreadableFrame(ValueError):
    """A message that is not JSON text."""


def encode(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), allow_nan=False)


def decode(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_float=_parse_finite)
    except (ValueError, RecursionError) as error:
        raise UnreadableFrame(str(error)) from error


def _refuse_constant(name: str) -> NoReturn:
    raise UnreadableFrame(name)


def _parse_finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise UnreadableFrame(digits)
    return number
