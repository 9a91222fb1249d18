"""Open links as their page does, without loading it, which saves a page for each device of a test.

That the page of a link opens it by itself is tested in every engine (tests/engines) and at the desk.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page


def goto_link(page: Page, hall: str, path: str) -> None:
    """Give the link to the device of this page, and go to the page it leads to."""
    name = settings.SESSION_COOKIE_NAME
    device = Client(headers={"User-Agent": page.evaluate("navigator.userAgent")})
    for cookie in page.context.cookies(hall):
        device.cookies[cookie["name"]] = cookie["value"]
    answer = device.post(path)
    assert answer.status_code == 302, answer.content.decode()
    session = {"name": name, "value": device.cookies[name].value, "domain": urlsplit(hall).hostname}
    page.context.add_cookies([{**session, "path": "/", "httpOnly": True, "sameSite": "Lax"}])
    page.goto(hall + answer.url)
