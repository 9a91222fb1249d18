"""Templates have lines that can be read, and every template is used.

No formatter keeps to this: where HTML lets white space through to the screen, only a person knows which line
break is free. So the rules are few: lines of at most 120 characters, two spaces for each level, no space at
the end of a line, no tabs; every tag is closed, in order; every template is shown by something.

Where a space would be seen, a line may still be broken between the attributes of a tag (its `>` then begins a
line, and the text follows at once), inside `{% blocktranslate trimmed %}`, or by naming the words before
(`{% translate "…" as label %}`) and writing `{{ label }}` in their place.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.checks.sources import APPS, ROOT, python_files, report, text_of, tree_of

TEMPLATES = ROOT / "templates"
FILES = sorted(TEMPLATES.rglob("*.html"))
WIDTH = 120

# Shown by Django itself.
DJANGOS_OWN = {"403_csrf.html"}
VOID = {"br", "hr", "img", "input", "link", "meta"}
OURS = {"notice", "table"}  # tournament/templatetags/components.py
PAIRED_TAGS = {"autoescape", "block", "filter", "for", "if", "localize", "spaceless", "with", *OURS}
NOT_READ = re.compile(
    r"{#.*?#}|{%\s*comment\b.*?endcomment\s*%}|{%\s*blocktranslate\b.*?endblocktranslate\s*%}|{{.*?}}",
    re.DOTALL,
)
TAG = re.compile(r"{%\s*(\w+).*?%}")
ELEMENT = re.compile(r"""<(/?)([a-zA-Z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>""")
PIECE = re.compile(rf"{TAG.pattern}|{ELEMENT.pattern}", re.DOTALL)


def name_of(file: Path) -> str:
    return file.relative_to(TEMPLATES).as_posix()


def hard_to_read(template: str) -> Iterator[str]:
    for number, line in enumerate(template.split("\n"), 1):
        if len(line) > WIDTH:
            yield f"{number}: {len(line)} characters"
        if "\t" in line:
            yield f"{number}: a tab"
        if line != line.rstrip():
            yield f"{number}: space at the end"
        if (len(line) - len(line.lstrip(" "))) % 2:
            yield f"{number}: not indented by twos"


def test_templates_have_lines_that_can_be_read():
    report(
        (f"templates/{name_of(file)}:{fault}" for file in FILES for fault in hard_to_read(text_of(file))),
        f"Write lines of at most {WIDTH} characters, indented by two spaces for each level.",
    )


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>\n  {{ name }}\n</p>\n", []),
        ("x" * 121, ["1: 121 characters"]),
        ("<p>\n\t</p>", ["2: a tab"]),
        ("<p> \n</p>", ["1: space at the end"]),
        ("<p>\n   {{ name }}\n</p>", ["2: not indented by twos"]),
    ],
)
def test_lines_that_are_hard_to_read_are_found(template, found):
    assert list(hard_to_read(template)) == found


def unbalanced(template: str) -> str:
    """Return the first tag that is closed out of order, or those that stay open, or an empty text."""
    text = NOT_READ.sub("", template)
    # The condition of a tag may have quotes and `>`; here only its name counts.
    text = TAG.sub(lambda tag: f"{{%{tag[1]}%}}", text)
    open_ones: list[str] = []
    for closes, name in pieces(text):
        if not closes:
            open_ones.append(name)
        elif not open_ones or open_ones.pop() != name:
            return f"end of {name}"
    return ", ".join(open_ones)


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Yield (closes, name) for every paired tag and element, also for those inside a start tag."""
    for piece in PIECE.finditer(text):
        tag, slash, element, inside = piece.groups()
        if tag:
            name = tag.removeprefix("end")
            if name in PAIRED_TAGS:
                yield name != tag, f"{{% {name} %}}"
        elif slash:
            yield True, f"<{element}>"
        else:
            yield from pieces(inside)
            if element not in VOID and not inside.endswith("/"):
                yield False, f"<{element}>"


def test_templates_close_every_tag():
    found = ((file, unbalanced(text_of(file))) for file in FILES)
    report(
        (f"templates/{name_of(file)}: {fault}" for file, fault in found if fault),
        "Close every tag and element, in order.",
    )


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ('<p{% if a > b %} title="{% translate "x" %}"{% endif %}>{% if c %}<br>{% endif %}</p>', ""),
        ("{% if a %}<p>{% endif %}</p>", "end of {% if %}"),
        ("<ul><li></ul>", "end of <ul>"),
        ("<path/>{% for a in b %}", "{% for %}"),
        ("{% blocktranslate %}<b>{% endblocktranslate %}{# <i> #}", ""),
    ],
)
def test_tags_that_are_not_closed_are_found(template, found):
    assert unbalanced(template) == found


def named_by_templates() -> Iterator[str]:
    for file in FILES:
        for name in re.findall(r"""{%\s*(?:include|extends)\s+["']([^"']+)["']""", text_of(file)):
            if name != name_of(file):
                yield name


def named_by_code() -> Iterator[str]:
    """Yield the string literals of the code, and `f"site/{name}.html"` with each literal of its module."""
    for file in python_files(*APPS):
        nodes = list(ast.walk(tree_of(file)))
        literals = {
            node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        yield from literals
        for node in nodes:
            if isinstance(node, ast.JoinedStr) and ast.unparse(node).endswith((".html'", '.html"')):
                parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                for literal in literals:
                    yield "".join(literal if part is None else str(part) for part in parts)


def test_every_template_is_used():
    named = {*named_by_templates(), *named_by_code(), *DJANGOS_OWN}
    report((f"templates/{name}" for name in set(map(name_of, FILES)) - named), "Nothing shows it: delete it.")


def test_every_template_that_is_named_exists():
    missing = {*named_by_templates(), *DJANGOS_OWN} - set(map(name_of, FILES))
    report((f"templates/{name}" for name in missing), "Another template names it, but it does not exist.")
