"""Docstrings, comments and documents are in plain words: none of words.toml."""

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
    found = {line for line, read in words.texts_of(file) if any(map(str.isalpha, read))}
    assert sorted(found) == lines


def test_no_text_has_a_word_to_avoid():
    report(words.search(), "Reword these texts; a name that must be quoted goes into `backticks`.")
