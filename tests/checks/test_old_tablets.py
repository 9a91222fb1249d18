"""Pages use nothing that Safari 15.6 lacks, the last version for old tablets."""

import re

import pytest

from tests.checks.sources import ROOT, name_of, report, text_of

CSS = ROOT / "static/css"
SCRIPTS = ROOT / "static/js"
SHEETS = sorted(path.name for path in CSS.glob("*.css"))


def written(sheet: str) -> str:
    """Read a sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", text_of(CSS / sheet), flags=re.DOTALL)


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_media_query_is_written_as_a_range(sheet):
    conditions = re.findall(r"@(?:media|container)[^{]*", written(sheet))
    report(
        (f"{sheet}: {condition}" for condition in conditions if re.search("[<>]", condition)),
        "Old tablets do not read ranges: write min-width or max-width.",
    )


@pytest.mark.parametrize("sheet", ["table.css", "clock.css"])
def test_the_clocks_of_a_table_need_no_container_queries(sheet):
    found = re.findall(r"@container[^{]*|[\d.]+cq\w+", written(sheet))
    report((f"{sheet}: {each}" for each in found), "Old tablets have no container queries: use the viewport.")


def test_no_script_submits_a_form_with_request_submit():
    found = (name_of(path) for path in SCRIPTS.rglob("*.js") if "requestSubmit" in text_of(path))
    report(found, "Old tablets have no requestSubmit: click the button of the form.")
