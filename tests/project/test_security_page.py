"""docs/security.md and docs/evidence.md name tests; all of them exist."""

import re

from tests.served import ROOT

NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")


def test_every_test_that_the_pages_name_exists():
    missing = []
    pages = [ROOT / "docs" / name for name in ("security.md", "evidence.md")]
    named = {found for page in pages for found in NAMED.findall(page.read_text(encoding="utf-8"))}
    for path, test in named:
        file = next((each for each in (ROOT / "tests" / path, ROOT / path) if each.is_file()), None)
        if file is None or (test and f"def {test}(" not in file.read_text(encoding="utf-8")):
            missing.append(f"{path}::{test}")
    assert len(named) > 50
    assert missing == [], "Write the name of the test as it is now, or of the one that took its place."
