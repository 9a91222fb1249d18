"""Our own files reach the browser without Django: typed, kept for a minute, revalidated, and nothing else."""

import gzip
import re

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings

from tournament.asgi import application


async def ask(path, **headers):
    """Status, headers and body of what a GET is answered with."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
    }
    visit = ApplicationCommunicator(application, scope)
    await visit.send_input({"type": "http.request", "body": b""})
    start, body, more = await visit.receive_output(timeout=10), b"", True
    while more:
        part = await visit.receive_output(timeout=10)
        body, more = body + part.get("body", b""), part.get("more_body", False)
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body


async def test_a_file_is_typed_and_kept_for_a_minute():
    status, headers, body = await ask("/static/css/tokens.css")
    assert (status, headers["content-type"]) == (200, 'text/css; charset="utf-8"')
    assert headers["cache-control"] == "max-age=60, public"
    assert headers["x-content-type-options"] == "nosniff"
    assert b"--" in body


async def test_a_file_that_has_not_changed_is_not_sent_again():
    _, headers, _ = await ask("/static/js/pages/every.js")
    again = await ask("/static/js/pages/every.js", if_modified_since=headers["last-modified"])
    assert (again[0], again[2]) == (304, b"")


@pytest.mark.parametrize("name", ["fiveline", "desk", "table"])
async def test_the_look_comes_in_one_sheet_with_everything_that_it_imports(name):
    _, _, body = await ask(f"/static/css/{name}.css")
    sheet = body.decode()
    assert "@import" not in sheet
    source = (settings.BASE_DIR / "static/css" / f"{name}.css").read_text()
    names = re.findall(r'"([\w-]+\.css)"', source)
    assert len(names) == source.count("@import") > 5
    for name in names:
        assert (settings.BASE_DIR / "static/css" / name).read_text() in sheet
    assert sheet.count("{") == sheet.count("}")


async def test_a_script_brings_what_it_needs_packed_for_whoever_can_unpack_it():
    _, plain, text = await ask("/static/js/pages/table.js")
    _, packed, fewer = await ask("/static/js/pages/table.js", accept_encoding="gzip")
    assert "content-encoding" not in plain
    assert packed["content-encoding"] == "gzip"
    assert gzip.decompress(fewer) == text
    assert len(fewer) < len(text) / 3
    assert re.findall(rb'^import .* from "(.*)";', text, re.MULTILINE) == [b"./../parts.js"]
    assert (await ask("/static/js/parts.js"))[0] == 200


async def test_the_files_of_the_admin_are_there_too():
    assert (await ask("/static/admin/css/base.css"))[0] == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/static/../manage.py", "/static/%2e%2e/manage.py", "/static/no-such-file.css"]
)
async def test_nothing_else_is(path):
    assert (await ask(path))[0] == 404
