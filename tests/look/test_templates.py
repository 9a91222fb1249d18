"""Templates in lines that can be read, reviewed and blamed.

No formatter does this: where HTML lets white space through to the screen, only a person knows which break is
free. So the rules are few and checked here: lines of at most 120 characters, two spaces for each level,
nothing at the end of a line, no tabs; what a file opens it closes, in order; no template that nobody shows.

Where a space would be seen, a line may still be broken between the attributes of a tag (its `>` then begins a
line, and the text follows at once), inside `{% blocktranslate trimmed %}`, or by naming the words before
(`{% translate "…" as label %}`) and writing `{{ label }}` where they stand.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = ROOT / "templates"
FILES = sorted(TEMPLATES.rglob("*.html"))
WIDTH = 120

# Taken by name by Django itself.
DJANGOS_OWN = {"403_csrf.html"}
VOID = {"br", "hr", "img", "input", "link", "meta"}
PAIRED_TAGS = {"autoescape", "block", "filter", "for", "if", "localize", "spaceless", "with"}
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


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_template_has_lines_one_can_read(file):
    assert list(hard_to_read(file.read_text(encoding="utf-8"))) == []


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
def test_what_is_hard_to_read_is_found(template, found):
    assert list(hard_to_read(template)) == found


def unbalanced(template: str) -> str:
    """What closes although another was opened last, or what stays open; empty if all is well."""
    text = NOT_READ.sub("", template)
    # What a tag is asked may hold quotes and `>`; here only its name counts.
    text = TAG.sub(lambda tag: f"{{%{tag[1]}%}}", text)
    open_ones: list[str] = []
    for closes, name in pieces(text):
        if not closes:
            open_ones.append(name)
        elif not open_ones or open_ones.pop() != name:
            return f"end of {name}"
    return ", ".join(open_ones)


def pieces(text: str) -> Iterator[tuple[bool, str]]:
    """(whether it closes, name) of every paired tag and element, those inside a start tag too."""
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


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_template_closes_what_it_opens(file):
    assert unbalanced(file.read_text(encoding="utf-8")) == ""


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
def test_what_does_not_close_is_found(template, found):
    assert unbalanced(template) == found


def taken_by_templates() -> Iterator[str]:
    for file in FILES:
        for name in re.findall(
            r"""{%\s*(?:include|extends)\s+["']([^"']+)["']""", file.read_text(encoding="utf-8")
        ):
            if name != name_of(file):
                yield name


def taken_by_code() -> Iterator[str]:
    """Names in string literals; `f"club/site/{name}.html"` stands for the literals of its module put in."""
    for package in ("games", "tournament"):
        for file in (ROOT / package).rglob("*.py"):
            nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
            literals = {
                node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            yield from literals
            for node in nodes:
                if isinstance(node, ast.JoinedStr) and ast.unparse(node).endswith((".html'", '.html"')):
                    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                    for literal in literals:
                        yield "".join(literal if part is None else str(part) for part in parts)


def test_every_template_is_shown_by_something():
    taken = {*taken_by_templates(), *taken_by_code(), *DJANGOS_OWN}
    assert [name for name in map(name_of, FILES) if name not in taken] == []


def test_every_template_that_is_asked_for_exists():
    there = {name_of(file) for file in FILES}
    assert sorted({*taken_by_templates(), *DJANGOS_OWN} - there) == []
