"""No code asks which format a stage has: the format itself answers every question about it."""

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.checks.sources import APPS, ROOT, name_of, python_files, report, text_of
from tournament.formats.registry import FORMATS

AT_HOME = ROOT / "tournament/formats"
# A format by the name it has in its module: KNOCKOUT for knockout.
NAMES = {code.upper().replace("-", "_") for code in FORMATS}
FORMAT = re.compile(r"(^|_)(format|format_rules)$")


def sources() -> list[Path]:
    return [file for file in python_files(*APPS) if AT_HOME not in file.parents]


def branches(source: str) -> list[int]:
    """Return the lines in which something depends on which format it is."""
    found = {node.lineno for node in ast.walk(ast.parse(source)) if BRANCHES.get(type(node), _never)(node)}
    return sorted(found)


def _never(node: ast.AST) -> bool:
    return False


def _compares(node: ast.Compare) -> bool:
    sides = [node.left, *node.comparators]
    with_code = any(map(_is_format, sides)) and any(map(_has_code, sides))
    return with_code or any(map(_names_a_format, sides))


def _calls(node: ast.Call) -> bool:
    """Return whether it is a query by format, or an `isinstance` of a format."""
    if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
        return _is_format(node.args[0]) and ast.unparse(node.args[1]) != "type"
    return any(keyword.arg and "format__" in keyword.arg for keyword in node.keywords)


BRANCHES: dict[type[ast.AST], Callable[[Any], bool]] = {
    ast.Compare: _compares,
    ast.Call: _calls,
    ast.Match: lambda node: _is_format(node.subject),
    ast.Dict: lambda node: any(key is not None and _names_a_format(key) for key in node.keys),
    ast.Set: lambda node: any(map(_names_a_format, node.elts)),
}


def _names_a_format(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Name) and each.id in NAMES for each in ast.walk(node)) or any(
        isinstance(each, ast.Attribute) and each.attr in NAMES and not _is_system(each)
        for each in ast.walk(node)
    )


def _is_system(node: ast.Attribute) -> bool:
    """Return whether it names a pairing system of C.07, which has a Swiss and a round robin as well."""
    return isinstance(node.value, ast.Name) and node.value.id == "System"


def _is_format(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    if name == "code" and isinstance(node, ast.Attribute):
        return _is_format(node.value)
    return bool(FORMAT.search(name))


def _has_code(node: ast.expr) -> bool:
    return any(isinstance(each, ast.Constant) and each.value in FORMATS for each in ast.walk(node))


ADVICE = "Ask the format: give it a method or a field that answers this (tournament/formats)."


def test_no_module_outside_the_formats_depends_on_which_format_it_is():
    report((f"{name_of(file)}:{line}" for file in sources() for line in branches(text_of(file))), ADVICE)


@pytest.mark.parametrize(
    "line",
    [
        "if stage.format == 'swiss': pass",
        "if stage.format_rules.code in ('groups', 'ladder'): pass",
        "if stage.format_rules is LADDER: pass",
        "if format_rules == knockout.KNOCKOUT: pass",
        "if stage.format in {SWISS.code}: pass",
        "TITLES = {GROUPS: 'Groups'}",
        "ladders = Stage.objects.filter(format__in=codes)",
        "if isinstance(stage.format_rules, Swiss): pass",
        "match stage.format:\n    case 'ladder': pass",
    ],
)
def test_a_branch_is_found_however_it_is_written(line):
    assert branches(line) == [1]


@pytest.mark.parametrize(
    "line",
    [
        "stage = add(format=KNOCKOUT.code)",
        "if format_rules.code != stage.format: pass",
        "if format_rules.system is System.ROUND_ROBIN: pass",
        "if stage.format_rules.is_bracket: pass",
        "names = {'groups': 2}",
    ],
)
def test_naming_a_format_is_no_branch(line):
    assert branches(line) == []


CODES = f"""["'](?:{"|".join(sorted(FORMATS, key=len, reverse=True))})["']"""
IN_TEMPLATES = re.compile(rf"{{%[^%]*\b(?:format|format_rules|code)\b[^%]*(?:==|!=|\bin\b)[^%]*{CODES}")
IN_SCRIPTS = re.compile(rf"(?:===?|!==?|\bcase)\s*{CODES}")


@pytest.mark.parametrize(
    ("folder", "ending", "branch"),
    [("templates", "*.html", IN_TEMPLATES), ("static/js", "*.js", IN_SCRIPTS)],
)
def test_no_template_and_no_script_depends_on_which_format_it_is(folder, ending, branch):
    files = sorted((ROOT / folder).rglob(ending))
    assert files
    report((name_of(file) for file in files if branch.search(text_of(file))), ADVICE)


def test_a_branch_of_a_template_or_a_script_is_found():
    assert IN_TEMPLATES.search('{% if overview.stage.format == "ladder" %}')
    assert IN_TEMPLATES.search("{% if stage.format_rules.code in 'swiss' %}")
    assert not IN_TEMPLATES.search("{% if stage.format_rules.is_bracket %}")
    assert IN_SCRIPTS.search('rounds.hidden = format !== "swiss";')
    assert IN_SCRIPTS.search('case "groups":')
