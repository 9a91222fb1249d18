"""docs/security.md and docs/evidence.md name tests, and each of these tests exists."""

import re

from tests.checks.sources import ROOT, report, text_of

NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")


def test_every_test_that_the_pages_name_exists():
    pages = [ROOT / "docs" / name for name in ("security.md", "evidence.md")]
    named = {found for page in pages for found in NAMED.findall(text_of(page))}
    assert len(named) > 50
    missing = []
    for path, test in named:
        file = next((each for each in (ROOT / "tests" / path, ROOT / path) if each.is_file()), None)
        if file is None or (test and f"def {test}(" not in text_of(file)):
            missing.append(f"a page names {path}{'::' if test else ''}{test}, which does not exist")
    report(missing, "Name the test as it is called now.")
