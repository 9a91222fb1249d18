"""Imports go in one direction: pure packages import no others, and games does not import tournament."""

import ast
import subprocess
import sys

import pytest

from tests.checks.sources import APPS, ROOT, name_of, python_files, report, tree_of

# The packages that each pure package may import besides the standard library and itself.
PURE = {
    "games.rules": {"games.faults"},
    "games.clock": {"games.faults"},
    "games.referee": {"games.faults", "games.rules", "games.clock"},
    "tournament.scores": {"games.faults"},
    "tournament.formats": {"games.faults", "tournament.scores", "tournament.ranking"},
    "tournament.ranking": {"games.faults", "tournament.scores"},
}

# The packages that those with database rows may not import.
EDGE = tuple(f"tournament.{name}" for name in ("api", "demo", "exchange", "forms", "views"))
ABOVE = {
    "tournament.models": ("tournament.people_lists", "tournament.files", "tournament.services", *EDGE),
    "tournament.people_lists": ("tournament.services", *EDGE),
    "tournament.files": ("tournament.services", *EDGE),
    "tournament.services": EDGE,
}

# Modules that wrap one foreign library in a small function, so that it can be replaced.
EXCEPTIONS = {
    ROOT / "tournament/ranking/ratings.py": {"openskill"},
}


def modules(package):
    found = python_files(package.replace(".", "/"))
    assert found, f"{package} has no modules"
    return found


def imports(file):
    """Yield the line and full name of every module that a file imports, wherever in the file."""
    package = file.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            if module in APPS:  # `from games import services` imports a module as well
                yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
            else:
                yield node.lineno, module


def imported_against(package, is_allowed):
    """Yield each import of the package's modules that is not allowed."""
    for file in modules(package):
        for line, name in imports(file):
            if not is_allowed(file, name):
                yield f"{name_of(file)}:{line} imports {name}"


def is_within(name, packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def is_standard(name):
    return name.partition(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_import_the_standard_library_and_what_lies_below(package):
    below = {package, *PURE[package]}
    report(
        imported_against(
            package,
            lambda file, name: is_standard(name) or is_within(name, below | EXCEPTIONS.get(file, set())),
        ),
        f"{package} is pure: it may import only the standard library and {', '.join(sorted(below))}."
        " Hand the value in as an argument.",
    )


def test_the_module_of_faults_imports_only_the_standard_library():
    file = ROOT / "games/faults.py"
    report(
        (f"games/faults.py:{line} imports {name}" for line, name in imports(file) if not is_standard(name)),
        "Every pure package uses games/faults.py: it may import only the standard library.",
    )


def impurities(file):
    """Yield each place where a module reads a clock or draws a random number without a seed."""
    for line, name in imports(file):
        if name in {"time", "secrets", "uuid"}:
            yield f"{name_of(file)}:{line} imports {name}"
    for node in ast.walk(tree_of(file)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            used = f"{node.value.id}.{node.attr}"
            is_clock = used in {"datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
            if is_clock or (node.value.id == "random" and node.attr != "Random"):
                yield f"{name_of(file)}:{node.lineno} uses {used}"


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_read_no_clock_and_no_chance(package):
    report(
        (found for file in modules(package) for found in impurities(file)),
        f"{package} is pure: hand in the time in milliseconds, or a random.Random with a seed.",
    )


def test_games_never_imports_tournament():
    report(
        imported_against("games", lambda _file, name: not is_within(name, ["tournament"])),
        "games must not import tournament: use games/extension.py or a signal.",
    )


@pytest.mark.parametrize("package", ABOVE)
def test_models_lists_and_services_import_nothing_from_above(package):
    report(
        imported_against(package, lambda _file, name: not is_within(name, ABOVE[package])),
        f"{package} must not import {', '.join(ABOVE[package])}:"
        " move the function down, or let the caller hand the value in.",
    )


def test_pure_packages_run_where_nothing_is_installed():
    """Import every module of every pure package without site packages."""
    names = [
        ".".join(file.relative_to(ROOT).with_suffix("").parts)
        for package in PURE
        for file in modules(package)
        if file not in EXCEPTIONS
    ]
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfor name in {names!r}: __import__(name)"
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
