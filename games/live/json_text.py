"""Text frames to JSON and back, strictly: NaN and Infinity are not JSON, whatever the parser says."""

import json
import math
from typing import Any, NoReturn


class UnreadableFrame(ValueError):
    """Not a JSON text."""


def encode(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), allow_nan=False)


def decode(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_constant, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise UnreadableFrame(str(error)) from error


def _no_constant(name: str) -> NoReturn:
    raise UnreadableFrame(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise UnreadableFrame(digits)
    return number
