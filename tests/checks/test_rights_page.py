"""docs/rights.md is the table of rights in the code."""

from tests.checks.sources import ROOT, text_of
from tests.tools import rights


def test_the_page_of_rights_is_the_table_in_the_code():
    is_current = text_of(ROOT / "docs" / "rights.md") == rights.page()
    assert is_current, "Run: python -m tests.tools.rights > docs/rights.md"
