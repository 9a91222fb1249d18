"""The operator's page names every variable the product reads."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READ = re.compile(r'(?:environ\.get|environ\[|environment|flag|names)\(?\[?"([A-Z][A-Z_]+)"')

OF_THE_SYSTEM = {"DJANGO_SETTINGS_MODULE", "LOCALAPPDATA", "XDG_DATA_HOME"}


def test_every_environment_variable_is_documented():
    sources = [*(ROOT / "tournament").rglob("*.py"), *(ROOT / "games").rglob("*.py")]
    read = {name for file in sources for name in READ.findall(file.read_text())} - OF_THE_SYSTEM
    assert {"HOST", "PORT", "FIVELINE_DATA", "FIVELINE_PROXIES", "DATABASE_URL"} <= read
    documented = re.findall(r"^\| `([A-Z_]+)`", (ROOT / "docs" / "operating.md").read_text(), re.MULTILINE)
    assert sorted(documented) == sorted(read), "each once"
