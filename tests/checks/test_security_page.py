"""docs/security.md names a test for each of its rows, and each of these tests exists."""

import re

from tests.checks.sources import ROOT, report, text_of

NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")


def test_every_test_that_the_page_names_exists():
    named = set(NAMED.findall(text_of(ROOT / "docs/security.md")))
    assert len(named) > 50
    missing = []
    for path, test in named:
        file = next((each for each in (ROOT / "tests" / path, ROOT / path) if each.is_file()), None)
        if file is None or (test and f"def {test}(" not in text_of(file)):
            missing.append(f"docs/security.md names {path}{'::' if test else ''}{test}, which does not exist")
    report(missing, "Name the test as it is called now.")
