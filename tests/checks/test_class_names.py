"""A public class has a name of its own, so that a search for it finds one class."""

import ast
from collections import defaultdict

from tests.checks.sources import APPS, name_of, python_files, report, tree_of

# Names that two classes share on purpose.
SHARED = {
    "Event": "the value and the row that stores it",
    "Request": "the value and the row that stores its answer",
    "Entrant": "the value and the row it is read from",
    "Outcome": "how a game ended, and how a match did",
    "Command": "Django's name for each command",
}


def test_a_public_class_has_a_name_of_its_own():
    places: dict[str, list[str]] = defaultdict(list)
    for file in python_files(*APPS):
        for node in tree_of(file).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{name_of(file)}:{node.lineno}")
    doubled = {name: found for name, found in places.items() if len(found) > 1}
    report(
        (f"class {name} in {' and '.join(found)}" for name, found in doubled.items() if name not in SHARED),
        "Rename one of them, or give a reason in SHARED (tests/checks/test_class_names.py).",
    )
    report(set(SHARED) - set(doubled), "Only one class has this name: remove the line from SHARED.")
