"""A script has a file name of its own, so that a search for it finds one module."""

from collections import defaultdict
from pathlib import Path

from tests.checks.sources import ROOT, report

SCRIPTS = ROOT / "static/js"
PYTHON = ROOT / "games"

# Folders whose modules have the names of the Python modules that they mirror.
MIRRORS = ("rules", "clock", "referee")


def is_mirror(path: Path) -> bool:
    script = path.relative_to(SCRIPTS)
    in_mirror = script.parts[0] in MIRRORS or script.as_posix() == "faults.js"
    return in_mirror and (PYTHON / script).with_suffix(".py").exists()


def test_no_two_scripts_have_one_file_name():
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SCRIPTS.rglob("*.js")):
        if not is_mirror(path):
            places[path.name].append(path.relative_to(ROOT).as_posix())
    report((" and ".join(found) for found in places.values() if len(found) > 1), "Rename one of them.")
