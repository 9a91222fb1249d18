"""docs/operating.md describes every environment variable that the product reads."""

import re
from collections import Counter

from tests.checks.sources import APPS, ROOT, python_files, report, text_of

READ = re.compile(r'(?:environ\.get|environ\[|environment|flag|names)\(?\[?"([A-Z][A-Z_]+)"')
SYSTEM = {"DJANGO_SETTINGS_MODULE", "LOCALAPPDATA", "XDG_DATA_HOME"}


def test_every_environment_variable_is_documented():
    read = {name for file in python_files(*APPS) for name in READ.findall(text_of(file))} - SYSTEM
    assert {"HOST", "PORT", "FIVELINE_DATA", "FIVELINE_PROXIES", "DATABASE_URL"} <= read
    page = text_of(ROOT / "docs" / "operating.md")
    documented = Counter(re.findall(r"^\| `([A-Z_]+)`", page, re.MULTILINE))
    report((f"undocumented: {name}" for name in read - set(documented)), "Add it to docs/operating.md.")
    report((f"not read: {name}" for name in set(documented) - read), "Remove it from docs/operating.md.")
    twice = (f"documented twice: {name}" for name, count in documented.items() if count > 1)
    report(twice, "Keep one row in docs/operating.md.")
