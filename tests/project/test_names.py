"""One public name, one thing: whoever searches for a class finds the one that is meant."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Used twice on purpose.
TWINS = {
    "Event": "the value and the row that keeps it",
    "Request": "the value and the row that keeps its answer",
    "Entrant": "the value and the row it is read from",
    "Outcome": "how a game ended, and how a match did",
    "Command": "Django's name for each command",
}


def homes_of_classes() -> dict[str, list[str]]:
    homes: dict[str, list[str]] = defaultdict(list)
    for app in ("games", "tournament"):
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" in path.parts:
                continue
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    homes[node.name].append(str(path.relative_to(ROOT)))
    return homes


def test_a_public_class_has_a_name_of_its_own():
    doubled = {name: homes for name, homes in homes_of_classes().items() if len(homes) > 1}
    assert {name: homes for name, homes in doubled.items() if name not in TWINS} == {}
    assert set(TWINS) <= set(doubled), "a reason for what is not there any more"
