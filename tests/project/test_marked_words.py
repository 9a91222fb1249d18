"""Every word of a template that people read goes through the catalogues."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "templates"
# Names, units and formats, the same in every language; what a terminal is told.
SAME_EVERYWHERE = {"Fiveline", "X", "O", "½", "min", "s", "A", "CSV", "JSON", "curl"}
COMMAND = "make run HOST=0.0.0.0"
SPOKEN_ATTRIBUTES = re.compile(
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
TAG = re.compile(r"<[^>]*>")
ENTITY = re.compile(r"&\w+;")
WORD = re.compile(r"[^\W\d_]+")


def unmarked(template: str) -> list[str]:
    for pattern in NOT_READ:
        template = pattern.sub(" ", template)
    spoken = [value for found in SPOKEN_ATTRIBUTES.finditer(template) for value in found.groups() if value]
    text = TAG.sub(" ", template).replace(COMMAND, " ")
    words = WORD.findall(ENTITY.sub(" ", " ".join((text, *spoken))))
    return [word for word in words if word not in SAME_EVERYWHERE]


# The style page shows samples of names and codes, which nobody translates.
TEMPLATES = sorted(file for file in ROOT.rglob("*.html") if "style" not in file.parts)


@pytest.mark.parametrize("file", TEMPLATES, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_no_template_says_a_word_that_cannot_be_translated(file):
    assert unmarked(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("<p>{% translate 'Hello' %} {{ name }}</p>", []),
        ("{% blocktranslate %}Hello {{ name }}{% endblocktranslate %} Fiveline", []),
        ("<p class='stack'>Hello</p>", ["Hello"]),
        ("""<button aria-label="Close it">×</button>""", ["Close", "it"]),
        ("""<a title="{% translate 'Close' %}" href="/x">5 min</a>""", []),
    ],
)
def test_unmarked_words_are_found_in_text_and_in_what_is_read_out(template, found):
    assert unmarked(template) == found
