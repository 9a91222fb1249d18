"""The direction of imports is a test, not a wish: pure packages stay pure, games knows no tournament."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# What each pure package may import besides the standard library and itself.
PURE = {
    "games.rules": {"games.faults"},
    "games.clock": {"games.faults"},
    "games.referee": {"games.faults", "games.rules", "games.clock"},
    "tournament.scores": {"games.faults"},
    "tournament.formats": {"games.faults", "tournament.scores", "tournament.ranking"},
    "tournament.ranking": {"games.faults", "tournament.scores"},
}

# What packages with rows may not import.
EDGE = tuple(f"tournament.{name}" for name in ("api", "demo", "exchange", "forms", "views"))
ABOVE = {
    "tournament.models": ("tournament.people_lists", "tournament.files", "tournament.services", *EDGE),
    "tournament.people_lists": ("tournament.services", *EDGE),
    "tournament.files": ("tournament.services", *EDGE),
    "tournament.services": EDGE,
}

# Single modules that put one foreign library behind a small function of ours, so that it can be replaced.
EXCEPTIONS = {
    ROOT / "tournament/ranking/ratings.py": {"openskill"},
}


def modules(package):
    return sorted((ROOT / package.replace(".", "/")).rglob("*.py"))


def imports(path):
    """Every module that a file imports, wherever in the file, as full names."""
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = list(package[: len(package) - node.level + 1]) if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield module
            # `from games import services` imports a module that only the name tells.
            yield from (f"{module}.{alias.name}" for alias in node.names if module in ("games", "tournament"))


def is_within(name, packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_import_the_standard_library_and_what_lies_below(package):
    assert modules(package), f"{package} has no modules"
    for path in modules(package):
        allowed = {package, *PURE[package], *EXCEPTIONS.get(path, ())}
        for name in imports(path):
            top = name.partition(".")[0]
            if name in ("games", "tournament"):
                continue  # the package itself; what is taken from it is listed apart
            assert top in sys.stdlib_module_names or is_within(name, allowed), f"{path.name} imports {name}"


def test_what_everything_pure_stands_on_imports_nothing_of_ours():
    names = imports(ROOT / "games/faults.py")
    assert all(name.partition(".")[0] in sys.stdlib_module_names for name in names)


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_read_no_clock_and_no_chance(package):
    for path in modules(package):
        assert not set(imports(path)) & {"time", "secrets", "uuid"}, path.name
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
                continue
            used = f"{node.value.id}.{node.attr}"
            assert used not in {"datetime.now", "datetime.utcnow", "datetime.today", "date.today"}, path.name
            assert node.value.id != "random" or node.attr == "Random", (
                f"{path.name} uses {used} without a seed"
            )


def test_games_never_imports_tournament():
    for path in modules("games"):
        assert not any(is_within(name, ["tournament"]) for name in imports(path)), path


@pytest.mark.parametrize("package", ABOVE)
def test_models_lists_and_services_import_nothing_from_above(package):
    assert modules(package), f"{package} has no modules"
    for path in modules(package):
        for name in imports(path):
            assert not is_within(name, ABOVE[package]), f"{path} imports {name}"


def test_pure_packages_run_where_nothing_is_installed():
    """With no site packages at all, every module of every pure package can be imported."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for package in PURE
        for path in modules(package)
        if path not in EXCEPTIONS
    ]
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfor name in {names!r}: __import__(name)"
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
