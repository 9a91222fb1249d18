"""Docstrings, comments and documents are in plain words: those of words.toml are rare."""

import pytest

from tests.checks.sources import report
from tests.tools import words

PYTHON = '''"""Nobody reads this."""
text = "whoever"  # told


def whatever():
    """Send it.

    Then send it anew.
    """
'''


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.py", PYTHON, [1, 2, 6, 8]),
        ("a.js", 'const a = "https://told"; // told\n/** whoever\n * anew */ let whatever;', [1, 2, 3]),
        ("a.css", ".told { color: red; } /* told */", [1]),
        ("a.html", "<p>told</p>\n{# told #}\n{% comment %}whoever{% endcomment %}", [2, 3]),
        ("a.md", "told `told`\n```\ntold\n```\ndear", [1, 5]),
    ],
)
def test_only_what_is_read_as_english_is_searched(tmp_path, name, text, lines):
    file = tmp_path / name
    file.write_text(text)
    found = {line for line, read in words.texts_of(file) if words.WORD.search(read)}
    assert sorted(found) == lines


def test_the_words_to_avoid_are_rare():
    found = words.search()
    if found.rate > words.BUDGET:
        rate = f"{found.rate:.1f} of 10,000 words are to be avoided (at most {words.BUDGET})"
        report(found.places, f"{rate}: reword these texts.")
