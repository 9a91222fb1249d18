"""One file name, one script: a search for a module finds the one that is meant."""

from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "static/js"
PYTHON = ROOT / "games"

# Folders whose modules have the names of the Python modules that they mirror.
MIRRORS = ("rules", "clock", "referee")


def is_mirror(path: Path) -> bool:
    script = path.relative_to(SCRIPTS)
    in_mirror = script.parts[0] in MIRRORS or script.as_posix() == "faults.js"
    return in_mirror and (PYTHON / script).with_suffix(".py").exists()


def homes_of_names() -> dict[str, list[str]]:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in sorted(SCRIPTS.rglob("*.js")):
        if not is_mirror(path):
            homes[path.name].append(path.relative_to(SCRIPTS).as_posix())
    return homes


def test_no_two_scripts_have_one_file_name():
    assert {name: homes for name, homes in homes_of_names().items() if len(homes) > 1} == {}
