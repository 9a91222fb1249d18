"""Static files are served without Django: typed, compressed, cached for good, and no other files."""

import gzip
import hashlib
import os
import re

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings
from django.templatetags.static import static

from tournament.asgi import application
from tournament.server.static import HASHED, remove_old


async def ask(path, **headers):
    """Return status, headers and body of a GET."""
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


async def test_a_published_file_is_typed_and_kept_for_good():
    status, headers, body = await ask(static("css/dark.css"))
    assert (status, headers["content-type"]) == (200, 'text/css; charset="utf-8"')
    assert headers["cache-control"] == "max-age=315360000, public, immutable"
    assert headers["x-content-type-options"] == "nosniff"
    assert b"--" in body


async def test_a_changed_file_has_a_new_address():
    digest = hashlib.sha256((await ask(static("css/dark.css")))[2]).hexdigest()[:12]
    assert static("css/dark.css") == f"/static/css/dark.{digest}.css"


async def test_a_file_asked_for_by_its_plain_name_is_checked_after_a_minute():
    _, headers, _ = await ask("/static/js/pages/every.js")
    assert headers["cache-control"] == "max-age=60, public"
    again = await ask("/static/js/pages/every.js", if_modified_since=headers["last-modified"])
    assert (again[0], again[2]) == (304, b"")


async def test_the_look_comes_in_one_sheet_with_everything_that_it_imports_and_without_comments():
    _, _, body = await ask(static("css/fiveline.css"))
    sheet, folder = body.decode(), settings.BASE_DIR / "static/css"
    assert "@import" not in sheet
    assert "/*" not in sheet
    source = (folder / "fiveline.css").read_text()
    names = re.findall(r'"([\w-]+\.css)"', source)
    assert len(names) == source.count("@import") > 5
    for name in names:
        assert set(re.findall(r"\.[a-z][\w-]+(?= ?\{)", (folder / name).read_text())) <= set(
            re.findall(r"\.[a-z][\w-]+", sheet)
        )
    for url in re.findall(r'url\("?\.\./([^")]+)', sheet):
        assert (await ask(f"/static/{url}"))[0] == 200
        assert HASHED.search(url)


async def test_a_script_brings_what_it_needs_packed_for_every_browser_that_can_unpack_it():
    path = static("js/pages/table.js")
    _, plain, text = await ask(path)
    _, packed, fewer = await ask(path, accept_encoding="gzip")
    assert "content-encoding" not in plain
    assert packed["content-encoding"] == "gzip"
    assert gzip.decompress(fewer) == text
    assert len(fewer) < len(text) / 3
    (parts,) = re.findall(rb'^import *\{use,[\w,]*\} *from *"\./\.\./(.*?)"', text)
    assert (await ask(f"/static/js/{parts.decode()}"))[0] == 200


def test_what_earlier_versions_published_is_removed_after_a_month(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    for name in ("a.0123456789ab.js", "b.0123456789ab.js.gz", "c.js", "d.0123456789ab.js"):
        (tmp_path / name).write_text("")
    os.utime(tmp_path / "a.0123456789ab.js", (0, 0))
    os.utime(tmp_path / "b.0123456789ab.js.gz", (0, 0))
    remove_old({"b.0123456789ab.js"})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b.0123456789ab.js.gz", "d.0123456789ab.js"]


async def test_the_files_of_the_admin_are_there_too():
    assert (await ask("/static/admin/css/base.css"))[0] == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/static/../manage.py", "/static/%2e%2e/manage.py", "/static/no-such-file.css"]
)
async def test_nothing_else_is(path):
    assert (await ask(path))[0] == 404
