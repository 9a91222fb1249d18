"""Find the words of tests/checks/words.toml in docstrings, comments and documents.

`python -m tests.tools.words` prints each place with what to write instead.
"""

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
INSTEAD: dict[str, str] = tomllib.loads((ROOT / "tests/checks/words.toml").read_text(encoding="utf-8"))

AVOIDED = re.compile(rf"\b({'|'.join(INSTEAD)})\b", re.IGNORECASE)
COMMENTS = {
    ".js": re.compile(r"/\*.*?\*/|(?<![:\w])//[^\n]*", re.DOTALL),
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".html": re.compile(r"{#.*?#}|{%\s*comment\b.*?endcomment\s*%}|<!--.*?-->", re.DOTALL),
}
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)  # of a document
FILES = (
    *("games/**/*.py", "tournament/**/*.py", "tests/**/*.py", "manage.py"),
    *("static/js/**/*.js", "tests/**/*.js", "static/css/*.css", "templates/**/*.html"),
    *("docs/**/*.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
)


def search() -> list[str]:
    """List the places with a word to avoid, each with what to write instead."""
    return [
        f"{file.relative_to(ROOT).as_posix()}:{line}: {avoided}; write {INSTEAD[avoided.lower()]}"
        for file in sorted({file for pattern in FILES for file in ROOT.glob(pattern)})
        if AVOIDED.search(file.read_text(encoding="utf-8"))
        for line, text in texts_of(file)
        for avoided in AVOIDED.findall(text)
    ]


def texts_of(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are read as English, each with its number."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        yield from _texts_of_python(text)
    elif file.suffix == ".md":
        prose = CODE.sub(lambda code: "\n" * code[0].count("\n"), text)
        yield from enumerate(prose.split("\n"), 1)
    else:
        for comment in COMMENTS[file.suffix].finditer(text):
            yield from enumerate(comment[0].split("\n"), 1 + text.count("\n", 0, comment.start()))


def _texts_of_python(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is not None:
            docstring = node.body[0]
            for number in range(docstring.lineno, docstring.end_lineno + 1):
                yield number, lines[number - 1]


if __name__ == "__main__":
    for place in search():
        print(place)
