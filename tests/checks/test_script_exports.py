"""Every export of a script is imported: by another script, or by a test of what the script itself uses."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.checks.sources import ROOT, report, text_of
from tests.js.nodejs import HERE

OURS = ROOT / "static/js"
DECLARED = re.compile(r"^export (?:async function|function|class|const) (\w+)", re.MULTILINE)
LISTED = re.compile(r"^export \{([^}]*)\}", re.MULTILINE)
NAMED = re.compile(r'^(?:import|export) \{([^}]*)\} from "(\.[^"]+)"', re.MULTILINE)
WHOLE = re.compile(r'^import \* as (\w+) from "(\.[^"]+)"', re.MULTILINE)


def _own_names(listed: str) -> list[str]:
    return [each.strip().partition(" as ")[0] for each in listed.split(",") if each.strip()]


def _offered(path: Path) -> set[str]:
    text = text_of(path)
    listed = (name for names in LISTED.findall(text) for name in _own_names(names))
    return {*DECLARED.findall(text), *listed}


def _wanted(path: Path) -> Iterator[tuple[Path, str]]:
    text = text_of(path)
    for listed, way in NAMED.findall(text):
        for name in _own_names(listed):
            yield (path.parent / way).resolve(), name
    for name, way in WHOLE.findall(text):
        for member in re.findall(rf"\b{name}\.(\w+)", text):
            yield (path.parent / way).resolve(), member


def test_every_export_is_imported_somewhere():
    wanted = {each for path in [*OURS.rglob("*.js"), *HERE.glob("*.js")] for each in _wanted(path)}
    offered = {(path, name) for path in OURS.rglob("*.js") for name in _offered(path)}
    report(
        (f"static/js/{path.relative_to(OURS)}: {name}" for path, name in offered - wanted),
        "Nothing imports it: remove the word export, or the whole function.",
    )


def test_an_export_that_only_a_test_imports_is_used_by_its_own_module():
    wanted = {each for path in OURS.rglob("*.js") for each in _wanted(path)}
    offered = {(path, name) for path in OURS.rglob("*.js") for name in _offered(path)}
    unused = {
        f"static/js/{path.relative_to(OURS)}: {name}"
        for path, name in offered - wanted
        if len(re.findall(rf"\b{name}\b", text_of(path))) < 2
    }
    report(unused, "Only a test imports it, and its own module does not use it: delete it.")
