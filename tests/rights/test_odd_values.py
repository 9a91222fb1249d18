"""Odd values in an address, a query or a form: a page answers or refuses them, and never fails.

The names that a page reads are not listed here: the test watches while it reads them.
"""

from contextlib import contextmanager

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils.datastructures import MultiValueDict

from games.access import links
from games.access.permissions import SESSION_LINKS, SYSTEM
from games.access.roles import Role
from tests.rights.desk_samples import a_tournament
from tests.rights.hidden_club import GUARDED, rolled_back

ODD = ("9" * 40, "-1", "x y", "9999-12-31", "\u202e\u200b", "\x00", "//evil.example/", "1", "23:59")
# Most pages are drawn whole for each of these, and none of them is cached.
ODD_IN_A_QUERY = ("9" * 40, "-1", "9999-12-31", "\u202e\x00 x")
# The token of forms is Django's, and of a frame only matters that it was asked for.
UNREAD = {"csrfmiddlewaretoken", "embed", "overlay"}
ODD_IN_A_PATH = {
    "Int": (0, 2**63, 10**40),
    "String": ("x", "a" * 400, "\u202e", "\x00"),
    "Slug": ("-", "a" * 400),
    "Scope": (
        *("tournament:3:4", "table:3", "entrant:1:2", "table:1:999999999999999999"),
        *("tournament:999999999999999999", "nothing:1", "user:0", "club"),
    ),
}


@pytest.fixture
def holder_of_all(hidden_club):
    """Make an actor with every right: an organiser who holds a player's and a table's link too."""
    client, tournament = hidden_club.client(Role.ORGANISER), a_tournament()
    session = client.session
    session[SESSION_LINKS] = [
        links.make(SYSTEM, role=role, scope=scope).link.pk
        for role, scope in (
            (Role.PLAYER, f"entrant:{tournament['entrant_id']}"),
            (Role.TABLE, f"table:{tournament['pk']}:1"),
        )
    ]
    session.save()
    return client


@contextmanager
def names_read(monkeypatch):
    """Record the names that are looked up in a query or a form."""
    names = set()
    with monkeypatch.context() as patched:
        for method in ("get", "getlist", "__getitem__", "__contains__"):
            original = getattr(MultiValueDict, method, None) or getattr(QueryDict, method)

            def noting(self, key, *args, _original=original, **kwargs):
                names.add(key)
                return _original(self, key, *args, **kwargs)

            patched.setattr(QueryDict, method, noting)
        yield names


def ask(client, method, url, sent=None):
    """Return what went wrong, or nothing."""
    try:
        with rolled_back():
            answer = getattr(client, method)(url, sent or {})
            return "" if answer.status_code < 500 else str(answer.status_code)
    except Exception as broke:
        return f"{type(broke).__name__}: {broke}"


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_page_breaks_by_a_value_in_its_query_or_form(
    method, hidden_club, holder_of_all, plain_refusals, monkeypatch
):
    broken = {}
    for page in GUARDED:
        url = hidden_club.address(page)
        with names_read(monkeypatch) as read:
            ask(holder_of_all, method, url)
        names = sorted(read - UNREAD)
        # Every name meets every value, each time in other company.
        values = ODD if method == "post" else ODD_IN_A_QUERY
        for turn in range(len(values) if names else 0):
            sent = {name: values[(turn + place) % len(values)] for place, name in enumerate(names)}
            if trouble := ask(holder_of_all, method, url, sent):
                broken[page.name, trouble] = sent
    assert not broken, list(broken)


@pytest.mark.parametrize("role", [Role.ANYBODY, Role.ORGANISER])
def test_no_page_breaks_by_what_stands_in_its_address(role, hidden_club, plain_refusals):
    broken = {}
    for page in GUARDED:
        for name, converter in page.pattern.converters.items():
            for value in ODD_IN_A_PATH[type(converter).__name__.removesuffix("Converter")]:
                try:
                    url = reverse(page.name, kwargs=hidden_club.captured[page.name] | {name: value})
                except NoReverseMatch:
                    continue
                if trouble := ask(hidden_club.client(role), "get" if role == Role.ANYBODY else "post", url):
                    broken[url] = trouble
    assert not broken, list(broken)


@pytest.mark.django_db
@pytest.mark.parametrize("host", ["bad_host!", "evil.example:port", "a" * 300, "[::1", "\u202e"])
def test_a_host_that_is_none_is_answered_in_words(host, settings):
    settings.ALLOWED_HOSTS = ["club.example"]
    answer = Client(raise_request_exception=False).get("/rules/", headers={"host": host})
    assert answer.status_code == 400
    assert "could not be read" in answer.content.decode()
