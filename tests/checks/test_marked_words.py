"""Every word of a template that people read is marked for translation."""

import re
from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.checks.sources import ROOT, name_of, report, text_of

TEMPLATES = ROOT / "templates"
# Names, units and formats, which are the same in every language; and a command for a terminal.
SAME_EVERYWHERE = {"Fiveline", "X", "O", "½", "min", "s", "A", "CSV", "JSON", "curl"}
COMMAND = re.compile(r"make run HOST=0\.0\.0\.0")
READ_ATTRIBUTES = re.compile(
    r'\b(?:aria-label|aria-description|alt|title|placeholder)=(?:"([^"]*)"|\'([^\']*)\')'
)
NOT_READ = (
    re.compile(r"{%\s*comment.*?endcomment\s*%}", re.DOTALL),
    re.compile(r"{%\s*blocktranslate.*?endblocktranslate\s*%}", re.DOTALL),
    # A block that only names a class is put into an attribute of the page it extends.
    re.compile(r"{%\s*block \w*(?:class|kind)\w*\s*%}.*?{%\s*endblock\s*%}", re.DOTALL),
    re.compile(r"{#.*?#}|{%.*?%}|{{.*?}}", re.DOTALL),
    re.compile(r"<(script|style)\b.*?</\1>", re.DOTALL),
)
NOT_TEXT = (re.compile(r"<[^>]*>"), COMMAND, re.compile(r"&\w+;"))
WORD = re.compile(r"[^\W\d_]+")


def blank(text: str, *patterns: re.Pattern[str]) -> str:
    """Replace each match by spaces, line by line, so that everything else stays where it is."""
    for pattern in patterns:
        text = pattern.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    return text


def unmarked(template: str) -> Iterator[tuple[int, str]]:
    """Yield line and word of what is read but not marked: text, and attributes that are read aloud."""
    template = blank(template, *NOT_READ)
    text = list(blank(template, *NOT_TEXT))
    for attribute in READ_ATTRIBUTES.finditer(template):
        for group in (1, 2):
            start, end = attribute.span(group)
            text[start:end] = template[start:end]
    for number, line in enumerate("".join(text).split("\n"), 1):
        for word in WORD.findall(blank(line, *NOT_TEXT)):
            if word not in SAME_EVERYWHERE:
                yield number, word


def test_every_word_of_a_template_is_marked():
    # The style page shows samples of names and codes, which are not translated.
    files = [file for file in TEMPLATES.rglob("*.html") if "style" not in file.parts]
    assert files
    words: dict[str, list[str]] = defaultdict(list)
    for file in files:
        for line, word in unmarked(text_of(file)):
            words[f"{name_of(file)}:{line}"].append(word)
    report(
        (f"{place}: {' '.join(found)}" for place, found in words.items()),
        'Mark it for translation: {% translate "…" %}, or {% blocktranslate %} where it has fields.',
    )


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>{% translate 'Hello' %} {{ name }}</p>", []),
        ("{% blocktranslate %}Hello {{ name }}{% endblocktranslate %} Fiveline", []),
        ("<p class='stack'>\nHello</p>", [(2, "Hello")]),
        ("""{# one\ntwo #}\n<button aria-label="Close it">×</button>""", [(3, "Close"), (3, "it")]),
        ("""<a title="{% translate 'Close' %}" href="/x">5 min</a>""", []),
    ],
)
def test_unmarked_words_are_found_in_text_and_in_attributes(template, found):
    assert list(unmarked(template)) == found
