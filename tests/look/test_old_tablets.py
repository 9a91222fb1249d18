"""Old tablets have Safari 15.6 at best: a page that used what came later would lose its shape there."""

import re

import pytest
from django.conf import settings

CSS = settings.BASE_DIR / "static/css"
SCRIPTS = settings.BASE_DIR / "static/js"
SHEETS = sorted(path.name for path in CSS.glob("*.css"))


def written(sheet: str) -> str:
    """Read a sheet without its comments."""
    return re.sub(r"/\*.*?\*/", "", (CSS / sheet).read_text(encoding="utf-8"), flags=re.DOTALL)


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_media_query_is_written_as_a_range(sheet):
    conditions = re.findall(r"@(?:media|container)[^{]*", written(sheet))
    assert [condition for condition in conditions if re.search("[<>]", condition)] == []


@pytest.mark.parametrize("sheet", ["table.css", "clock.css"])
def test_the_clocks_of_a_table_need_no_container_queries(sheet):
    assert re.findall(r"@container[^{]*|[\d.]+cq\w+", written(sheet)) == []


def test_no_script_submits_a_form_by_a_function_that_came_later():
    """A click on the button of the form does the same."""
    users = [
        path.name for path in SCRIPTS.rglob("*.js") if "requestSubmit" in path.read_text(encoding="utf-8")
    ]
    assert users == []
