"""Links opened as their own page would, without loading it: a page more for every tablet and phone of a test.

That the page of a link opens it by itself is tested in every engine (tests/engines) and at the desk.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page


def goto_link(page: Page, hall: str, path: str) -> None:
    """The device of this page holds the link, and is led where the link leads."""
    name = settings.SESSION_COOKIE_NAME
    device = Client(headers={"User-Agent": page.evaluate("navigator.userAgent")})
    for cookie in page.context.cookies(hall):
        device.cookies[cookie["name"]] = cookie["value"]
    answer = device.post(path)
    assert answer.status_code == 302, answer.content.decode()
    session = {"name": name, "value": device.cookies[name].value, "domain": urlsplit(hall).hostname}
    page.context.add_cookies([{**session, "path": "/", "httpOnly": True, "sameSite": "Lax"}])
    page.goto(hall + answer.url)
