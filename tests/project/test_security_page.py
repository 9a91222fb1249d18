"""docs/security.md names a test for each of its rows; all of them are there."""

import re

from tests.served import ROOT

NAMED = re.compile(r"`([\w/]+\.py)(?:::(\w+))?`")


def test_every_test_that_the_page_names_is_there():
    missing = []
    named = set(NAMED.findall((ROOT / "docs/security.md").read_text(encoding="utf-8")))
    for path, test in named:
        file = next((each for each in (ROOT / "tests" / path, ROOT / path) if each.is_file()), None)
        if file is None or (test and f"def {test}(" not in file.read_text(encoding="utf-8")):
            missing.append(f"{path}::{test}")
    assert len(named) > 50
    assert missing == []
