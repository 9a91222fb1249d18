"""The source files that the checks read, each parsed once, and how a check reports what it found."""

import ast
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
APPS = ("games", "tournament")


def python_files(*folders: str) -> list[Path]:
    """Return the modules below these folders, without migrations."""
    found = (file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    return sorted(file for file in found if "migrations" not in file.parts)


@cache
def text_of(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(text_of(file))


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def report(found: Iterable[str], advice: str) -> None:
    """Fail if anything was found: one line for each place, then what to do."""
    if lines := sorted(found):
        pytest.fail("\n".join([*lines, advice]), pytrace=False)
