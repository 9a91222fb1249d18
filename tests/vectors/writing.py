"""Write vectors: one value a line, so that differences between two versions stay small."""

import json
from typing import Any


def line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def block(values: list[Any]) -> str:
    return "[\n" + ",\n".join(line(value) for value in values) + "\n]"


def document(parts: dict[str, str]) -> str:
    """Write an object whose values are written already."""
    return "{" + ",\n".join(f"{line(name)}:{text}" for name, text in parts.items()) + "}\n"
